// The symbolic engine as verdicts see it. Z3 is loaded once per process or thread, when the engine is first started.

import { present } from '../support/present.js';
import { SymbolicEngine, type SymbolicOptions, type Z3Options } from '../symbolic/index.js';
import { type Engine, guarded, type Limits, type Model, shortfallOf } from './engine.js';

let started: Promise<SymbolicEngine> | undefined;

/** Z3 is loaded beside other work: who asks first waits for it. */
export function startSymbolicEngine(options: Z3Options = {}): Engine {
  started ??= SymbolicEngine.start(options);
  // Whoever asks is told.
  started.catch(() => {});
  return asEngine(started);
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

const asked = <T>(limits: Limits, work: () => T): T => guarded(limits, work, 'symbolic');

const asEngine = (starting: Promise<SymbolicEngine>): Engine => ({
  name: 'symbolic',
  async explore(program, model, limits, show) {
    const engine = await starting;
    const start = performance.now();
    const { outcomes, findings, cutLoops, complete, statistics } = asked(limits, () =>
      engine.explore(program, {
        ...optionsOf(model, limits),
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
  async races(program, limits) {
    const engine = await starting;
    const { races, cutLoops, complete, statistics } = asked(limits, () =>
      engine.races(program, optionsOf('sc', limits)),
    );
    return {
      races: races.map(({ race, ...shown }) => ({ race, shown })),
      cutLoops,
      complete,
      ...(complete ? {} : { shortfall: shortfallOf(limits) }),
      statistics: { ...statistics },
    };
  },
  async refute(program, model, limits) {
    const engine = await starting;
    return asked(limits, () => engine.refute(program, { ...optionsOf(model, limits), model }));
  },
  async robust(program, model, limits) {
    const engine = await starting;
    const { robust, violation, cutLoops, statistics } = asked(limits, () =>
      engine.robust(program, optionsOf(model, limits)),
    );
    return {
      robust: robust === 'unknown' ? null : robust,
      ...present({ witness: violation?.witness }),
      cutLoops,
      statistics: { ...statistics },
    };
  },
});
