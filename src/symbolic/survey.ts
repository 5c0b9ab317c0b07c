// All questions about a program under one model with one formula and one solver. Complete executions are the maximal
// ones in which no thread stops, so completeness is an assumption here. Clauses that exclude graphs already seen are
// switched off by dropping their assumption.

import type { ModelName, Outcome, Witness } from '../execution/execution.js';
import type { CutLoop, Finding } from '../execution/finding.js';
import { isSequentiallyConsistent } from '../execution/hb.js';
import type { Formula } from '../program/condition.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { formulaLit, observed } from './encode/condition.js';
import { ended } from './ended.js';
import { readBits } from './formula/bits.js';
import type { Lit } from './formula/cnf.js';
import { Problem } from './problem.js';
import { enumerateGraphs } from './queries/count.js';
import { cutLoops, enumerateFindings } from './queries/findings.js';
import { demandCycle } from './queries/robustness.js';
import { Session } from './session.js';
import { prepareWitness } from './witness/prepare.js';
import { solutionOf, witnessOf } from './witness/witness.js';
import type { Z3Module } from './z3/module.js';

export interface SurveyOptions {
  readonly model: ModelName;
  readonly unroll: number;
  readonly timeLimitMs?: number;
  /** Stop after this many graphs. */
  readonly most: number;
  /** Final states to look for. */
  readonly formula?: Formula;
}

export interface Survey {
  readonly outcomes: readonly Outcome[];
  readonly graphs: number;
  /** Whether that is all of them. */
  readonly complete: boolean;
  /** Whether a final state satisfies the formula. */
  readonly reachable?: Answer;
  readonly findings: readonly { readonly finding: Finding; readonly witness: Witness }[];
  readonly allFindings: boolean;
  /** undefined if the time was over. */
  readonly cutLoops?: readonly CutLoop[];
  /** An execution that is not sequentially consistent; not asked under SC. */
  readonly cycle?: Answer;
}

export interface Answer {
  readonly exists: boolean | 'unknown';
  readonly witness?: Witness;
}

export function survey(z3: Z3Module, program: Program, options: SurveyOptions): Survey {
  const deadline =
    options.timeLimitMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.timeLimitMs;
  const problem = new Problem(program, 'maximal', options);
  const session = new Session(z3, problem);
  session.begin(deadline);
  try {
    return ask(session, options);
  } finally {
    session.close();
  }
}

function ask(session: Session, { model, most, formula }: SurveyOptions): Survey {
  const { problem } = session;
  const { cnf, program } = problem;
  prepareWitness(problem);
  const complete = cnf.and(ended(problem));
  const passed =
    program.filter === undefined ? complete : cnf.and2(complete, formulaLit(problem, program.filter));
  const wanted = formula === undefined ? undefined : formulaLit(problem, formula);
  const answer = (...assumptions: Lit[]): Answer => {
    const found = session.check(...assumptions);
    return found === 'sat'
      ? { exists: true, witness: witnessOf(solutionOf(session), model) }
      : { exists: found === 'unknown' ? found : false };
  };

  const reachable = wanted === undefined ? undefined : answer(passed, wanted);
  const { outcomes, graphs, all } = graphsOf(session, complete, passed, most);
  const findings: { finding: Finding; witness: Witness }[] = [];
  const allFindings = enumerateFindings(session, (finding) => {
    findings.push({ finding, witness: witnessOf(solutionOf(session), model) });
  });
  const loops = cutLoops(session);
  let cycle: Answer | undefined;
  if (model !== 'sc') {
    demandCycle(problem, true);
    cycle = answer();
    if (cycle.witness !== undefined && isSequentiallyConsistent(cycle.witness.execution))
      bug('an execution without the hb cycle that was asked for');
  }
  return {
    outcomes,
    graphs,
    complete: all,
    findings,
    allFindings,
    ...present({ reachable, cutLoops: loops, cycle }),
  };
}

function graphsOf(
  session: Session,
  complete: Lit,
  passed: Lit,
  most: number,
): { outcomes: Outcome[]; graphs: number; all: boolean } {
  const { program, cnf } = session.problem;
  const shown = program.observed.map((o) => observed(session.problem, o));
  const outcomes = new Map<string, Outcome>();
  const holds = (l: Lit): boolean => session.holds(l);
  let graphs = 0;
  const all = enumerateGraphs(session, () => {
    graphs++;
    if (holds(passed)) {
      const outcome = shown.map((bits) => readBits(bits, holds));
      outcomes.set(outcome.join(), outcome);
    }
    return graphs < most;
  }, [complete, cnf.fresh()]);
  return { outcomes: [...outcomes.values()], graphs, all };
}
