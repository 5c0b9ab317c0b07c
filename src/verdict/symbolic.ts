// The symbolic engine as verdicts see it. Z3 is loaded once per process or thread, when the engine is first started.

import { present } from '../support/present.js';
import { SymbolicEngine, type SymbolicOptions } from '../symbolic/index.js';
import { type Engine, type Limits, type Model, shortfallOf } from './engine.js';

let started: Promise<Engine> | undefined;

export function startSymbolicEngine(): Promise<Engine> {
  started ??= SymbolicEngine.start().then(asEngine);
  return started;
}

const optionsOf = (model: Model, limits: Limits): SymbolicOptions => {
  const { unroll, timeLimitMs, stop, encoding, onProgress, onPhase } = limits;
  return {
    model,
    unroll,
    ...present({ timeLimitMs, stop, encoding, onPhase }),
    ...(onProgress === undefined
      ? {}
      : { onProgress: (progress) => onProgress({ engine: 'symbolic', model, ...progress }) }),
  };
};

const asEngine = (engine: SymbolicEngine): Engine => ({
  name: 'symbolic',
  explore(program, model, limits, show) {
    const start = performance.now();
    const { outcomes, findings, cutLoops, complete, statistics } = engine.explore(program, {
      ...optionsOf(model, limits),
      onOutcome: (outcome, shown) => show({ kind: 'outcome', outcome }, shown()),
      onFinding: (finding, shown) => show({ kind: 'finding', finding }, shown),
    });
    return {
      outcomes,
      findings: findings.map(({ finding, ...shown }) => ({ finding, shown })),
      cutLoops,
      complete,
      ...(complete ? {} : { shortfall: shortfallOf(limits) }),
      statistics: { ...statistics, ms: performance.now() - start },
    };
  },
  robust(program, model, limits) {
    const { robust, violation, cutLoops, statistics } = engine.robust(program, optionsOf(model, limits));
    return {
      robust: robust === 'unknown' ? null : robust,
      ...present({ witness: violation?.witness }),
      cutLoops,
      statistics: { ...statistics },
    };
  },
});
