// The values of unrolled code as a graph of terms (single static assignment): equal terms are the same object, constants
// are folded, and conditions are simplified so that the guard after a branch is again the guard before it.
// Truth is the number 1, as in programs; `boolean` marks terms that are 0 or 1. A term is a signed number, whatever width the
// program has for it, so that extending a sign does nothing; `width` matters for operators whose result depends on it.

import {
  applyBinary,
  applyUnary,
  type BinaryOp,
  dependsOnWidth,
  type ExprWidth,
  type UnaryOp,
} from '../../program/expression.js';
import { type Integer, type Width, wrap } from '../../program/integer.js';
import { Conjuncts } from './conjuncts.js';

/**
 * An input that the solver decides: the value of a read, a nondeterministic choice, or a fact about the whole
 * execution.
 */
type Input =
  | { readonly kind: 'read'; readonly read: number }
  | { readonly kind: 'choice'; readonly from: Integer; readonly to: Integer }
  | { readonly kind: 'fact'; readonly fact: number }
  /** The final value of a cell. */
  | { readonly kind: 'final'; readonly final: number };

interface TermBase {
  /** Position in `Terms.all`: operands have smaller ids. */
  readonly id: number;
  readonly boolean: boolean;
  /** Whether it may not fit 32 bits. */
  readonly wide: boolean;
}

export type Term = TermBase &
  (
    | { readonly kind: 'const'; readonly value: Integer }
    | { readonly kind: 'unary'; readonly op: UnaryOp; readonly a: Term; readonly width: ExprWidth }
    | {
        readonly kind: 'binary';
        readonly op: BinaryOp;
        readonly a: Term;
        readonly b: Term;
        readonly width: ExprWidth;
      }
    | { readonly kind: 'ite'; readonly condition: Term; readonly a: Term; readonly b: Term }
    | { readonly kind: 'input'; readonly input: Input }
  );

type Shape = Term extends infer T ? (T extends Term ? Omit<T, 'id' | 'boolean' | 'wide'> : never) : never;

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
  readonly #conjuncts = new Map<number, Conjuncts>();
  readonly yes: Term = this.constant(1);
  readonly no: Term = this.constant(0);

  constructor(
    /** Whether cells may hold more than 32 bits. */
    readonly wideCells = false,
  ) {}

  constant(value: Integer): Term {
    const wide = wrap(value, 32) !== value;
    return this.#make(`${value}`, { kind: 'const', value }, value === 0 || value === 1, wide);
  }

  /** A new unknown. */
  input(input: Input): Term {
    const boolean = input.kind === 'fact';
    const wide =
      input.kind === 'choice'
        ? wrap(input.from, 32) !== input.from || wrap(input.to, 32) !== input.to
        : !boolean && this.wideCells;
    const term: Term = { id: this.all.length, boolean, wide, kind: 'input', input };
    this.all.push(term);
    return term;
  }

  /** `width` is that of the operand. */
  unary(op: UnaryOp, a: Term, operandWidth: ExprWidth = 32): Term {
    if (a.kind === 'const')
      return this.constant(applyUnary(op, a.value, dependsOnWidth(op) ? operandWidth : 64));
    switch (op) {
      case '!':
        return this.not(a);
      case 'sext32':
        return a;
      case 'low32':
        if (!a.wide) return a;
        if (a.kind === 'unary' && a.op === 'zext32') return a.a;
        break;
      default:
        break;
    }
    const width = dependsOnWidth(op) ? operandWidth : 64;
    const wide = op === 'zext32' || (op === '-' && operandWidth === 64) || (op === '~' && a.wide);
    return this.#make(`${op}${mark(op, width)} ${a.id}`, { kind: 'unary', op, a, width }, false, wide);
  }

  /** `width` is that of the operands. */
  binary(op: BinaryOp, a: Term, b: Term, operandWidth: ExprWidth = 32): Term {
    const width = dependsOnWidth(op) ? operandWidth : 64;
    if (a.kind === 'const' && b.kind === 'const')
      return this.constant(applyBinary(op, a.value, b.value, width));
    // Which side of an equation is which does not matter.
    if ((op === '==' || op === '!=') && b.kind !== 'const' && a.id > b.id)
      return this.binary(op, b, a, width);
    const simpler = this.#simplify(op, a, b, width);
    if (simpler !== undefined) return simpler;
    const boolean = comparisons.has(op);
    // A shift to the right and a remainder are no larger than what they start from.
    const wide = dependsOnWidth(op)
      ? width === 64 && (op !== '>>' || a.wide)
      : !boolean && (a.wide || b.wide);
    const key = `${a.id} ${op}${mark(op, width)} ${b.id}`;
    return this.#make(key, { kind: 'binary', op, a, b, width }, boolean, wide);
  }

  /** The low bits of a cell or of a stored value, as an access of that width sees them. */
  cut(a: Term, width: Width): Term {
    switch (width) {
      case 8:
        return this.unary('sext8', a);
      case 16:
        return this.unary('sext16', a);
      case 32:
        return this.unary('low32', a, 64);
      case 64:
        return a;
    }
  }

  ite(condition: Term, a: Term, b: Term): Term {
    if (a === b) return a;
    if (condition.kind === 'const') return condition.value !== 0 ? a : b;
    if (a.kind === 'const' && b.kind === 'const' && a.boolean && b.boolean)
      return a.value === 1 ? this.truth(condition) : this.not(condition);
    if (condition.kind === 'unary' && condition.op === '!') return this.ite(condition.a, b, a);
    const key = `${condition.id} ? ${a.id} : ${b.id}`;
    return this.#make(key, { kind: 'ite', condition, a, b }, a.boolean && b.boolean, a.wide || b.wide);
  }

  /** 1 if the term is not 0. */
  truth(a: Term): Term {
    return a.boolean ? a : this.binary('!=', a, this.no);
  }

  not(a: Term): Term {
    if (a.kind === 'const') return this.constant(applyUnary('!', a.value, 64));
    if (a.kind === 'unary' && a.op === '!') return this.truth(a.a);
    if (a.kind === 'binary') {
      const op = opposite[a.op];
      if (op !== undefined) return this.#make(`${a.a.id} ${op} ${a.b.id}`, { ...a, op }, true, false);
    }
    return this.#make(`! ${a.id}`, { kind: 'unary', op: '!', a, width: 64 }, true, false);
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

  /** The conjuncts of a conjunction, nested ones included. */
  conjunctsOf(a: Term): Term[] {
    return isAnd(a) ? Array.from(this.#conjunctsOf(a), (id) => this.all[id]) : [a];
  }

  #and(a: Term, b: Term): Term {
    if (a === this.yes || a === b) return b;
    if (b === this.yes) return a;
    if (a === this.no || b === this.no) return this.no;
    if (this.#hasConjunct(a, b)) return a;
    if (this.#hasConjunct(b, a)) return b;
    if (this.#hasConjunct(a, this.not(b)) || this.#hasConjunct(b, this.not(a))) return this.no;
    if (isAnd(a) && isAnd(b) && this.#contradicts(a, b)) return this.no;
    return this.#make(`${a.id} && ${b.id}`, { kind: 'binary', op: '&&', a, b, width: 64 }, true, false);
  }

  #or(a: Term, b: Term): Term {
    if (a === this.no || a === b) return b;
    if (b === this.no) return a;
    if (a === this.yes || b === this.yes || a === this.not(b)) return this.yes;
    if (this.#hasConjunct(a, b)) return b;
    if (this.#hasConjunct(b, a)) return a;
    // (g && c) || (g && !c) is g: the branches of an if meet again.
    if (isAnd(a) && isAnd(b)) {
      if (a.a === b.a) return this.#and(a.a, this.#or(a.b, b.b));
      if (a.b === b.b) return this.#and(this.#or(a.a, b.a), a.b);
    }
    return this.#make(`${a.id} || ${b.id}`, { kind: 'binary', op: '||', a, b, width: 64 }, true, false);
  }

  /** Whether the conjunction `a` has the conjunct `c`, possibly deep inside. */
  #hasConjunct(a: Term, c: Term): boolean {
    if (a === c) return true;
    return a.id > c.id && isAnd(a) && this.#conjunctsOf(a).has(c.id);
  }

  /** Whether a conjunct of one is the negation of a conjunct of the other, as when a path is left and gone on with. */
  #contradicts(a: And, b: And): boolean {
    const [few, many] = [this.#conjunctsOf(a), this.#conjunctsOf(b)].sort((x, y) => x.size - y.size);
    for (const id of few) {
      const negation = this.#negationOf(this.all[id]);
      if (negation !== undefined && many.has(negation.id)) return true;
    }
    return false;
  }

  /** The negation of a condition, if there is such a term. */
  #negationOf(a: Term): Term | undefined {
    if (a.kind === 'unary' && a.op === '!') return a.a.boolean ? a.a : undefined;
    const op = a.kind === 'binary' ? opposite[a.op] : undefined;
    if (a.kind === 'binary' && op !== undefined) return this.#known.get(`${a.a.id} ${op} ${a.b.id}`);
    return this.#known.get(`! ${a.id}`);
  }

  #conjunctsOf(a: And): Conjuncts {
    const known = this.#conjuncts.get(a.id);
    if (known !== undefined) return known;
    const ofPart = (part: Term): Conjuncts => (isAnd(part) ? this.#conjunctsOf(part) : Conjuncts.none);
    const conjuncts = Conjuncts.joined(ofPart(a.a), ofPart(a.b), [a.a.id, a.b.id]);
    this.#conjuncts.set(a.id, conjuncts);
    return conjuncts;
  }

  #simplify(op: BinaryOp, a: Term, b: Term, width: ExprWidth): Term | undefined {
    switch (op) {
      case '&&':
        return this.and(a, b);
      case '||':
        return this.or(a, b);
      case '+':
        if (isConst(a, 0)) return b;
        if (isConst(b, 0)) return a;
        // Sums of constants and one term: addresses of array cells.
        if (
          b.kind === 'const' &&
          a.kind === 'binary' &&
          a.op === '+' &&
          a.b.kind === 'const' &&
          a.width === width
        )
          return this.binary('+', a.a, this.binary('+', a.b, b, width), width);
        return a.kind === 'const' ? this.binary('+', b, a, width) : undefined;
      case '-':
        if (a === b) return this.no;
        return b.kind === 'const' ? this.binary('+', a, this.unary('-', b, width), width) : undefined;
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

  #make(key: string, shape: Shape, boolean: boolean, wide: boolean): Term {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const term: Term = { ...shape, id: this.all.length, boolean, wide };
    this.all.push(term);
    this.#known.set(key, term);
    return term;
  }
}

type And = Extract<Term, { kind: 'binary' }> & { readonly op: '&&' };

function isAnd(t: Term): t is And {
  return t.kind === 'binary' && t.op === '&&';
}

const mark = (op: BinaryOp | UnaryOp, width: ExprWidth): string =>
  width === 64 && dependsOnWidth(op) ? 'W' : '';

const isConst = (t: Term, value: number): boolean => t.kind === 'const' && t.value === value;
