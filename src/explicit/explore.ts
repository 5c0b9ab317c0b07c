// The explicit engine's front door: explore all executions of a program on one machine and collect what was seen.

import type { ModelName, Outcome, Witness } from '../execution/execution.js';
import type { CutLoop, Finding } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { until } from '../support/timeOver.js';
import { exploreAnyWay } from './anyWay.js';
import type { Code } from './bytecode/compile.js';
import { requireFewChoices } from './choices/plan.js';
import { Collector } from './collector.js';
import { compiled } from './compiled.js';
import { dporSearcher } from './dpor/search.js';
import type { ExploreOptions } from './exploreOptions.js';
import { type Recording, replay } from './fast/recording.js';
import { Heartbeat } from './heartbeat.js';
import { storeBufferModels } from './machines/index.js';
import { everyInterleaving } from './reference/everyInterleaving.js';
import { stateSearcher } from './states/search.js';
import { strategySearcher } from './strategies/byName.js';
import { symmetricGroups } from './symmetry/groups.js';
import { foundEnough, type Search, visiting } from './visiting.js';

export type { ChoiceMode } from './choices/plan.js';
export type { ExploreOptions } from './exploreOptions.js';
export type { ExplorationProgress } from './heartbeat.js';
export type { StrategyChoice } from './strategies/strategy.js';

export interface Exploration {
  readonly model: ModelName;
  /** Distinct final states of complete executions that pass the program's filter. */
  readonly outcomes: readonly Outcome[];
  /** Complete executions: every thread reached its end. */
  readonly executions: number;
  /** Maximal executions in which a thread is stopped or waits forever. */
  readonly blocked: number;
  /** How many of them were visited: fewer, if some stand for others in which only threads are exchanged. */
  readonly visited: number;
  /** Executions that were begun and turned out to repeat a trace. */
  readonly redundant: number;
  /** Each distinct finding with one execution that shows it. */
  readonly findings: readonly { readonly finding: Finding; readonly witness: Witness }[];
  readonly cutLoops: readonly CutLoop[];
  /** False when a limit stopped the exploration. */
  readonly complete: boolean;
  readonly ms: number;
  /** Milliseconds that earlier questions have spent on the same search (anyWay.ts). */
  readonly before?: number;
}

/** A recorded execution of an exploration with these options. */
export function witnessOf(program: Program, options: ExploreOptions): (recording: Recording) => Witness {
  const { model } = options;
  const code = compiled(program, options);
  return (recording) => {
    const { execution, schedule } = replay(code, model, recording);
    return { model, execution, schedule };
  };
}

export function explore(program: Program, options: ExploreOptions): Exploration {
  const start = performance.now();
  const code = compiled(program, options);
  const search =
    options.dpor === 'none' && options.strategy === undefined ? exploreReference : exploreReduced;
  const { collected, complete, redundant, before } = until(
    start + (options.timeLimitMs ?? Number.POSITIVE_INFINITY),
    options.stop,
    () => search(code, options, new Heartbeat(options, start)),
  );
  return {
    model: options.model,
    outcomes: [...collected.outcomes.values()],
    executions: collected.executions,
    blocked: collected.blocked,
    visited: collected.visited,
    redundant,
    findings: [...collected.findings.values()],
    cutLoops: [...collected.cutLoops.values()],
    complete,
    ms: performance.now() - start,
    ...present({ before }),
  };
}

function exploreReference(code: Code, options: ExploreOptions, heartbeat: Heartbeat): Search {
  requireFewChoices(code.program);
  const collected = new Collector(options.onFinding);
  const most = options.maxExecutions ?? Infinity;
  let calls = 0;
  let stopped = false;
  const { complete } = everyInterleaving(
    code,
    storeBufferModels[options.model],
    (execution, schedule, cutLoops) => {
      const witness = (): Witness => ({ model: options.model, execution, schedule });
      collected.count(execution.blocked.size === 0);
      const { outcome } = execution;
      if (outcome !== undefined && collected.outcome(outcome)) options.onOutcome?.(outcome, witness);
      collected.details(execution, cutLoops, witness);
      options.onExecution?.(witness);
      options.onDoubtful?.(witness);
    },
    () => {
      stopped ||=
        collected.total >= most ||
        foundEnough(collected, options) ||
        ((calls++ & 255) === 0 && !heartbeat.beat(collected.total));
      return stopped;
    },
  );
  return { collected, complete, redundant: 0 };
}

function exploreReduced(code: Code, options: ExploreOptions, heartbeat: Heartbeat): Search {
  const isUsed =
    options.symmetry === true && options.strategy === undefined && options.onExecution === undefined;
  const searcher =
    options.strategy === undefined
      ? dporSearcher(options.dpor !== 'source', options.shared?.team)
      : strategySearcher(options.strategy);
  // A strategy draws values by itself.
  const choices = options.strategy === undefined ? options.choices : 'every-value';
  if (options.mostStates !== undefined) {
    const states = stateSearcher({ left: options.mostStates }, { exchanged: isUsed });
    const way = { searcher: states, choices: 'every-value', groups: [], exchanged: isUsed } as const;
    return visiting(code, options, heartbeat, way)();
  }
  if (options.anyWay === true && options.strategy === undefined && options.shared === undefined)
    return exploreAnyWay(code, options, heartbeat, isUsed);
  const groups = isUsed ? symmetricGroups(code) : [];
  return visiting(code, options, heartbeat, { searcher, choices, groups })();
}
