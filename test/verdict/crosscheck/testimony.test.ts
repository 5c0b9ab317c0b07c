// When two routes contradict each other.

import { describe, expect, it } from 'vitest';
import { concordOf, type Said } from '../../../src/verdict/crosscheck/index.js';

const set = (complete: boolean, ...items: string[]): Said => ({ kind: 'set', items, complete });
const count = (n: number, complete = true): Said => ({ kind: 'count', count: n, complete });
const exists = (is: boolean, complete = true): Said => ({ kind: 'exists', exists: is, complete });

const concord = (a: Said, b: Said): string =>
  concordOf({
    question: 'outcomes',
    model: 'tso',
    testimonies: [
      { route: 'explicit', said: a },
      { route: 'symbolic', said: b },
    ],
  });

describe('two routes', () => {
  it.each<[string, Said, Said, string]>([
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
    expect(concord(a, b)).toBe(expected);
    expect(concord(b, a)).toBe(expected);
  });
});
