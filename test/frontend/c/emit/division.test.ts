// Divisions that C leaves open: by 0, and of the least number by -1. The operands are numbers of the text or of memory.

import { describe, expect, it } from 'vitest';
import { findings, run } from '../run.js';

const program = (body: string): string =>
  `int zero, one = 1, minus = -1, least = -2147483647 - 1; long wide = -9223372036854775807 - 1, w0, wm = -1; unsigned un = 4294967295u, u0;
signed char c = -128; int r; unsigned long ur; long lr; double d;\nint main(void) { ${body} }`;

const byZero = ['division-by-zero 3: division by zero'];
const tooLarge = ['division-overflow 3: the result of this division does not fit'];

describe('a division', () => {
  it.each([
    ['r = one / zero;', byZero],
    ['r = one % zero;', byZero],
    ['r = one / 0;', byZero],
    ['ur = un / u0;', byZero],
    ['ur = un % u0;', byZero],
    ['lr = wide / w0;', byZero],
    ['lr = one; lr %= w0;', byZero],
    ['r = least / minus;', tooLarge],
    ['r = least % minus;', tooLarge],
    ['r = least / -1;', tooLarge],
    ['r = (-2147483647 - 1) / minus;', tooLarge],
    ['lr = wide / wm;', tooLarge],
    ['lr = wide % minus;', tooLarge],
    ['lr = (-9223372036854775807 - 1) / wm;', tooLarge],
    ['r = least; r /= minus;', tooLarge],
  ])('%s', (body, expected) => {
    expect(findings(program(body))).toEqual(expected);
  });

  it('that is allowed finds nothing', () => {
    const allowed = [
      'r = least / one + zero / one + zero % one + least % one + one / minus + one % minus + zero / minus;',
      'r += (least + 1) / minus + least / 2 + least % 2 + 7 / 2 + 7 % -1 + (-2147483647) / minus;',
      'r += (int)least / -2 + 0 / one + (2147483647 - 1) % minus; ur = un / un + un % un + 1u / un + un / 1;',
      'ur += (1u << 31) / un + (1u << 31) % un; lr = least / wm + wide / 2 + least / -1l + wide / 1;',
      'r += c / minus; d = 1 / 0.0 + d / d;',
    ];
    const { findings: found, outcomes } = run(program(allowed.join('\n')), 'sc', { observe: ['ur'] });
    expect([found, outcomes.map(String)]).toEqual([[], ['2147483648']]);
  });

  it('happens once, and its operands too', () => {
    const text = `int x, n; int f(void) { n = n * 10 + 1; return 6; } int g(void) { n = n * 10 + 2; return 3; }
int main(void) { x = f() / g() + f() % g(); }`;
    const digits = run(text, 'sc', { observe: ['x', 'n'] }).outcomes.map(String);
    expect(digits).toHaveLength(1);
    expect(digits[0]).toMatch(/^2,[12]{4}$/);
  });
});

describe('a shift', () => {
  it('takes a number of another width', () => {
    const text = `long one = 1, m = -256; unsigned long um = -1ul; signed char by = 4; long wide = 40; unsigned char ub = 33; int x, i = -256; long l;
int main(void) { l = one << by; x = l == 16; l = one << ub; x += l == 8589934592; l = m >> by; x += l == -16; x += um >> wide == 16777215; x += um >> by == 1152921504606846975; x += i >> wide / 10 == -16; }`;
    expect(run(text, 'sc', { observe: ['x'] }).outcomes.map(String)).toEqual(['6']);
  });
});
