// The solver's question as SMT-LIB 2 text, for any solver. Writing it needs no solver.

import type { Formula } from '../program/condition.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { formulaLit } from './encode/condition.js';
import { ended, readingFor } from './ended.js';
import { Problem, type ProblemOptions } from './problem.js';
import { deadlock } from './queries/findings.js';
import { demandCycle } from './queries/robustness.js';
import { smtLib } from './smtlib.js';

/** Is a final state reachable that satisfies a formula; can anything go wrong; is there a happens-before cycle? */
export type DumpedQuestion = Formula | 'finding' | 'hb-cycle';

/** The lazy encoding is not one formula: the default one stands in for it. */
export function dumpSmt(program: Program, question: DumpedQuestion, options: ProblemOptions): string {
  const encoding = options.encoding === 'lazy' ? 'vertex-elimination' : options.encoding;
  const reading = readingFor(program, typeof question === 'string' ? 'maximal' : 'complete');
  const problem = new Problem(program, reading, {
    ...options,
    ...present({ encoding }),
  });
  demand(problem, question, typeof options.model === 'string');
  problem.settle();
  return smtLib(problem);
}

function demand(problem: Problem, question: DumpedQuestion, shipped: boolean): void {
  const { cnf, program, unrolled } = problem;
  if (question === 'hb-cycle') demandCycle(problem, shipped);
  else if (question === 'finding') {
    const found = unrolled.stops.filter((stop) => stop.finding !== undefined);
    cnf.addAll([...found.map((stop) => problem.stopped(stop)), deadlock(problem).lit]);
  } else {
    for (const lit of ended(problem)) cnf.add(lit);
    cnf.add(formulaLit(problem, question));
    if (program.filter !== undefined) cnf.add(formulaLit(problem, program.filter));
  }
}
