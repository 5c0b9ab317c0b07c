// Programs that may be searched without a watchdog: no statement takes more than one step, and everything else is
// short.

import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { isSmall } from '../../src/program/small.js';

const test = (code: string, condition = 'exists (x=1)'): string =>
  `C t\n{ x=0; y=0; }\nP0(int *x, int *y) {\n${code}\n}\nP1(int *x, int *y) { *y = 1; }\n${condition}\n`;
const small = (text: string): boolean => isSmall(parseLitmus(text, 't.litmus'));

describe('small programs', () => {
  it('are straight lines and branches', () => {
    expect(small(test('*x = 1; int r0 = *y; if (r0 == 1) { *x = 2; }'))).toBe(true);
  });

  it('have no loop, few statements and a short text', () => {
    expect(small(test('int r0 = 0; while (r0 == 0) { r0 = *y; }'))).toBe(false);
    expect(small(test('*x = 1;\n'.repeat(60)))).toBe(false);
    expect(small(test('*x = 1;', `exists (${Array(400).fill('x=1').join(' /\\ x=2 \\/ ')})`))).toBe(false);
  });
});
