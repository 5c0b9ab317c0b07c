// One search of a program on the fast machine. It visits maximal executions, collects their results, and tells the
// caller of each new one. A search that was stopped can go on.

import type { ModelName, Outcome, Witness } from '../execution/execution.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Code } from './bytecode/compile.js';
import type { ChoiceMode } from './choices/plan.js';
import { Collector } from './collector.js';
import type { ExploreOptions } from './exploreOptions.js';
import { maximalExecutions } from './fast/maximalExecutions.js';
import { type Recording, replay } from './fast/recording.js';
import type { Searcher } from './fast/searcher.js';
import type { FastState } from './fast/state.js';
import type { Heartbeat } from './heartbeat.js';
import type { Scheduled } from './machines/fullSchedule.js';
import { type Exchange, exchangesOf } from './symmetry/exchange.js';
import type { SymmetricGroup } from './symmetry/groups.js';
import { likenessOf } from './symmetry/likeness.js';

export interface Search {
  readonly collected: Collector;
  readonly complete: boolean;
  readonly redundant: number;
  /** Milliseconds that earlier questions have spent on it. */
  readonly before?: number;
  /** It was stopped in the middle of a step and cannot go on. */
  readonly isLost?: boolean;
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

export type Beats = Pick<Heartbeat, 'beat' | 'mayGoOn'>;

/** To be called again where it was stopped, if the search can go on. */
export function visiting(code: Code, options: ExploreOptions, heartbeat: Beats, way: Way): () => Search {
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
    const { finished, redundant, outcomes, isLost } = visits();
    for (const outcome of outcomes) collected.outcome(outcome);
    return { collected, complete: finished && team?.stopped !== true, redundant, ...present({ isLost }) };
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

export const foundEnough = (collected: Collector, options: ExploreOptions): boolean =>
  (options.untilFinding === true && collected.findings.size > 0) || options.isEnough?.() === true;
