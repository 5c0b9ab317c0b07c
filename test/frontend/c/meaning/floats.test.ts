// Floating-point numbers that come from memory, computed as the program runs: against JavaScript's, whose doubles are those of IEEE 754.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticOf, findings, states } from '../run.js';

const view = new DataView(new ArrayBuffer(8));
const bits64 = (value: number): bigint => {
  view.setFloat64(0, value);
  return view.getBigInt64(0);
};
const bits32 = (value: number): bigint => {
  view.setFloat32(0, value);
  return BigInt(view.getInt32(0));
};
const float = (value: number): number => Math.fround(value);

/** Where rounding, overflow and the numbers below the normal ones are, and numbers that are close to each other. */
const number = fc.oneof(
  fc.double(),
  fc.double({ min: -1000, max: 1000 }),
  fc.float(),
  fc.integer(),
  fc.constantFrom(0, -0, 1, 0.1, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e300, -(2 ** 63)),
);
const long = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -99n, max: 99n }),
);

const fits = (value: number, least: number, most: number): boolean => value > least - 1 && value < most + 1;

interface Case {
  /** On X and Y (doubles), F and G (floats), L (a long). */
  readonly text: string;
  readonly expected: (x: number, y: number, l: bigint) => bigint | undefined;
}

const truth = (value: boolean): bigint => (value ? 1n : 0n);

const cases: readonly Case[] = [
  { text: 'bits(X + Y)', expected: (x, y) => bits64(x + y) },
  { text: 'bits(X - Y)', expected: (x, y) => bits64(x - y) },
  { text: 'bits(X * Y)', expected: (x, y) => bits64(x * y) },
  { text: 'bits(X / Y)', expected: (x, y) => bits64(x / y) },
  { text: 'bits(-X)', expected: (x) => bits64(-x) },
  { text: 'bits(sqrt(X))', expected: (x) => bits64(Math.sqrt(x)) },
  { text: 'fbits(sqrtf(F))', expected: (x) => bits32(Math.sqrt(float(x))) },
  { text: 'X == Y', expected: (x, y) => truth(x === y) },
  { text: 'X != Y', expected: (x, y) => truth(x !== y) },
  { text: 'X < Y', expected: (x, y) => truth(x < y) },
  { text: 'X >= Y', expected: (x, y) => truth(x >= y) },
  { text: '!X', expected: (x) => truth(x === 0) },
  { text: '(_Bool)X', expected: (x) => truth(x !== 0) },
  { text: 'fbits(F + G)', expected: (x, y) => bits32(float(float(x) + float(y))) },
  { text: 'fbits(F * G)', expected: (x, y) => bits32(float(float(x) * float(y))) },
  { text: 'fbits(F / G)', expected: (x, y) => bits32(float(float(x) / float(y))) },
  { text: 'F < Y', expected: (x, y) => truth(float(x) < y) },
  { text: 'fbits(X)', expected: (x) => bits32(x) },
  { text: 'bits(F)', expected: (x) => bits64(float(x)) },
  { text: 'bits(L)', expected: (_x, _y, l) => bits64(Number(l)) },
  { text: 'bits((unsigned long)L)', expected: (_x, _y, l) => bits64(Number(BigInt.asUintN(64, l))) },
  { text: 'bits((unsigned char)L)', expected: (_x, _y, l) => bits64(Number(BigInt.asUintN(8, l))) },
  {
    text: '(int)X',
    expected: (x) => (fits(x, -(2 ** 31), 2 ** 31 - 1) ? BigInt(Math.trunc(x)) : -(2n ** 31n)),
  },
  { text: '(signed char)X', expected: (x) => (fits(x, -128, 127) ? BigInt(Math.trunc(x)) : undefined) },
  { text: '(unsigned)X', expected: (x) => (fits(x, 0, 2 ** 32 - 1) ? BigInt(Math.trunc(x)) : undefined) },
  { text: '(long)X', expected: (x) => (Math.abs(x) < 2 ** 63 ? BigInt(Math.trunc(x)) : -(2n ** 63n)) },
  {
    text: '(unsigned long)X',
    expected: (x) => (x > -1 && x < 2 ** 64 ? BigInt.asIntN(64, BigInt(Math.trunc(x))) : undefined),
  },
];

const isNaN64 = (bits: bigint): boolean => BigInt.asUintN(64, bits << 1n) > 0xffe0000000000000n;
const isNaN32 = (bits: bigint): boolean => BigInt.asUintN(32, bits << 1n) > 0xff000000n;

describe('floating-point numbers from memory', () => {
  it('are computed as IEEE 754 says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number, long), { minLength: 30, maxLength: 30 }), (inputs) => {
        const names = cases.map((_, i) => `r${i}`);
        const words = (of: (input: [number, number, bigint]) => bigint): string =>
          inputs.map((input) => `${BigInt.asUintN(64, of(input))}ul`).join();
        // one program for all numbers, which chooses among them
        const text = `#include <math.h>
          union { unsigned long u; double d; } X_, Y_, R; union { int u; float f; } F_, G_, S; long L, ${names.join(', ')};
          #define X X_.d
          #define Y Y_.d
          #define F F_.f
          #define G G_.f
          unsigned long x[] = { ${words(([x]) => bits64(x))} }, y[] = { ${words(([, y]) => bits64(y))} }, l[] = { ${words(([, , l]) => l)} };
          int f[] = { ${words(([x]) => bits32(x))} }, g[] = { ${words(([, y]) => bits32(y))} }, chosen;
          long bits(double d) { R.d = d; return R.u; }
          long fbits(float f) { S.f = f; return S.u; }
          int main(void) {
            unsigned i = __VERIFIER_nondet_uint(); __VERIFIER_assume(i < ${inputs.length}); chosen = i;
            X_.u = x[i]; Y_.u = y[i]; F_.u = f[i]; G_.u = g[i]; L = l[i];
            ${cases.map((one, i) => `r${i} = ${one.text};`).join('\n')}
          }`;
        const found = states(text, 'sc', { observe: ['chosen', ...names] });
        expect(found).toHaveLength(inputs.length);
        for (const state of found) {
          const [chosen, ...values] = state.split(' ').map((part) => BigInt(part.replace(/.*=/, '')));
          const [x, y, l] = inputs[Number(chosen)];
          cases.forEach(({ text: what, expected }, i) => {
            const wanted = expected(x, y, l);
            const isNotANumber = what.startsWith('f') ? isNaN32 : isNaN64;
            if (wanted === undefined || (isNotANumber(wanted) && isNotANumber(values[i]))) return;
            expect(`${what} of ${x}, ${y}, ${l}: ${values[i]}`).toBe(
              `${what} of ${x}, ${y}, ${l}: ${wanted}`,
            );
          });
        }
      }),
      { numRuns: 1 },
    );
  });

  it('are atomic where they are declared so', () => {
    const text = `#include <pthread.h>
      #include <stdatomic.h>
      #include <assert.h>
      _Atomic double d = 1; _Atomic float f; atomic_int n = 3; double e = 1;
      void *t(void *x) { d += 1.5; double one = 1; atomic_compare_exchange_strong(&d, &one, 8); return x; }
      int main(void) {
        pthread_t h; pthread_create(&h, 0, t, 0);
        d = d; d *= 2;
        pthread_join(h, 0);
        assert(d == 3.5 || d == 5 || d == 2 || d == 16);
        f = e / 2; f++; n += 1.7; assert(f == 1.5f && n == 4 && atomic_exchange(&f, 2) == 1.5 && atomic_load(&f) == 2);
      }`;
    expect(findings(text, 'pso', { observe: [] })).toEqual([]);
    expect(diagnosticOf('_Atomic long double d; int main(void) { d = 1; }').message).toBe(
      '_Atomic long double is not supported',
    );
  });

  it('that nothing depends on are not computed', () => {
    const text = `#include <stdio.h>
      int x; double g;
      int main(void) { double d = g; for (int i = 0; i < 9; i++) d = d * 1.5 + x; printf("%f", d); }`;
    expect(states(text, 'sc', { observe: ['x'] })).toEqual(['x=0']);
  });
});
