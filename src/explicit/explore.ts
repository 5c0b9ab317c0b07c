// The explicit engine's front door: explore all executions of a program on one machine and collect what was seen.

import {
  type Execution,
  type ModelName,
  type Outcome,
  outcomeKey,
  type Witness,
} from '../execution/execution.js';
import { type CutLoop, cutLoopKey, type Finding, findingKey, findingPlaceKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { until } from '../support/timeOver.js';
import { Aside } from './aside.js';
import type { Code } from './bytecode/compile.js';
import { type ChoiceMode, requireFewChoices } from './choices/plan.js';
import { type CodeOptions, compiled } from './compiled.js';
import { dporSearcher } from './dpor/search.js';
import type { Capacity } from './fast/capacity.js';
import { maximalExecutions } from './fast/maximalExecutions.js';
import { type Recording, replay } from './fast/recording.js';
import type { Searcher } from './fast/searcher.js';
import type { FastState } from './fast/state.js';
import { Heartbeat, type HeartbeatOptions } from './heartbeat.js';
import type { Scheduled } from './machines/fullSchedule.js';
import { storeBufferModels } from './machines/index.js';
import type { Teammate } from './parallel/teammate.js';
import { everyInterleaving } from './reference/everyInterleaving.js';
import { stateSearcher } from './states/search.js';
import { strategySearcher } from './strategies/byName.js';
import type { StrategyChoice } from './strategies/strategy.js';
import { type Exchange, exchangesOf } from './symmetry/exchange.js';
import { type SymmetricGroup, symmetricGroups } from './symmetry/groups.js';
import { likenessOf } from './symmetry/likeness.js';

export type { ChoiceMode } from './choices/plan.js';
export type { ExplorationProgress } from './heartbeat.js';
export type { StrategyChoice } from './strategies/strategy.js';

export interface ExploreOptions extends HeartbeatOptions, CodeOptions {
  readonly dpor?: 'optimal' | 'source' | 'none';
  /** Explore with this in place of DPOR: then every interleaving counts, and the exploration is rarely complete. */
  readonly strategy?: StrategyChoice;
  /** How nondeterministic values are chosen; absent: by class where ranges are large, else every value. */
  readonly choices?: ChoiceMode;
  readonly maxExecutions?: number;
  /**
   * Leave out executions in which only threads are exchanged that differ in nothing but their number (docs/adr/0010-symmetry.md).
   * Counts, outcomes and findings are those of all executions. Not with `onExecution`, which sees all of them.
   */
  readonly symmetry?: boolean;
  /** End the exploration with the first execution that has a finding. */
  readonly untilFinding?: boolean;
  /** Search by states alone, of which there may be so many: only findings, outcomes and cut loops count. */
  readonly mostStates?: number;
  /** Only findings and outcomes count, not executions: when it takes long, look in other ways beside (aside.ts). */
  readonly anyWay?: boolean;
  /** Asked after each execution; true ends the exploration, which has shown what was wanted. */
  readonly isEnough?: () => boolean;
  /** Explore together with other threads, on machines of this size (parallel/team.ts). */
  readonly shared?: { readonly team: Teammate; readonly capacity: Capacity };
  /** Called for each maximal execution; building the witness costs, so it is built on demand. */
  readonly onExecution?: (witness: () => Witness) => void;
  /** Called with each maximal execution that is not sequentially consistent, and with some of which it is not known. */
  readonly onDoubtful?: (witness: () => Witness) => void;
  /** Called when the exploration has to start again: earlier executions come again. */
  readonly onRestart?: () => void;
  /** Called with the first execution of each outcome; again for all of them if the exploration has to start again. */
  readonly onOutcome?: (outcome: Outcome, witness: () => Witness) => void;
  /** The same for a caller that looks at the execution later, or on another thread (`witnessOf`). */
  readonly onRecording?: (outcome: Outcome, recording: Recording) => void;
  /** Called with the first execution of each finding; again for all of them if the exploration has to start again. */
  readonly onFinding?: (finding: Finding, witness: Witness) => void;
}

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
  const { collected, complete, redundant } = until(
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
  };
}

interface Search {
  readonly collected: Collector;
  readonly complete: boolean;
  readonly redundant: number;
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
  const groups = isUsed ? symmetricGroups(code) : [];
  if (options.anyWay !== true || options.strategy !== undefined || options.shared !== undefined)
    return visiting(code, options, heartbeat, { searcher, choices, groups })();
  const { onRestart: _, ...beside } = options;
  const seen: Collector[] = [];
  const explored = (): number => aside.explored();
  const aside = new Aside(code.program, isUsed, (searcher, mayGoOn, exchanged) => {
    const way = { searcher, choices: 'every-value', groups: [], mayGoOn, exchanged, explored } as const;
    const visits = visiting(code, beside, heartbeat, way);
    return () => {
      const search = visits();
      if (!seen.includes(search.collected)) seen.push(search.collected);
      return search;
    };
  });
  const mayGoOn = (byDpor?: () => number): boolean =>
    aside.answer(byDpor) === undefined && !seen.some((collected) => foundEnough(collected, options));
  const search = visiting(code, options, heartbeat, { searcher, choices, groups, mayGoOn })();
  const answer = search.complete ? search : (aside.found ?? search);
  for (const collected of seen) answer.collected.include(collected);
  return answer;
}

/** How a search goes about it. */
interface Way {
  readonly searcher: (m: FastState) => Searcher;
  readonly choices: ChoiceMode | undefined;
  readonly groups: readonly SymmetricGroup[];
  /** It tells no states apart in which threads are exchanged. */
  readonly exchanged?: boolean;
  /** Estimates the share that is done, in place of the searcher. */
  readonly explored?: () => number;
  /** Asked now and then; `explored` estimates the share of the search that is done. */
  readonly mayGoOn?: (explored?: () => number) => boolean;
}

/** To be called again where it was stopped, if the search can go on. */
function visiting(code: Code, options: ExploreOptions, heartbeat: Heartbeat, way: Way): () => Search {
  const { groups, searcher, choices } = way;
  const exchangesNow = exchanging(code, way);
  let collected = new Collector(options.onFinding);
  const known = new Set<string>();
  const most = options.maxExecutions ?? Infinity;
  const team = options.shared?.team;
  const visits = maximalExecutions(code, {
    model: options.model,
    ...(options.shared === undefined
      ? {}
      : { shared: { scripts: options.shared.team, capacity: options.shared.capacity } }),
    groups,
    searcher,
    choices,
    onTick: (explored) =>
      heartbeat.beat(collected.total, way.explored ?? explored) && way.mayGoOn?.(explored) !== false,
    onRestart: () => {
      collected = new Collector(options.onFinding);
      known.clear();
      options.onRestart?.();
    },
    onVisit: (visit, explored) => {
      const { model } = options;
      const exchanges = exchangesNow();
      collected.count(visit.complete, visit.standsFor);
      if (visit.remarks.length > 0 && visit.remarks.some((remark) => !known.has(remark))) {
        for (const remark of visit.remarks) known.add(remark);
        const hasFound = visit.remarks.some((remark) => remark.startsWith('found '));
        collectDetails(collected, code, model, visit.record(), exchanges, hasFound);
      }
      if (visit.newOutcome !== undefined && (exchanges.length === 0 || collected.outcome(visit.newOutcome))) {
        options.onOutcome?.(visit.newOutcome, witnessOfVisit(visit, model));
        options.onRecording?.(visit.newOutcome, visit.record());
        if (exchanges.length > 0)
          collectExchanged(collected, code, options, visit.newOutcome, visit.record(), exchanges);
      }
      options.onExecution?.(witnessOfVisit(visit, model));
      if (options.onDoubtful !== undefined && !visit.isSc()) options.onDoubtful(witnessOfVisit(visit, model));
      if (collected.visited >= most || foundEnough(collected, options)) return false;
      // A caller that looks at each execution takes longer than the search does between two looks at the clock.
      const looked =
        options.onExecution !== undefined ||
        (options.onOutcome !== undefined && visit.newOutcome !== undefined);
      return !looked || heartbeat.mayGoOn(way.explored ?? explored);
    },
  });
  return () => {
    const { finished, redundant, outcomes } = visits();
    for (const outcome of outcomes) collected.outcome(outcome);
    return { collected, complete: finished && team?.stopped !== true, redundant };
  };
}

/** In which ways threads can be exchanged in the execution that is visited. */
function exchanging(code: Code, { groups, exchanged }: Way): () => readonly Exchange[] {
  const { observed } = code.program;
  const inOrder = exchangesOf(groups, observed);
  if (exchanged !== true) return () => inOrder;
  let alike: readonly Exchange[] | undefined;
  return () => {
    const likeness = likenessOf(code);
    alike ??= exchangesOf(likeness.groups, observed);
    return likeness.isBroken ? [] : alike;
  };
}

/** The execution of a visit, for as long as that lasts. */
const witnessOfVisit =
  (visit: { replay(): Scheduled }, model: ModelName): (() => Witness) =>
  () => {
    const { execution, schedule } = visit.replay();
    return { model, execution, schedule };
  };

/** The findings of an execution, and of those in which threads are exchanged, as long as they are new. */
function collectDetails(
  collected: Collector,
  code: Code,
  model: ModelName,
  recording: Recording,
  exchanges: readonly Exchange[],
  hasFound: boolean,
): void {
  const left = [recording];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { execution, schedule, cutLoops } = replay(code, model, next);
    if (hasFound && next === recording && execution.findings.length === 0)
      bug('the fast machine finds something in an execution in which the plain machine finds nothing');
    const witness = (): Witness => ({ model, execution, schedule });
    if (!collected.details(execution, cutLoops, witness, next !== recording)) continue;
    for (const exchange of exchanges) left.push(exchange.recording(next));
  }
}

/** The outcomes of the executions in which threads are exchanged. */
function collectExchanged(
  collected: Collector,
  code: Code,
  { model, onOutcome, onRecording }: ExploreOptions,
  outcome: Outcome,
  recording: Recording,
  exchanges: readonly Exchange[],
): void {
  const left = [{ outcome, recording }];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const exchange of exchanges) {
      const other = exchange.outcome(next.outcome);
      if (!collected.outcome(other)) continue;
      const exchanged = exchange.recording(next.recording);
      onOutcome?.(other, () => {
        const { execution, schedule } = replay(code, model, exchanged);
        return { model, execution, schedule };
      });
      onRecording?.(other, exchanged);
      left.push({ outcome: other, recording: exchanged });
    }
}

const foundEnough = (collected: Collector, options: ExploreOptions): boolean =>
  (options.untilFinding === true && collected.findings.size > 0) || options.isEnough?.() === true;

class Collector {
  executions = 0;
  blocked = 0;
  visited = 0;
  readonly outcomes = new Map<string, Outcome>();
  readonly findings = new Map<string, { finding: Finding; witness: Witness }>();
  readonly cutLoops = new Map<string, CutLoop>();
  readonly #places = new Set<string>();
  readonly #onFinding: ExploreOptions['onFinding'];

  constructor(onFinding: ExploreOptions['onFinding']) {
    this.#onFinding = onFinding;
  }

  get total(): number {
    return this.executions + this.blocked;
  }

  count(complete: boolean, executions = 1): void {
    if (complete) this.executions += executions;
    else this.blocked += executions;
    this.visited++;
  }

  /** Adds the results of another search of the same program. */
  include({ outcomes, findings, cutLoops }: Collector): void {
    for (const outcome of outcomes.values()) this.outcome(outcome);
    for (const [key, found] of findings) if (!this.findings.has(key)) this.findings.set(key, found);
    for (const [key, loop] of cutLoops) this.cutLoops.set(key, loop);
  }

  /** Whether it is new. */
  outcome(outcome: Outcome): boolean {
    const key = outcomeKey(outcome);
    if (this.outcomes.has(key)) return false;
    this.outcomes.set(key, outcome);
    return true;
  }

  /**
   * Whether something was new. Where threads were exchanged, another bad value at the same place is not new; but a
   * deadlock names its waiters.
   */
  details(
    execution: Execution,
    cutLoops: readonly CutLoop[],
    witness: () => Witness,
    exchanged = false,
  ): boolean {
    const known = this.findings.size + this.cutLoops.size;
    for (const finding of execution.findings) {
      const key = findingKey(finding);
      const place = finding.kind === 'deadlock' ? key : findingPlaceKey(finding);
      if (this.findings.has(key) || (exchanged && this.#places.has(place))) continue;
      this.#places.add(place);
      const found = { finding, witness: witness() };
      this.findings.set(key, found);
      this.#onFinding?.(finding, found.witness);
    }
    for (const loop of cutLoops) this.cutLoops.set(cutLoopKey(loop), loop);
    return this.findings.size + this.cutLoops.size > known;
  }
}
