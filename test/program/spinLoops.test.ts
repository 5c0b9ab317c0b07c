// Which loops become assumes, and what of them remains.

import { describe, expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { validate } from '../../src/program/validate.js';

const waiting = (body: string, observed = '0:r;'): Program =>
  parseLitmus(
    `C waiting\n{}\nP0(int *x, int *y) { int r; int s; int t; ${body} }\nlocations [${observed}]\n`,
    'waiting.litmus',
  );

/** The same beside a thread that writes both cells. */
const contested = (body: string): Program =>
  parseLitmus(
    `C contested\n{}\nP0(int *x, int *y) { int r; int s; int t; ${body} }\nP1(int *x, int *y) { *x = 4; *y = 4; }\nlocations [0:r; x; y;]\n`,
    'contested.litmus',
  );

const isRewritten = (original: Program): boolean => assumeSpinLoops(original) !== original;

describe('a loop is one round if', () => {
  it.each([
    ['it loads until it may break', 'while (1) { r = *x; if (r) break; }'],
    ['its condition is over what it loads', 'r = *x; while (r == 0) { r = *x; }'],
    ['its condition loads', 'while (*x == 0) {} r = *x;'],
    ['it continues', 'while (1) { r = *x; if (r == 0) continue; break; }'],
    ['it leaves an outer block', 'B: { while (1) { r = *x; if (r) break B; } }'],
    ['it goes on with an outer loop', 'A: while (1) { while (1) { r = *x; if (r) continue A; } }'],
    ['it has fences', 'while (1) { smp_mb(); r = *x; smp_wmb(); if (r) break; }'],
    ['it asserts', 'while (1) { r = *x; assert(r < 2); if (r) break; }'],
    ['it does nothing at all', 'while (1) {}'],
    ['it chooses', 'while (1) { r = nondet(0, 1); if (r) break; }'],
    [
      'a counter scans',
      'while (1) { s = 0; r = 1; while (s < 2) { t = *x; if (t == 0) { r = 0; } s++; } if (r) break; }',
    ],
    [
      'what it leaves behind is overwritten',
      'while (1) { r = *x; if (r) break; s = *y; if (s) break; } s = *x; *y = s;',
    ],
    ['the loop within it is', 'while (1) { s = *y; while (s) { s = *y; } r = *x; if (r) break; }'],
  ])('%s', (_, body) => {
    const original = waiting(body);
    expect(isRewritten(original)).toBe(true);
    const rewritten = validate(assumeSpinLoops(original));
    expect(printProgram(rewritten)).not.toMatch(/while \((1|r)/);
    expect(assumeSpinLoops(rewritten)).toBe(rewritten);
  });
});

describe('a loop looks itself whether a round changed something if', () => {
  it.each([
    ['it tests and sets', 'while (1) { r = atomic_xchg(x, 1); if (r == 0) break; }'],
    ['it compares and swaps', 'while (1) { r = atomic_cmpxchg(x, 0, 1); if (r == 0) break; }'],
    ['it stores in some rounds', 'while (1) { r = *x; if (r == 2) { *y = 1; } if (r) break; }'],
    ['a round reads what the one before loaded', 'while (1) { if (r) break; r = *x; }'],
    ['its condition may be over an older round', 'while (r == 0) { s = *y; if (s) { r = *x; } }'],
    // The last round does not load r, which is of the round before.
    ['an older round is seen after it', 'while (1) { s = *y; if (s) break; r = *x; }'],
    ['it has an atomic block', 'while (1) { atomic { r = *x; if (r == 0) { *x = 1; } } if (r == 0) break; }'],
    ['it counts in some rounds', 'while (r < 3) { s = *x; if (s) { r++; } }'],
    ['it counts where it does not leave a block', 'while (r < 3) { B: { s = *x; if (s) break B; r++; } }'],
    ['it goes on before it counts', 'while (r < 3) { s = *x; if (s) continue; r++; }'],
    ['it counts forth and back', 'while (r < 3) { s = *x; r = r + 2 - 2; }'],
    ['it multiplies', 'while (r < 3) { s = *x; r = r * 3; }'],
    [
      'a loop within may count back',
      'while (r < 3) { r++; s = 0; while (s < 2) { s++; t = *x; r = r - t; } }',
    ],
    [
      'a loop within may not run',
      'while (1) { s = *y; while (s) { *x = 1; s = *y; } r = *x; if (r) break; }',
    ],
    ['it may load after it has counted', 'while (r < 3) { r++; s = *x; if (s) { r = *y; } }'],
    ['it leaves an outer block', 'while (r < 3) { A: { B: { s = *x; if (s) break A; } r++; } }'],
    [
      'a loop within leaves a block',
      'while (r < 3) { B: { s = *x; while (s) { t = *y; if (t) break B; s = *x; } r++; } }',
    ],
    [
      'a loop within goes on',
      'A: while (r < 3) { s = *x; while (s) { t = *y; if (t) continue A; s = *x; } r++; }',
    ],
    ['it counts another register on', 'while (r < 3) { t = s + 1; r = t; s = *x; }'],
    ['it may store again what is there', 'while (1) { r = *x; *y = 1; if (r) break; }'],
    ['it may do so in a section', 'while (1) { atomic { r = *x; *y = 1; } if (r) break; }'],
  ])('%s', (_, body) => {
    const original = waiting(body);
    const rewritten = validate(assumeSpinLoops(original));
    expect(rewritten).not.toBe(original);
    expect(printProgram(rewritten)).toContain('.spin0');
    expect(assumeSpinLoops(rewritten)).toBe(rewritten);
  });
});

describe('a loop stays if', () => {
  it.each([
    ['it stores', 'while (1) { r = *x; *y = 1; if (r) break; }'],
    ['it counts', 'while (r < 3) { s = *x; r++; }'],
    ['it counts what is seen later', 's = 0; while (s < 3) { s++; r = s; }'],
    ['it counts down', 'r = 3; while (r > 0) { s = *x; r = r - 1; }'],
    ['it counts by way of another register', 'while (r < 3) { s = *x; t = r + 1; r = t; }'],
    ['it counts on every way', 'while (r < 3) { s = *x; if (s) { r = r + 1; } else { r = r + 1; } }'],
    ['it counts before it leaves a block', 'while (r < 3) { B: { s = *x; r++; if (s) break B; t = *y; } }'],
    ['it counts before it goes on', 'while (r < 3) { r++; s = *x; if (s) continue; t = *y; }'],
    [
      'it stores on every way',
      'while (1) { r = *x; if (r == 2) { *y = 1; } else { *y = 2; } if (r) break; }',
    ],
    ['it stores while it counts', 's = 0; while (s < 9) { s++; *y = 1; } r = 1;'],
    ['it counts, but is not to run', 'while (s < 3) bound (0) { s++; } r = 1;'],
    [
      'where it ends is seen',
      't = *x; B: { s = 0; while (s < 9) { s++; if (s == t) break B; } *y = 1; } r = 1;',
    ],
    ['it stores in a section', 'while (1) { atomic { r = *x; *y = 1; } if (r) break; }'],
    ['it is not to run', 'while (1) bound (0) { r = *x; if (r) break; }'],
    ['it is atomic', 'atomic { while (1) { r = *x; if (r) break; } }'],
  ])('%s', (_, body) => {
    expect(isRewritten(contested(body))).toBe(false);
  });
});

it.each([
  ['whose counter decides nothing', 'while (s != 1) { t++; r = 2; if (r != 2) break; } *x = 1;'],
  ['whose counter nobody reads', 'while (s != 1) { t++; } *x = 1;'],
  ['that may not count', 't = *x; while (s < 9) { if (t == 5) { s++; } } *x = 1;'],
])('a loop %s is no delay: it waits for ever', (_, body) => {
  expect(printProgram(assumeSpinLoops(waiting(body)))).toContain('assume');
});

describe('a delay is nothing', () => {
  it.each([
    ['a counter', 'while (1) { r = atomic_xchg(x, 1); if (r == 0) break; s = 0; while (s < 9) { s++; } }'],
    [
      'backoff that grows',
      's = 1; while (1) { r = atomic_xchg(x, 1); if (r == 0) break; t = 0; while (t < s) { t++; } if (s < 8) { s = s * 2; } }',
    ],
    ...[
      ['a branch', 'while (s < 9) { s++; if (s == 5) { t = s; } }'],
      ['a block', 'while (s < 9) { s++; B: { if (s == 5) break B; t = s; } }'],
      ['an end in the middle', 'while (1) { s++; if (s == 9) break; }'],
      ['a way back', 'while (s < 9) { s++; if (s == 5) continue; t = s; }'],
      ['a loop that goes on from the last one', 't = 0; while (s < 9) { s++; while (t < s) { t++; } }'],
      ['a counter that another register follows', 't = 0; while (t < 9) { s++; t = s; }'],
      ['a fence for loads', 'while (s < 9) { s++; smp_rmb(); }'],
    ].map(([what, delay]) => [
      what,
      `while (1) { r = atomic_xchg(x, 1); if (r == 0) break; s = 0; ${delay} }`,
    ]),
  ])('%s', (_, body) => {
    const text = printProgram(assumeSpinLoops(waiting(body)));
    expect(text.match(/while \(/g)).toHaveLength(1);
    // Only the flag decides: no register is compared with what it was.
    expect(text).toMatch(/if \(!.spin0\)/);
  });

  it('unless a thread reads its count', () => {
    const body = 'while (1) { r = *x; if (r) break; s = 0; while (s < 9) { s++; } *y = s; }';
    expect(isRewritten(contested(body))).toBe(false);
  });
});

it('of a model of the user only rounds without read-modify-writes are left out', () => {
  const updates = waiting('while (1) { r = atomic_xchg(x, 1); if (r == 0) break; }');
  expect(assumeSpinLoops(updates, { readsOnly: true })).toBe(updates);
  const reads = waiting('while (1) { r = *x; if (r) break; }');
  expect(assumeSpinLoops(reads, { readsOnly: true })).not.toBe(reads);
});

it('a rewritten loop is one round and an assume', () => {
  const rewritten = assumeSpinLoops(waiting('r = *x; L: while (r == 0) { r = *x; if (r == 2) continue; }'));
  expect(printProgram(rewritten)).toContain(`  if (r == 0) {
    L: {
      L_round: {
        r = *x;
        if (r == 2) {
          break L_round;
        }
      }
      assume(!(r == 0));
    }
  }`);
});

describe('a loop that never runs', () => {
  it.each(['while (0) { r = *x; }', 'while (0) { *x = 1; r = atomic_xchg(x, 1); if (r) break; }'])(
    '%s',
    (body) => {
      const original = waiting(`r = 5; ${body}`, '0:r; x;');
      expect(explore(validate(assumeSpinLoops(original)), { model: 'sc' }).outcomes.map(String)).toEqual([
        '5,0',
      ]);
    },
  );
});
