// The symbolic engine: programs are unrolled and encoded axiomatically, Z3 finds executions. Starting it loads Z3, once per
// process; after that every question is answered synchronously.

import type { CatModel } from '../cat/ast.js';
import { loadModel } from '../cat/models.js';
import type { Evidence, ModelName, Outcome } from '../execution/execution.js';
import type { CutLoop, Finding } from '../execution/finding.js';
import { type HbEdge, hbCycle } from '../execution/hb.js';
import type { Race } from '../execution/race.js';
import type { Refutation } from '../execution/refutation.js';
import type { Formula } from '../program/condition.js';
import { defaultUnroll } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { until } from '../support/timeOver.js';
import { defaultEncoding } from './acyclic/encoding.js';
import { QueryClock, type Statistics } from './clock.js';
import { type DumpedQuestion, dumpSmt } from './dump.js';
import { formulaLit } from './encode/condition.js';
import { ended, readingFor } from './ended.js';
import { Exploration } from './exploration.js';
import { Problem, type ProblemOptions } from './problem.js';
import { enumerateGraphs } from './queries/count.js';
import { cutLoops, enumerateFindings, findingsThatCutShort } from './queries/findings.js';
import { OutcomeSearch } from './queries/outcomes.js';
import { RaceQuery } from './queries/races/races.js';
import { lenient, refute } from './queries/refute.js';
import { demandCycle } from './queries/robustness.js';
import { areEnough, roundsToTry, withRounds } from './rounds.js';
import { Session } from './session.js';
import { type Survey, type SurveyOptions, survey } from './survey.js';
import type { Reading } from './unroll/unrolled.js';
import { prepareWitness } from './witness/prepare.js';
import { executionOf, type Solution, solutionOf, witnessOf } from './witness/witness.js';
import { forgetZ3, startZ3, type Z3Module, type Z3Options } from './z3/module.js';

export { type Encoding, encodings } from './acyclic/encoding.js';
export type { Z3Options } from './z3/module.js';
export { defaultEncoding };

export interface SymbolicOptions extends Omit<ProblemOptions, 'shared'> {
  readonly timeLimitMs?: number;
  /** Asked now and then; true ends the search with what was found so far. */
  readonly stop?: () => boolean;
  /** Called now and then during long enumerations. */
  readonly onProgress?: (progress: { readonly solves: number; readonly found: number }) => void;
}

interface SymbolicOutcomes {
  readonly outcomes: readonly Outcome[];
  readonly cutLoops: readonly CutLoop[];
  /** False when the time limit came first. */
  readonly complete: boolean;
  readonly statistics: Statistics;
}

interface ExplorationOptions extends SymbolicOptions {
  /** The program will be explored under other models next. */
  readonly severalModels?: boolean;
  /** Called with each outcome; the execution that shows it must be asked for during the call. */
  readonly onOutcome?: (outcome: Outcome, shown: () => Evidence) => void;
  readonly onFinding?: (finding: Finding, shown: Evidence) => void;
}

interface SymbolicExploration extends SymbolicOutcomes, SymbolicFindings {}

interface SymbolicFindings {
  readonly findings: readonly ({ readonly finding: Finding } & Evidence)[];
  readonly cutLoops: readonly CutLoop[];
  readonly complete: boolean;
  readonly statistics: Statistics;
}

interface Reachability {
  readonly reachable: boolean | 'unknown';
  readonly shown?: Evidence;
  readonly statistics: Statistics;
}

interface Robustness {
  readonly robust: boolean | 'unknown';
  /** An execution with a hb cycle, if not robust. */
  readonly violation?: Evidence & { readonly cycle: readonly HbEdge[] };
  readonly cutLoops: readonly CutLoop[];
  readonly statistics: Statistics;
}

type Ask<T> = (session: Session, clock: QueryClock, exploration: Exploration) => T;

type FoundRace = Evidence & { readonly race: Race };

interface SymbolicRaces {
  readonly races: readonly FoundRace[];
  /** After these it is not known what a thread does; not looked for if there is a race. */
  readonly cutShort: readonly Finding[];
  readonly cutLoops: readonly CutLoop[];
  readonly complete: boolean;
  readonly statistics: Statistics;
}

interface GraphCount {
  readonly graphs: number;
  readonly complete: boolean;
  readonly statistics: Statistics;
}

export class SymbolicEngine {
  readonly #z3: Z3Module;
  /** The last one of several models, for the next. */
  #kept: Exploration | undefined;

  private constructor(z3: Z3Module) {
    this.#z3 = z3;
  }

  static async start(options: Z3Options = {}): Promise<SymbolicEngine> {
    return new SymbolicEngine(await startZ3(options));
  }

  /** Call this after an interruption in the middle of Z3's work: the next start makes another Z3. */
  abandon(): void {
    forgetZ3(this.#z3);
  }

  /** All final states of complete executions that pass the program's filter. */
  outcomes(program: Program, options: SymbolicOptions): SymbolicOutcomes {
    return this.#ask(program, 'complete', options, (session, clock) => {
      const outcomes: Outcome[] = [];
      const finished = new OutcomeSearch(session).enumerate((outcome) => {
        outcomes.push(outcome);
        clock.progress(session, outcomes.length);
      });
      const loops = this.#cutLoops(program, options, session);
      return {
        outcomes,
        cutLoops: loops ?? [],
        complete: finished && loops !== undefined,
        statistics: clock.statistics(session),
      };
    });
  }

  /** Outcomes, findings and cut loops at once: complete executions are the maximal ones in which no thread stops. */
  explore(program: Program, options: ExplorationOptions): SymbolicExploration {
    const { model } = options;
    return this.#askMaximal(program, options, (session, clock, exploration) => {
      prepareWitness(session.problem);
      const outcomes: Outcome[] = [];
      const seen = session.inTime(() =>
        exploration.outcomes(model, (outcome, solution) => {
          outcomes.push(outcome);
          options.onOutcome?.(outcome, () => evidence(solution(), model));
          clock.progress(session, outcomes.length);
        }),
      );
      const { complete, ...wrong } = this.#findings(session, clock, model, options.onFinding);
      return { outcomes, ...wrong, complete: seen === true && complete };
    });
  }

  /** Whether a complete execution ends in a state that satisfies `formula` and passes the filter. */
  reachable(program: Program, formula: Formula, options: SymbolicOptions): Reachability {
    return this.#ask(program, 'complete', options, (session, clock) => {
      const { problem } = session;
      problem.cnf.add(formulaLit(problem, formula));
      if (program.filter !== undefined) problem.cnf.add(formulaLit(problem, program.filter));
      prepareWitness(problem);
      const answer = session.check();
      return {
        reachable: answer === 'unknown' ? answer : answer === 'sat',
        ...(answer === 'sat' ? { shown: shownBy(session, options.model) } : {}),
        statistics: clock.statistics(session),
      };
    });
  }

  /** An execution that ends in `outcome`. */
  witness(program: Program, outcome: Outcome, options: SymbolicOptions): Evidence | undefined {
    const formula = program.observed.reduce<Formula>(
      (left, o, i) => ({
        kind: 'and',
        left,
        right: { kind: 'compare', op: '=', left: o, right: { kind: 'const', value: outcome[i] } },
      }),
      { kind: 'true' },
    );
    return this.reachable(program, formula, options).shown;
  }

  /** Everything that can go wrong beside a final state, each with an execution that shows it. */
  findings(program: Program, options: SymbolicOptions): SymbolicFindings {
    return this.#askMaximal(program, options, (session, clock) => {
      prepareWitness(session.problem);
      return this.#findings(session, clock, options.model);
    });
  }

  #findings(
    session: Session,
    clock: QueryClock,
    model: ModelName | CatModel,
    onFinding?: ExplorationOptions['onFinding'],
  ): SymbolicFindings {
    const findings: ({ finding: Finding } & Evidence)[] = [];
    const finished = session.inTime(() =>
      enumerateFindings(session, (finding) => {
        const shown = shownBy(session, model);
        findings.push({ finding, ...shown });
        onFinding?.(finding, shown);
        clock.progress(session, findings.length);
      }),
    );
    const loops = session.inTime(() => cutLoops(session));
    return {
      findings,
      cutLoops: loops ?? [],
      complete: finished === true && loops !== undefined,
      statistics: clock.statistics(session),
    };
  }

  /** Whether every execution of the model is sequentially consistent, those that stop half-way included. */
  robust(program: Program, options: SymbolicOptions): Robustness {
    return this.#ask(program, 'maximal', options, (session, clock) => {
      const loops = cutLoops(session);
      demandCycle(session.problem, typeof options.model === 'string');
      prepareWitness(session.problem);
      const answer = session.check();
      const result = { cutLoops: loops ?? [], statistics: clock.statistics(session) };
      if (answer !== 'sat') return { robust: answer === 'unsat' ? true : 'unknown', ...result };
      const shown = shownBy(session, options.model);
      const cycle = hbCycle(shown.execution) ?? bug('an execution without the hb cycle that was asked for');
      return { robust: false, violation: { ...shown, cycle }, ...result };
    });
  }

  /** The data races of the program's SC executions, one for each pair of places, each with an execution that shows it. */
  races(program: Program, options: Omit<SymbolicOptions, 'model'>): SymbolicRaces {
    return this.#askMaximal(program, { ...options, model: 'sc' }, (session, clock) => {
      const loops = cutLoops(session);
      const query = new RaceQuery(session.problem);
      prepareWitness(session.problem);
      const races: FoundRace[] = [];
      const finished = session.inTime(() =>
        query.enumerate(session, (race) => {
          races.push({ race, ...shownBy(session, 'sc') });
          clock.progress(session, races.length);
        }),
      );
      const cutShort = races.length > 0 ? [] : session.inTime(() => findingsThatCutShort(session));
      return {
        races,
        cutShort: cutShort ?? [],
        cutLoops: loops ?? [],
        complete: finished === true && loops !== undefined && cutShort !== undefined,
        statistics: clock.statistics(session),
      };
    });
  }

  /** Why the model has no complete execution that passes the program's filter; such an execution must not exist. */
  refute(program: Program, options: SymbolicOptions & { readonly model: ModelName }): Refutation {
    const model = loadModel(options.model);
    const deadline = performance.now() + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
    let found: Refutation = { cycles: [], assuming: [], complete: false, counted: false };
    for (const base of lenient(model)) {
      found = this.#ask(program, 'complete', { ...timed(options, deadline), model: base }, (session) => {
        const { problem } = session;
        if (program.filter !== undefined) problem.cnf.add(formulaLit(problem, program.filter));
        prepareWitness(problem);
        const assuming = base.axioms.map(({ name }) => name);
        return { assuming, ...refute(session, model, { mostCycles: 50, mostCandidates: 200 }) };
      });
      if (found.cycles.length > 0 || !found.complete) break;
    }
    return found;
  }

  /** The number of consistent (rf, co) graphs of complete executions, up to `most`. */
  count(program: Program, options: SymbolicOptions & { readonly most?: number }): GraphCount {
    return this.#ask(program, 'complete', options, (session, clock) => {
      let graphs = 0;
      const most = options.most ?? Number.POSITIVE_INFINITY;
      const complete = enumerateGraphs(session, () => {
        graphs++;
        clock.progress(session, graphs);
        return graphs < most;
      });
      return { graphs, complete, statistics: clock.statistics(session) };
    });
  }

  /** The question of `reachable` or, without a formula, of `robust`, as SMT-LIB 2 text for any solver. */
  smtLib(program: Program, question: DumpedQuestion, options: SymbolicOptions): string {
    return dumpSmt(program, question, options);
  }

  /** Everything at once. */
  survey(program: Program, options: SurveyOptions): Survey {
    return survey(this.#z3, program, options);
  }

  /** With loops that wait unrolled no further than they can run. */
  #askMaximal<T>(program: Program, options: ExplorationOptions, ask: Ask<T>): T {
    const deadline = performance.now() + (options.timeLimitMs ?? Number.POSITIVE_INFINITY);
    for (const rounds of roundsToTry(program, options.unroll ?? defaultUnroll)) {
      const answer = this.#ask(
        withRounds(program, rounds),
        'maximal',
        timed(options, deadline),
        (session, clock, exploration) =>
          areEnough(session) ? { value: ask(session, clock, exploration) } : undefined,
      );
      if (answer !== undefined) return answer.value;
    }
    return this.#ask(program, 'maximal', timed(options, deadline), ask);
  }

  #ask<T>(program: Program, reading: Reading, options: ExplorationOptions, ask: Ask<T>): T {
    const clock = new QueryClock(options);
    return until(clock.deadline, options.stop, () => this.#askInTime(program, reading, options, ask, clock));
  }

  /** Throws `TimeOver` if there was no time to ask. */
  #askInTime<T>(
    program: Program,
    reading: Reading,
    options: ExplorationOptions,
    ask: Ask<T>,
    clock: QueryClock,
  ): T {
    const kept = this.#again(program, options) ?? this.#encode(program, reading, options);
    const { session } = kept;
    session.begin(clock.deadline, options.stop);
    clock.encoded();
    options.onPhase?.('solving');
    let keep = false;
    try {
      const answer = ask(session, clock, kept);
      keep = kept.isShared && !session.halfDone;
      return answer;
    } finally {
      // After an error nothing is used again.
      if (keep) this.#kept = kept;
      else session.close();
    }
  }

  /** The formula of the last question, if it is about the same program. */
  #again(program: Program, options: ExplorationOptions): Exploration | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    const { model, unroll = defaultUnroll, encoding = defaultEncoding, severalModels } = options;
    if (
      severalModels === true &&
      typeof model === 'string' &&
      kept?.isOf(program, unroll, encoding) === true
    ) {
      kept.session.problem.use(model);
      return kept;
    }
    kept?.session.close();
    return undefined;
  }

  #encode(program: Program, reading: Reading, options: ExplorationOptions): Exploration {
    const { unroll = defaultUnroll, severalModels: shared = false } = options;
    const problem = new Problem(program, readingFor(program, reading), { ...options, shared });
    if (reading === 'complete') for (const lit of ended(problem)) problem.cnf.add(lit);
    return new Exploration(new Session(this.#z3, problem), program, unroll);
  }

  /** Cut loops need executions that are not complete, so they are a question of their own. */
  #cutLoops(program: Program, options: SymbolicOptions, complete: Session): CutLoop[] | undefined {
    const { problem, deadline } = complete;
    const possible = problem.unrolled.stops.some((s) => s.why === 'bound' && problem.stopped(s) !== -1);
    if (!possible) return [];
    const session = new Session(this.#z3, new Problem(program, 'maximal', options));
    session.begin(deadline, options.stop);
    try {
      return cutLoops(session);
    } finally {
      session.close();
    }
  }
}

/** The same options with the time that is left. */
const timed = <T extends SymbolicOptions>(options: T, deadline: number): T =>
  Number.isFinite(deadline) ? { ...options, timeLimitMs: deadline - performance.now() } : options;

const shownBy = (session: Session, model: ModelName | CatModel): Evidence =>
  typeof model === 'string' ? evidence(solutionOf(session), model) : { execution: executionOf(session) };

function evidence(solution: Solution, model: ModelName | CatModel): Evidence {
  const { execution } = solution;
  return typeof model === 'string' ? { execution, witness: witnessOf(solution, model) } : { execution };
}
