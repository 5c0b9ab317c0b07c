// Which loops become assumes, and what of them remains.

import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { validate } from '../../src/program/validate.js';

const waiting = (body: string, observed = '0:r;'): Program =>
  parseLitmus(
    `C waiting\n{}\nP0(int *x, int *y) { int r; int s; ${body} }\nlocations [${observed}]\n`,
    'waiting.litmus',
  );

const isRewritten = (original: Program): boolean => assumeSpinLoops(original) !== original;

describe('a loop is rewritten if', () => {
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
    [
      'what it leaves behind is overwritten',
      'while (1) { r = *x; if (r) break; s = *y; if (s) break; } s = *x; *y = s;',
    ],
    ['the loop within it is', 'while (1) { s = *y; while (s) { s = *y; } r = *x; if (r) break; }'],
  ])('%s', (_, body) => {
    const original = waiting(body);
    expect(isRewritten(original)).toBe(true);
    const rewritten = validate(assumeSpinLoops(original));
    expect(printProgram(rewritten)).not.toMatch(/while \(/);
    expect(assumeSpinLoops(rewritten)).toBe(rewritten);
  });
});

describe('a loop stays if', () => {
  it.each([
    ['it stores', 'while (1) { r = *x; *y = 1; if (r) break; }'],
    ['it updates', 'while (1) { r = atomic_cmpxchg(x, 0, 1); if (r == 0) break; }'],
    ['it counts', 'while (r < 3) { s = *x; r++; }'],
    ['a round reads what the one before loaded', 'while (1) { if (r) break; r = *x; }'],
    ['its condition may be over an older round', 'while (r == 0) { s = *y; if (s) { r = *x; } }'],
    // The last round does not load r, which is of the round before.
    ['an older round is seen after it', 'while (1) { s = *y; if (s) break; r = *x; }'],
    ['it is not to run', 'while (1) bound (0) { r = *x; if (r) break; }'],
    ['it chooses', 'while (1) { r = nondet(0, 1); if (r) break; }'],
    ['it is atomic', 'atomic { while (1) { r = *x; if (r) break; } }'],
  ])('%s', (_, body) => {
    expect(isRewritten(waiting(body))).toBe(false);
  });
});

it('what is read later decides whether an older round is seen', () => {
  const body = 'while (1) { s = *y; if (s) break; r = *x; }';
  expect(isRewritten(waiting(body, '0:r;'))).toBe(false);
  expect(isRewritten(waiting(body, '0:s;'))).toBe(true);
  expect(isRewritten(waiting(`${body} *y = r;`, '0:s;'))).toBe(false);
  expect(isRewritten(waiting(`${body} r = 0; *y = r;`, '0:s;'))).toBe(true);
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
