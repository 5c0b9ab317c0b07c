// When two routes contradict each other.

import { describe, expect, it } from 'vitest';
import { agreementOf, type RouteVerdict } from '../../../src/verdict/crosscheck/index.js';

const set = (complete: boolean, ...items: string[]): RouteVerdict => ({ kind: 'set', items, complete });
const count = (n: number, complete = true): RouteVerdict => ({ kind: 'count', count: n, complete });
const exists = (is: boolean, complete = true): RouteVerdict => ({ kind: 'exists', exists: is, complete });

const agreement = (a: RouteVerdict, b: RouteVerdict): string =>
  agreementOf({
    question: 'outcomes',
    model: 'tso',
    testimonies: [
      { route: 'explicit', said: a },
      { route: 'symbolic', said: b },
    ],
  });

describe('two routes', () => {
  it.each<[string, RouteVerdict, RouteVerdict, string]>([
    ['the same set in another order', set(true, 'a', 'b'), set(true, 'b', 'a'), 'agreement'],
    ['a set and a larger one', set(true, 'a'), set(true, 'a', 'b'), 'disagreement'],
    ['part of what the other found', set(false, 'a'), set(true, 'a', 'b'), 'open'],
    ['something the other denies', set(false, 'a', 'c'), set(true, 'a', 'b'), 'disagreement'],
    ['two parts', set(false, 'a'), set(false, 'b'), 'open'],
    ['the same number', count(3), count(3), 'agreement'],
    ['a higher number', count(3), count(4), 'disagreement'],
    ['as many so far', count(3), count(3, false), 'open'],
    ['more so far', count(3), count(4, false), 'disagreement'],
    ['yes and no', exists(true), exists(false), 'disagreement'],
    ['yes, found early', exists(true, false), exists(true), 'agreement'],
    ['yes, found early, and no', exists(true, false), exists(false), 'disagreement'],
    ['not seen so far', exists(false, false), exists(true), 'open'],
    ['no answer', { kind: 'no answer', reason: 'unbounded' }, exists(true), 'open'],
    ['a broken invariant', { kind: 'failed', message: 'a bug' }, exists(true), 'disagreement'],
  ])('%s', (_, a, b, expected) => {
    expect(agreement(a, b)).toBe(expected);
    expect(agreement(b, a)).toBe(expected);
  });
});
