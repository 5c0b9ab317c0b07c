// Final states and conditions in herd's notation: `0:EAX=1`, `t[1]=2`, `exists (0:EAX=0 /\ x=1)`.

import type { Outcome } from '../execution/execution.js';
import type { Condition, Formula, Observable, Operand, Quantifier } from '../program/condition.js';
import { addressName, type Layout, layOut } from '../program/layout.js';
import type { Program } from '../program/program.js';

/** A value as people read it: a number, or the name of the cell it is the address of. */
export type ShownValue = number | string;

/** Names of observables and values of one program. */
export class StateNames {
  readonly #program: Program;
  readonly #layout: Layout;
  readonly #arrays: ReadonlySet<string>;
  /** Names of `program.observed`, in its order. */
  readonly observed: readonly string[];

  constructor(program: Program) {
    this.#program = program;
    this.#layout = layOut(program);
    this.#arrays = new Set(
      program.locations.filter((l) => l.array === true || l.initial.length > 1).map((l) => l.name),
    );
    this.observed = program.observed.map((observable) => this.observable(observable));
  }

  observable(observable: Observable): string {
    return observable.kind === 'register'
      ? `${observable.thread}:${observable.register}`
      : this.cell(observable.location, observable.index);
  }

  cell(location: string, index: number): string {
    return this.#arrays.has(location) ? `${location}[${index}]` : location;
  }

  value(value: number): ShownValue {
    return addressName(this.#program, this.#layout, value) ?? value;
  }

  /** `0:EAX=1; x=2;` */
  state(outcome: Outcome): string {
    return this.observed.map((name, i) => `${name}=${this.value(outcome[i])};`).join(' ');
  }

  condition(condition: Condition): string {
    return `${quantifierWord[condition.quantifier]} (${this.formula(condition.formula)})`;
  }

  formula(formula: Formula): string {
    switch (formula.kind) {
      case 'true':
      case 'false':
        return formula.kind;
      case 'compare':
        return `${this.observable(formula.left)}${formula.op}${this.#operand(formula.right)}`;
      case 'not':
        return `not (${this.formula(formula.operand)})`;
      case 'and':
      case 'or':
      case 'implies': {
        const side = (f: Formula): string =>
          needsParentheses(formula.kind, f) ? `(${this.formula(f)})` : this.formula(f);
        return `${side(formula.left)} ${connective[formula.kind]} ${side(formula.right)}`;
      }
    }
  }

  #operand(operand: Operand): string {
    switch (operand.kind) {
      case 'const':
        return String(operand.value);
      case 'address':
        return this.cell(operand.location, operand.index);
      default:
        return this.observable(operand);
    }
  }
}

const quantifierWord: Readonly<Record<Quantifier, string>> = {
  exists: 'exists',
  'not exists': '~exists',
  forall: 'forall',
};

const connective = { and: '/\\', or: '\\/', implies: '=>' } as const;

/** `/\` binds more tightly than `\/`; around `=>`, where readers disagree, parentheses always stand. */
function needsParentheses(parent: 'and' | 'or' | 'implies', child: Formula): boolean {
  switch (child.kind) {
    case 'implies':
      return true;
    case 'or':
      return parent !== 'or';
    case 'and':
      return parent === 'implies';
    default:
      return false;
  }
}
