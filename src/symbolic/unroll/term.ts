// The values of unrolled code as a graph of terms (single static assignment): equal terms are the same object, constants
// are folded, and conditions are simplified so that the guard after a branch is again the guard before it.
// Truth is the number 1, as in programs; `boolean` marks terms that are 0 or 1.

import { applyBinary, applyUnary, type BinaryOp, type UnaryOp } from '../../program/expression.js';

/** What the solver decides: the value a read takes, a nondeterministic choice, or a fact about the whole execution. */
export type Input =
  | { readonly kind: 'read'; readonly read: number }
  | { readonly kind: 'choice'; readonly from: number; readonly to: number }
  | { readonly kind: 'fact'; readonly fact: number }
  /** The final value of a cell. */
  | { readonly kind: 'final'; readonly final: number };

interface TermBase {
  /** Position in `Terms.all`: operands have smaller ids. */
  readonly id: number;
  readonly boolean: boolean;
}

export type Term = TermBase &
  (
    | { readonly kind: 'const'; readonly value: number }
    | { readonly kind: 'unary'; readonly op: UnaryOp; readonly a: Term }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly a: Term; readonly b: Term }
    | { readonly kind: 'ite'; readonly condition: Term; readonly a: Term; readonly b: Term }
    | { readonly kind: 'input'; readonly input: Input }
  );

type Shape = Term extends infer T ? (T extends Term ? Omit<T, 'id' | 'boolean'> : never) : never;

const comparisons: ReadonlySet<BinaryOp> = new Set<BinaryOp>([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<u',
  '<=u',
  '>u',
  '>=u',
]);
const opposite: Partial<Record<BinaryOp, BinaryOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '<u': '>=u',
  '>=u': '<u',
  '>u': '<=u',
  '<=u': '>u',
};

export class Terms {
  readonly all: Term[] = [];
  readonly #known = new Map<string, Term>();
  readonly #conjuncts = new Map<number, ReadonlySet<number>>();
  readonly yes: Term = this.constant(1);
  readonly no: Term = this.constant(0);

  constant(value: number): Term {
    return this.#make(`${value}`, { kind: 'const', value }, value === 0 || value === 1);
  }

  /** A new unknown. */
  input(input: Input): Term {
    const term: Term = { id: this.all.length, boolean: input.kind === 'fact', kind: 'input', input };
    this.all.push(term);
    return term;
  }

  unary(op: UnaryOp, a: Term): Term {
    if (a.kind === 'const') return this.constant(applyUnary(op, a.value));
    if (op === '!') return this.not(a);
    return this.#make(`${op} ${a.id}`, { kind: 'unary', op, a }, false);
  }

  binary(op: BinaryOp, a: Term, b: Term): Term {
    if (a.kind === 'const' && b.kind === 'const') return this.constant(applyBinary(op, a.value, b.value));
    const simpler = this.#simplify(op, a, b);
    if (simpler !== undefined) return simpler;
    return this.#make(`${a.id} ${op} ${b.id}`, { kind: 'binary', op, a, b }, comparisons.has(op));
  }

  ite(condition: Term, a: Term, b: Term): Term {
    if (a === b) return a;
    if (condition.kind === 'const') return condition.value !== 0 ? a : b;
    if (a.kind === 'const' && b.kind === 'const' && a.boolean && b.boolean)
      return a.value === 1 ? this.truth(condition) : this.not(condition);
    if (condition.kind === 'unary' && condition.op === '!') return this.ite(condition.a, b, a);
    const key = `${condition.id} ? ${a.id} : ${b.id}`;
    return this.#make(key, { kind: 'ite', condition, a, b }, a.boolean && b.boolean);
  }

  /** 1 if the term is not 0. */
  truth(a: Term): Term {
    return a.boolean ? a : this.binary('!=', a, this.no);
  }

  not(a: Term): Term {
    if (a.kind === 'const') return this.constant(applyUnary('!', a.value));
    if (a.kind === 'unary' && a.op === '!') return this.truth(a.a);
    if (a.kind === 'binary') {
      const op = opposite[a.op];
      if (op !== undefined) return this.#make(`${a.a.id} ${op} ${a.b.id}`, { ...a, op }, true);
    }
    return this.#make(`! ${a.id}`, { kind: 'unary', op: '!', a }, true);
  }

  and(...conditions: Term[]): Term {
    return conditions.map((c) => this.truth(c)).reduce((a, b) => this.#and(a, b), this.yes);
  }

  or(...conditions: Term[]): Term {
    return conditions.map((c) => this.truth(c)).reduce((a, b) => this.#or(a, b), this.no);
  }

  equal(a: Term, b: Term): Term {
    return this.binary('==', a, b);
  }

  /** Whether `a` implies `b` because b is one of its conjuncts. */
  implies(a: Term, b: Term): boolean {
    return b === this.yes || this.#hasConjunct(a, b);
  }

  #and(a: Term, b: Term): Term {
    if (a === this.yes || a === b) return b;
    if (b === this.yes) return a;
    if (a === this.no || b === this.no) return this.no;
    if (this.#hasConjunct(a, b)) return a;
    if (this.#hasConjunct(b, a)) return b;
    if (this.#hasConjunct(a, this.not(b)) || this.#hasConjunct(b, this.not(a))) return this.no;
    return this.#make(`${a.id} && ${b.id}`, { kind: 'binary', op: '&&', a, b }, true);
  }

  #or(a: Term, b: Term): Term {
    if (a === this.no || a === b) return b;
    if (b === this.no) return a;
    if (a === this.yes || b === this.yes || a === this.not(b)) return this.yes;
    if (this.#hasConjunct(a, b)) return b;
    if (this.#hasConjunct(b, a)) return a;
    // (g && c) || (g && !c) is g: what two branches of an if lead to.
    if (isAnd(a) && isAnd(b)) {
      if (a.a === b.a) return this.#and(a.a, this.#or(a.b, b.b));
      if (a.b === b.b) return this.#and(this.#or(a.a, b.a), a.b);
    }
    return this.#make(`${a.id} || ${b.id}`, { kind: 'binary', op: '||', a, b }, true);
  }

  /** Whether the conjunction `a` has the conjunct `c`, possibly deep inside. */
  #hasConjunct(a: Term, c: Term): boolean {
    if (a === c) return true;
    return a.id > c.id && isAnd(a) && this.#conjunctsOf(a).has(c.id);
  }

  #conjunctsOf(a: And): ReadonlySet<number> {
    const known = this.#conjuncts.get(a.id);
    if (known !== undefined) return known;
    const conjuncts = new Set<number>();
    for (const part of [a.a, a.b]) {
      conjuncts.add(part.id);
      if (isAnd(part)) for (const id of this.#conjunctsOf(part)) conjuncts.add(id);
    }
    this.#conjuncts.set(a.id, conjuncts);
    return conjuncts;
  }

  #simplify(op: BinaryOp, a: Term, b: Term): Term | undefined {
    switch (op) {
      case '&&':
        return this.and(a, b);
      case '||':
        return this.or(a, b);
      case '+':
        if (isConst(a, 0)) return b;
        if (isConst(b, 0)) return a;
        // Sums of constants and one term: addresses of array cells.
        if (b.kind === 'const' && a.kind === 'binary' && a.op === '+' && a.b.kind === 'const')
          return this.binary('+', a.a, this.constant((a.b.value + b.value) | 0));
        return a.kind === 'const' ? this.binary('+', b, a) : undefined;
      case '-':
        if (a === b) return this.no;
        return b.kind === 'const' ? this.binary('+', a, this.constant(-b.value | 0)) : undefined;
      case '*':
        if (isConst(a, 0) || isConst(b, 0)) return this.no;
        if (isConst(a, 1)) return b;
        return isConst(b, 1) ? a : undefined;
      case '&':
        if (isConst(a, 0) || isConst(b, 0)) return this.no;
        return a === b ? a : undefined;
      case '|':
        if (isConst(a, 0)) return b;
        return isConst(b, 0) || a === b ? a : undefined;
      case '^':
        if (a === b) return this.no;
        if (isConst(a, 0)) return b;
        return isConst(b, 0) ? a : undefined;
      case '==':
        return this.#simplifyEqual(a, b);
      case '!=': {
        if (isConst(b, 0) && a.boolean) return a;
        const equal = this.#simplifyEqual(a, b);
        return equal === undefined ? undefined : this.not(equal);
      }
      case '<':
      case '>':
      case '<u':
      case '>u':
        return a === b ? this.no : undefined;
      case '<=':
      case '>=':
      case '<=u':
      case '>=u':
        return a === b ? this.yes : undefined;
      default:
        return undefined;
    }
  }

  #simplifyEqual(a: Term, b: Term): Term | undefined {
    if (a === b) return this.yes;
    if (a.kind === 'const') return this.binary('==', b, a);
    if (a.boolean && isConst(b, 0)) return this.not(a);
    if (a.boolean && isConst(b, 1)) return a;
    // Selections among constants: compare the constants.
    if (b.kind === 'const' && a.kind === 'ite' && a.a.kind === 'const' && a.b.kind === 'const')
      return this.ite(a.condition, this.equal(a.a, b), this.equal(a.b, b));
    return undefined;
  }

  #make(key: string, shape: Shape, boolean: boolean): Term {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const term: Term = { ...shape, id: this.all.length, boolean };
    this.all.push(term);
    this.#known.set(key, term);
    return term;
  }
}

type And = Extract<Term, { kind: 'binary' }> & { readonly op: '&&' };

function isAnd(t: Term): t is And {
  return t.kind === 'binary' && t.op === '&&';
}

const isConst = (t: Term, value: number): boolean => t.kind === 'const' && t.value === value;
