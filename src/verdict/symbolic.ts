// The symbolic engine as verdicts see it. Z3 is loaded once per process or thread, when the engine is first started.

import type { Refutation } from '../execution/refutation.js';
import { InputError } from '../support/diagnostic.js';
import { OutOfMemory } from '../support/outOfMemory.js';
import type { Phase } from '../support/phase.js';
import { present } from '../support/present.js';
import { TimeOver } from '../support/timeOver.js';
import { TooLarge } from '../support/tooLarge.js';
import { SymbolicEngine, type SymbolicOptions, type Z3Options } from '../symbolic/index.js';
import {
  type Engine,
  type EngineAnswer,
  guarded,
  type Limits,
  type Model,
  noRacesSeen,
  nothingSeen,
  type RacesAnswer,
  type RobustnessAnswer,
  type Shortfall,
  shortfallOf,
} from './engine.js';

/** By whether only a part of Z3 is to be loaded. */
const solvers = new Map<boolean, Solver>();

/** Z3 is loaded beside other work: the first question waits for it. */
export function startSymbolicEngine(options: Z3Options = {}): Engine {
  const { small = false } = options;
  const solver = solvers.get(small) ?? new Solver(options);
  solvers.set(small, solver);
  solver.start();
  return asEngine(solver);
}

/** Z3 or its small part, and another one after it was stopped in the middle of something. */
class Solver {
  readonly #options: Z3Options;
  #engine: Promise<SymbolicEngine> | undefined;

  constructor(options: Z3Options) {
    this.#options = options;
  }

  start(): Promise<SymbolicEngine> {
    if (this.#engine === undefined) {
      this.#engine = SymbolicEngine.start(this.#options);
      // The next question reports the error.
      this.#engine.catch(() => {});
    }
    return this.#engine;
  }

  async ask<T>(limits: Limits, question: (engine: SymbolicEngine) => T): Promise<T> {
    const starting = this.start();
    const engine = await starting;
    // It broke while this one waited.
    if (this.#engine !== starting) return this.ask(limits, question);
    try {
      return guarded(limits, () => question(engine), 'symbolic');
    } catch (error) {
      if (isWhole(error)) throw error;
      engine.abandon();
      this.#engine = undefined;
      // A function that is not there.
      throw this.#options.small === true && error instanceof WebAssembly.RuntimeError
        ? new TooLarge()
        : error;
    }
  }
}

/** Errors after which nothing is half done. */
const isWhole = (error: unknown): boolean =>
  error instanceof InputError ||
  error instanceof TooLarge ||
  error instanceof OutOfMemory ||
  error instanceof TimeOver;

/** Asks, or says what phase it was in when its time was over before there was anything to ask the solver about. */
async function inItsTime<T>(
  limits: Limits,
  ask: (limits: Limits) => Promise<T>,
  otherwise: (shortfall: Shortfall) => T,
): Promise<T> {
  let phase: Phase = 'unrolling';
  const onPhase = (next: Phase): void => {
    phase = next;
    limits.onPhase?.(next);
  };
  try {
    return await ask({ ...limits, onPhase });
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    const { kind } = shortfallOf(limits);
    return otherwise(
      kind === 'time' || kind === 'memory' || kind === 'unconfirmed'
        ? { kind, phase }
        : { kind: 'interrupted', phase },
    );
  }
}

const optionsOf = (model: Model, limits: Limits): SymbolicOptions => {
  const { unroll, timeLimitMs, stop, encoding, mostCandidates, onProgress, onPhase } = limits;
  return {
    model,
    unroll,
    ...present({ timeLimitMs, stop, encoding, mostCandidates, onPhase }),
    ...(onProgress === undefined
      ? {}
      : { onProgress: (progress) => onProgress({ engine: 'symbolic', model, ...progress }) }),
  };
};

const asEngine = (solver: Solver): Engine => ({
  name: 'symbolic',
  async explore(program, model, limits, show) {
    await solver.start();
    const start = performance.now();
    return inItsTime<EngineAnswer>(
      limits,
      async (own) => {
        const { outcomes, findings, cutLoops, complete, statistics } = await solver.ask(own, (engine) =>
          engine.explore(program, {
            ...optionsOf(model, own),
            ...present({ severalModels: limits.severalModels }),
            onOutcome: (outcome, shown) => show({ kind: 'outcome', outcome }, shown()),
            onFinding: (finding, shown) => show({ kind: 'finding', finding }, shown),
          }),
        );
        return {
          outcomes,
          findings: findings.map(({ finding, ...shown }) => ({ finding, shown })),
          cutLoops,
          complete,
          ...(complete ? {} : { shortfall: shortfallOf(limits) }),
          statistics: { ...statistics, ms: performance.now() - start },
        };
      },
      (shortfall) => ({ ...nothingSeen(shortfall), statistics: { ms: performance.now() - start } }),
    );
  },
  races: (program, limits) =>
    inItsTime<RacesAnswer>(
      limits,
      async (own) => {
        const { races, cutShort, cutLoops, complete, statistics } = await solver.ask(own, (engine) =>
          engine.races(program, optionsOf('sc', own)),
        );
        return {
          races: races.map(({ race, ...shown }) => ({ race, shown })),
          cutShort,
          cutLoops,
          complete,
          ...(complete ? {} : { shortfall: shortfallOf(limits) }),
          statistics: { ...statistics },
        };
      },
      noRacesSeen,
    ),
  refute: (program, model, limits) =>
    inItsTime<Refutation>(
      limits,
      (own) => solver.ask(own, (engine) => engine.refute(program, { ...optionsOf(model, own), model })),
      () => ({ cycles: [], assuming: [], complete: false, counted: false }),
    ),
  robust: (program, model, limits) =>
    inItsTime<RobustnessAnswer>(
      limits,
      async (own) => {
        const { robust, violation, cutLoops, statistics } = await solver.ask(own, (engine) =>
          engine.robust(program, optionsOf(model, own)),
        );
        return {
          robust: robust === 'unknown' ? null : robust,
          ...present({ witness: violation?.witness }),
          cutLoops,
          statistics: { ...statistics },
        };
      },
      (shortfall) => ({ robust: null, cutLoops: [], shortfall, statistics: { ms: 0 } }),
    ),
});
