// Conditions as text, in herd's notation, readable back: `exists (0:EAX=0 /\ x=1)`.

import type { Condition, Formula, Observable, Operand } from './condition.js';
import { printInteger, printName } from './printExpression.js';
import type { Location, Program } from './program.js';

export function printCondition(program: Program, condition: Condition): string {
  return `${quantifier[condition.quantifier]} (${printFormula(program, condition.formula)})`;
}

const quantifier = { exists: 'exists', 'not exists': '~exists', forall: 'forall' } as const;

/** `~` binds most tightly, then `=>`, `/\` and `\/`; parentheses where `precedence` asks for them. */
export function printFormula(program: Program, formula: Formula, precedence = 0): string {
  const part = (f: Formula, p: number): string => printFormula(program, f, p);
  const wrap = (own: number, text: string): string => (own < precedence ? `(${text})` : text);
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind;
    case 'compare':
      return `${printObservable(program, formula.left)}${formula.op}${printOperand(program, formula.right)}`;
    case 'not': {
      const inner = part(formula.operand, 4);
      return wrap(4, formula.operand.kind === 'compare' ? `~(${inner})` : `~${inner}`);
    }
    case 'implies':
      return wrap(3, `${part(formula.left, 4)} => ${part(formula.right, 3)}`);
    case 'and':
      return wrap(2, `${part(formula.left, 2)} /\\ ${part(formula.right, 3)}`);
    case 'or':
      return wrap(1, `${part(formula.left, 1)} \\/ ${part(formula.right, 2)}`);
  }
}

function printOperand(program: Program, operand: Operand): string {
  switch (operand.kind) {
    case 'const':
      return printInteger(operand.value);
    case 'register':
      return printObservable(program, operand);
    case 'cell':
      return `[${printCell(program, operand)}]`;
    case 'address':
      return printCell(program, operand);
  }
}

/** `0:EAX`, `x`, `t[1]`; `location` is that of a cell, where it is at hand. */
export function printObservable(program: Program, observable: Observable, location?: Location): string {
  return observable.kind === 'register'
    ? `${observable.thread}:${printName(observable.register)}`
    : printCell(program, observable, location);
}

/** `x`, or `t[1]` where the location is an array or has several cells. */
function printCell(
  program: Program,
  cell: { readonly location: string; readonly index: number },
  location = program.locations.find(({ name }) => name === cell.location),
): string {
  const single = location === undefined || (location.array !== true && location.initial.length === 1);
  return `${printName(cell.location)}${single ? '' : `[${cell.index}]`}`;
}
