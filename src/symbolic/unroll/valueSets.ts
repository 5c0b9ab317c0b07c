// The value set of every term, given those of the inputs.

import { lookAtClock } from '../../support/timeOver.js';
import type { Term, Terms } from './term.js';
import {
  anyOf,
  booleans,
  contains,
  isNothing,
  mapBinary,
  mapUnary,
  nothing,
  only,
  rangeOf,
  sameSet,
  single,
  union,
  type ValueSet,
} from './valueSet.js';

/**
 * Value sets by term id. `readSet` gives the values that reads may see; without it, a read may see any value. Terms
 * whose operands did not change keep their set of the earlier round.
 */
export function valueSets(
  terms: Terms,
  readSet?: (read: number) => ValueSet,
  factSet: (fact: number) => ValueSet = () => booleans,
  finalSet?: (final: number) => ValueSet,
  earlier?: readonly ValueSet[],
): ValueSet[] {
  const sets: ValueSet[] = [];
  const operand = (t: Term): ValueSet => sets[t.id];
  const same = (t: Term): boolean => sets[t.id] === earlier?.[t.id];
  for (const term of terms.all) {
    lookAtClock();
    const known = earlier?.[term.id];
    const conjunction = term.kind === 'binary' && term.op === '&&';
    // A contradiction follows from the sets of terms other than its operands.
    if (known !== undefined && isUnchanged(term, same) && !(conjunction && single(known) === 0)) {
      sets.push(known);
      continue;
    }
    const set =
      conjunction &&
      (excludesEveryValue(terms, term.a, term.b, operand) ||
        excludesEveryValue(terms, term.b, term.a, operand))
        ? only(0)
        : setOf(term, operand, readSet, factSet, finalSet);
    sets.push(known !== undefined && sameSet(known, set) ? known : set);
  }
  return sets;
}

/** Compared with more values than this a term is left to the solver. */
const fewValues = 16;

/**
 * Whether `a` compares a term with a constant, and no value of the term satisfies both `a` and the conjuncts of `b`
 * about it. Example: a test-and-set that found neither 0 nor 1.
 */
function excludesEveryValue(terms: Terms, a: Term, b: Term, operand: (t: Term) => ValueSet): boolean {
  const compared = comparison(a);
  if (compared === undefined) return false;
  const set = operand(compared.a);
  if (set.kind !== 'set' || isNothing(set) || set.values.length > fewValues) return false;
  const demands = [compared];
  for (const conjunct of terms.conjunctsOf(b)) {
    const other = comparison(conjunct);
    if (other?.a === compared.a) demands.push(other);
  }
  return !set.values.some((value) =>
    demands.every((d) => !contains(mapBinary(d.op, only(value), operand(d.b), d.width), 0)),
  );
}

/** A comparison with a constant. */
function comparison(t: Term): Extract<Term, { kind: 'binary' }> | undefined {
  return t.kind === 'binary' && t.boolean && t.b.kind === 'const' ? t : undefined;
}

function isUnchanged(term: Term, same: (operand: Term) => boolean): boolean {
  switch (term.kind) {
    case 'const':
      return true;
    case 'unary':
      return same(term.a);
    case 'binary':
      return same(term.a) && same(term.b);
    case 'ite':
      return same(term.condition) && same(term.a) && same(term.b);
    case 'input':
      return false;
  }
}

/** The set of one term, given those of its operands. */
export function setOf(
  term: Term,
  operand: (t: Term) => ValueSet,
  readSet?: (read: number) => ValueSet,
  factSet: (fact: number) => ValueSet = () => booleans,
  finalSet?: (final: number) => ValueSet,
): ValueSet {
  switch (term.kind) {
    case 'const':
      return only(term.value);
    case 'unary':
      return mapUnary(term.op, operand(term.a), term.width);
    case 'binary': {
      const a = operand(term.a);
      const b = operand(term.b);
      // One side may decide, even if nothing reaches the other.
      if (term.op === '&&') return truths(mayBeTrue(a) && mayBeTrue(b), mayBeFalse(a) || mayBeFalse(b));
      if (term.op === '||') return truths(mayBeTrue(a) || mayBeTrue(b), mayBeFalse(a) && mayBeFalse(b));
      return mapBinary(term.op, a, b, term.width);
    }
    case 'ite': {
      const condition = operand(term.condition);
      if (isNothing(condition)) return nothing;
      const whenTrue = mayBeTrue(condition) ? operand(term.a) : nothing;
      const whenFalse = mayBeFalse(condition) ? operand(term.b) : nothing;
      return union(whenTrue, whenFalse);
    }
    case 'input':
      switch (term.input.kind) {
        case 'read':
          return readSet?.(term.input.read) ?? anyOf(term.wide ? 64 : 32);
        case 'choice':
          return rangeOf(term.input.from, term.input.to);
        case 'fact':
          return factSet(term.input.fact);
        case 'final':
          return finalSet?.(term.input.final) ?? anyOf(term.wide ? 64 : 32);
      }
  }
}

const mayBeTrue = (s: ValueSet): boolean => !isNothing(s) && single(s) !== 0;
const mayBeFalse = (s: ValueSet): boolean => contains(s, 0);

const truths = (mayBe: boolean, mayNotBe: boolean): ValueSet =>
  mayBe ? (mayNotBe ? booleans : only(1)) : mayNotBe ? only(0) : nothing;
