// RELAXER on the programs of its figures, and the invariants of its findings.

import { describe, expect, it } from 'vitest';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { Machine } from '../../src/explicit/machines/machine.js';
import { tso } from '../../src/explicit/machines/tso.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import type { Program } from '../../src/program/program.js';
import { isBuggy, isConfirmed, type RelaxQuestion, type RelaxVerdict, relax } from '../../src/relax/relax.js';

const question: RelaxQuestion = {
  models: ['tso', 'pso', 'pslo'],
  runs: 10,
  trials: 10,
  repeats: 20,
  seed: 1,
  cycleLength: 4,
  unroll: 100,
  maxSteps: 1000,
};

const ask = (program: Program, rest: Partial<RelaxQuestion> = {}): Promise<RelaxVerdict> =>
  relax(program, { ...question, ...rest });

/** Cycles by the lines of their statements, per model. */
function cycles(verdict: RelaxVerdict, chosen = isConfirmed): Record<string, string[]> {
  return Object.fromEntries(
    verdict.models.map(({ model, cycles: results }) => [
      model,
      results.filter(chosen).map(({ cycle }) => linesOf(verdict, cycle)),
    ]),
  );
}

const linesOf = ({ labels }: RelaxVerdict, cycle: readonly number[]): string =>
  cycle.map((label) => `${labels[label].thread}:${labels[label].at?.line}`).join(' ');

const storeBuffering = `X86 SB
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\\ 1:EAX=0)`;

describe('a run that is ended by its limit', () => {
  it('is not taken for a deadlock', () => {
    const code = compile(parseLitmus(storeBuffering, 'SB'), { unroll: 1 });
    expect(Machine.start(code, tso).execution().findings).toEqual([]);
  });
});

describe('prediction', () => {
  it('finds store buffering (Fig. 1) in one run', async () => {
    const verdict = await ask(parseLitmus(storeBuffering, 'SB'), { runs: 1 });
    expect(verdict.predicted.map((cycle) => linesOf(verdict, cycle))).toEqual(['0:4 0:5 1:4 1:5']);
    expect(cycles(verdict)).toEqual({
      tso: ['0:4 0:5 1:4 1:5'],
      pso: ['0:4 0:5 1:4 1:5'],
      pslo: ['0:4 0:5 1:4 1:5'],
    });
  });
});

describe('message passing (Fig. 2)', () => {
  const program = parseLitmus(
    `C fig2
{}
P0(int *x, int *y, int *done) { *x = 1;
  *y = 1;
  *done = 1; }
P1(int *x, int *y, int *done) { int r0; int r1; int r2; int bad = 0; r0 = *done; if (r0) {
  r1 = *x;
  bad = r1 == 0;
  r2 = *y; } }
exists (1:bad=1)`,
    'fig2.litmus',
  );

  it('has the two cycles of the paper, under PSO and PSLO', async () => {
    const verdict = await ask(program);
    const both = ['0:3 0:5 1:6 1:7', '0:4 0:5 1:6 1:9'];
    expect(verdict.predicted.map((cycle) => linesOf(verdict, cycle))).toEqual(both);
    expect(cycles(verdict)).toEqual({ tso: [], pso: both, pslo: both });
    expect(verdict.models.flatMap(({ cycles: results }) => results.filter(isBuggy))).toEqual([]);
  });
});
