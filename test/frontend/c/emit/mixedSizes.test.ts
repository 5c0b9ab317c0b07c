// Memory that threads share and use with different sizes, read on the middle: as on a machine with bytes, or no answer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import { InputError } from '../../../../src/support/diagnostic.js';
import { findingsIn, run, states } from '../run.js';
import { anyThreads, reference, textOf } from '../unionMachine.js';
import { expectAnswer } from './answers.js';

it('a union of members that begin together is as on a machine with bytes, or has no answer', () => {
  const seen = { whole: 0, unclear: 0 };
  fc.assert(
    fc.property(anyThreads, fc.constantFrom(...modelNames), (threads, model) => {
      const text = textOf(threads);
      const { outcomes, punned } = reference(threads, model);
      const unclear = findingsIn(run(text, model));
      expect(unclear.every((line) => line.startsWith('mixed-size'))).toBe(true);
      if (unclear.length > 0) {
        seen.unclear++;
        expect(punned).toBe(true);
        return;
      }
      seen.whole++;
      const observe = threads.flatMap((ops, t) => ops.map((_, i) => `r${t}${i}`));
      const found = states(text, model, { observe }).map((line) => line.replace(/r\d+=/g, ''));
      expect([text, found]).toEqual([text, [...outcomes].sort()]);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 30) },
  );
  expect(Math.min(seen.whole, seen.unclear)).toBeGreaterThan(0);
});

const head = '#include <pthread.h>\n#include <stdint.h>\n';
const halves = (f: string, g: string): string => `${head}union { uint32_t w; uint16_t h[2]; } u; int r, s, x;
void *f(void *a) { ${f} return a; } void *g(void *a) { ${g} return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g(0); pthread_join(t, 0); }`;

describe.each(['sc', 'tso'] as const)('halves of a word, under %s', (model) => {
  it.each([
    ['a load with an empty buffer', 'u.h[0] = 1; u.h[1] = 1;', 'r = u.w;'],
    [
      'a store before a fence',
      'r = u.h[1]; s = u.h[0];',
      '__atomic_store_n(&u.w, 0x20002, __ATOMIC_SEQ_CST);',
    ],
  ])('%s', (_, f, g) => expectAnswer(halves(f, g), model, { observe: ['r', 's'] }));

  it('a load behind a store of its thread is refused', () => {
    expect(() => run(halves('u.h[0] = 1; u.h[1] = x;', 'x = 1; r = u.w;'), model)).toThrow(InputError);
  });
});

it('a word of which halves are only loaded may be changed by read-modify-writes and stores', () => {
  const text = `${head}union { uint32_t val; uint16_t owner; } l; int r;
void *f(void *a) { __atomic_fetch_add(&l.val, 1u << 16, 5); __atomic_store_n(&l.val, 3, __ATOMIC_RELEASE); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); r = __atomic_load_n(&l.owner, 5); pthread_join(t, 0); }`;
  expect(states(text, 'tso', { observe: ['r'] })).toEqual(['r=0', 'r=3']);
});

it('a pointer with a mark in its highest bits', () => {
  const text = `${head}int x = 4; long r; int main(void) { uint64_t n = (uint64_t)7 << 56 | (uint64_t)&x; r = *(int *)(n & 0xffffffffffff) + (n >> 56); }`;
  expectAnswer(text, 'sc', { observe: ['r'] });
});

it('pointers that begin as numbers of more than 32 bits', () => {
  const text = `${head}int x, same; void *a = (void *)0x1100000001, *b = (void *)0x2200000001;
void *f(void *p) { a = &x; b = &x; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); void *u = a, *v = b; same = u == v && u != &x; pthread_join(t, 0); }`;
  expect(states(text, 'tso', { observe: ['same'] })).toEqual(['same=0']);
});

it('a word that begins in an array and ends behind it', () => {
  const text = `${head}int main(void) { int v[2]; *(long *)&v[0] = 1; *(long *)&v[1] = 2; }`;
  expect(findingsIn(run(text)).map((line) => line.split(' ')[0])).toEqual(['invalid-address']);
});
