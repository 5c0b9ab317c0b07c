// Cells of floating-point numbers read as numbers, and what is shown names the same bits again.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { readObjectShape } from '../../src/program/cells.js';
import { floatOf, floatText } from '../../src/program/floatNames.js';
import { printProgram } from '../../src/program/printer.js';
import { StateNames } from '../../src/report/state.js';
import { parse } from '../frontend/c/run.js';

describe('floating-point numbers', () => {
  it('are read back as they are shown', () => {
    for (const shown of [0.1, '-0', 1.5, 1e10, 1e-40, 3.4e38, 'inf', '-inf', 'nan'])
      for (const bytes of [4, 8]) expect(floatText(floatOf(`${shown}`, bytes) ?? 7, bytes)).toBe(shown);
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (bits) => {
        const text = `${floatText(bits, 4)}`;
        expect(text === 'nan' ? bits : floatOf(text, 4)).toBe(bits);
      }),
    );
  });

  it('are what final states and shapes say', () => {
    const program = parse(
      'double d = 0.1; float f[2]; int n; struct { float x; int i; } s;\nint main(void) { f[1] = 2.25f; s.x = -0.5f; s.i = n = 3; return 0; }',
      { observe: ['d', 'f', 'n', 's'] },
    );
    const [outcome] = explore(program, { model: 'sc', unroll: 4, timeLimitMs: 9000 }).outcomes;
    expect(new StateNames(program).state(outcome)).toBe('d=0.1; f[0]=0; f[1]=2.25; n=3; s.x=-0.5; s.i=3;');
    expect(readObjectShape('8_4_0_f32_4_32')?.cells).toEqual([
      { offset: 0, width: 32, float: true },
      { offset: 4, width: 32 },
    ]);
    const printed = printProgram(program);
    expect(printed).toContain('cells_8_8_0_f64');
    expect(printProgram(parseLitmus(printed, 'a.litmus'))).toBe(printed);
  });
});
