import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { and, cell, eq, finalCell, finalRegister, not, program } from '../../src/program/builder.js';
import { binary, constant, type Expr, register } from '../../src/program/expression.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { validate } from '../../src/program/validate.js';
import { everyday } from '../counts.js';
import { programArb } from './arbitraryProgram.js';

/** The program without what only says where it comes from. */
function withoutPlaces(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [k, withoutPlaces(v)]));
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'at' && key !== 'source');
  return Object.fromEntries(kept.map(([k, v]) => [k, withoutPlaces(v)]));
}

const eqExpr = (name: string, value: number): Expr => binary('==', register(name), constant(value));

const readBack = (program: Program): Program => parseLitmus(printProgram(program), 'printed.litmus');

describe('the printer', () => {
  it('writes a program as one would by hand', () => {
    const p = program('SB');
    const x = p.location('x');
    const t = p.array('t', [1, -1]);
    p.thread((thread) => {
      thread.store(x, 1).fence();
      thread.load(cell(t, 1), 'r0');
      thread.while(eqExpr('r0', 0), (loop, label) => loop.break(label), 3);
    });
    p.thread((thread) => thread.cas(x, 0, 2, 'old'), { registers: { s: 5 } });
    p.exists(and(eq(finalRegister(0, 'r0'), 0), not(eq(finalCell('x'), 1))));
    expect(printProgram(p.build())).toBe(`C SB
{ x=0; int t[2]={1,-1}; 1:s=5; }

P0(int* x, int* t) {
  *x = 1;
  smp_mb();
  int r0 = t[1];
  L0: while (r0 == 0) bound (3) {
    break L0;
  }
}

P1(int* x) {
  int old = cmpxchg_relaxed(x, 0, 2);
}

locations [0:r0; x;]
exists (0:r0=0 /\\ ~(x=1))
`);
  });

  it('prints programs that are read back unchanged', () => {
    fc.assert(
      fc.property(programArb, (program) => {
        expect(withoutPlaces(readBack(validate(program)))).toEqual(withoutPlaces(program));
      }),
      { numRuns: everyday(250) },
    );
  });
});
