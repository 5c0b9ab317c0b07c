// A model as a list of steps over numbered slots, made once per model. Each distinct expression has one slot and is computed
// once per execution; the expressions of a recursive group that depend on it form a loop that runs until nothing grows.

import { bug } from '../support/diagnostic.js';
import type { Axiom, BaseRelation, BaseSet, CatModel, RelationExpr, SetExpr } from './ast.js';
import { partsOf } from './walk.js';

type Expr = SetExpr | RelationExpr;
type Type = 'set' | 'relation';

export type Step =
  | { readonly kind: 'base-set'; readonly out: number; readonly name: BaseSet }
  | { readonly kind: 'base-relation'; readonly out: number; readonly name: BaseRelation }
  | {
      readonly kind: 'apply';
      readonly out: number;
      readonly operator: Exclude<Expr['kind'], 'base' | 'ref' | 'empty'>;
      /** Slots of the operands; `b` is -1 for an operator with one. */
      readonly a: number;
      readonly b: number;
    }
  | { readonly kind: 'clear'; readonly out: number }
  /** Runs `body`, then stores each value in its binding's slot, until no binding grows. */
  | {
      readonly kind: 'fixpoint';
      readonly body: readonly Step[];
      readonly bindings: readonly { readonly out: number; readonly value: number }[];
    };

export interface Compiled {
  readonly model: CatModel;
  readonly steps: readonly Step[];
  /** The type of each slot. */
  readonly slots: readonly Type[];
  readonly slotOf: (expr: Expr) => number;
  readonly axioms: readonly { readonly axiom: Axiom; readonly slot: number }[];
}

const compiled = new WeakMap<CatModel, Compiled>();

export function compile(model: CatModel): Compiled {
  const known = compiled.get(model);
  if (known !== undefined) return known;
  const result = new Compiler(model).run();
  compiled.set(model, result);
  return result;
}

class Compiler {
  readonly #model: CatModel;
  readonly #slots: Type[] = [];
  readonly #slotOf = new Map<Expr, number>();
  readonly #bindingSlots = new Map<number, number>();
  readonly #steps: Step[] = [];

  constructor(model: CatModel) {
    this.#model = model;
  }

  run(): Compiled {
    for (const { recursive, bindings } of this.#model.groups) {
      if (recursive) this.#fixpoint(bindings);
      else
        for (const binding of bindings) {
          const { type, value } = this.#model.bindings[binding];
          this.#bindingSlots.set(binding, this.#emit(value, type, this.#steps));
        }
    }
    const axioms = this.#model.axioms.map((axiom) => ({
      axiom,
      slot: this.#emit(axiom.value, axiom.type, this.#steps),
    }));
    return {
      model: this.#model,
      steps: this.#steps,
      slots: this.#slots,
      slotOf: (expr) => this.#known(expr) ?? -1,
      axioms,
    };
  }

  #known(expr: Expr): number | undefined {
    return expr.kind === 'ref' ? this.#bindingSlots.get(expr.binding) : this.#slotOf.get(expr);
  }

  #newSlot(type: Type): number {
    return this.#slots.push(type) - 1;
  }

  /** The slot of an expression, with the steps that fill it added to `steps` unless some step does already. */
  #emit(expr: Expr, type: Type, steps: Step[]): number {
    const known = this.#known(expr);
    if (known !== undefined) return known;
    const step = this.#stepFor(expr, type, steps);
    this.#slotOf.set(expr, step.out);
    steps.push(step);
    return step.out;
  }

  #stepFor(expr: Expr, type: Type, steps: Step[]): Exclude<Step, { kind: 'fixpoint' }> {
    switch (expr.kind) {
      case 'base':
        return isBaseSet(expr.name)
          ? { kind: 'base-set', out: this.#newSlot(type), name: expr.name }
          : { kind: 'base-relation', out: this.#newSlot(type), name: expr.name };
      case 'ref':
        return bug(`${this.#model.bindings[expr.binding].name} is used before it is defined`);
      case 'empty':
        return { kind: 'clear', out: this.#newSlot(type) };
      default: {
        const [left, right] = partsOf(expr);
        const operandType = operandTypeOf(expr.kind, type);
        const a = this.#emit(left, operandType, steps);
        const b = right === undefined ? -1 : this.#emit(right, operandType, steps);
        return { kind: 'apply', out: this.#newSlot(type), operator: expr.kind, a, b };
      }
    }
  }

  #fixpoint(bindings: readonly number[]): void {
    const own = new Set(bindings);
    for (const binding of bindings) {
      const out = this.#newSlot(this.#model.bindings[binding].type);
      this.#bindingSlots.set(binding, out);
      this.#steps.push({ kind: 'clear', out });
    }
    for (const binding of bindings) this.#hoist(this.#model.bindings[binding], own);
    const body: Step[] = [];
    const values = bindings.map((binding) => {
      const { type, value } = this.#model.bindings[binding];
      return { out: this.#bindingSlots.get(binding) ?? -1, value: this.#emit(value, type, body) };
    });
    this.#steps.push({ kind: 'fixpoint', body, bindings: values });
  }

  /** Emits, before the loop, the parts that do not depend on the recursive bindings. */
  #hoist(typed: { readonly type: Type; readonly value: Expr }, own: ReadonlySet<number>): void {
    const dependent = new Map<Expr, boolean>();
    const depends = (expr: Expr): boolean => {
      const known = dependent.get(expr);
      if (known !== undefined) return known;
      const answer = expr.kind === 'ref' ? own.has(expr.binding) : partsOf(expr).some(depends);
      dependent.set(expr, answer);
      return answer;
    };
    const visit = (expr: Expr, type: Type): void => {
      if (!depends(expr)) this.#emit(expr, type, this.#steps);
      else for (const part of partsOf(expr)) visit(part, operandTypeOf(expr.kind, type));
    };
    visit(typed.value, typed.type);
  }
}

function operandTypeOf(kind: Expr['kind'], type: Type): Type {
  switch (kind) {
    case 'product':
    case 'identity':
      return 'set';
    case 'domain':
    case 'range':
      return 'relation';
    default:
      return type;
  }
}

function isBaseSet(name: BaseSet | BaseRelation): name is BaseSet {
  switch (name) {
    case '_':
    case 'R':
    case 'W':
    case 'IW':
    case 'F':
    case 'S':
      return true;
    default:
      return false;
  }
}
