// The monitors' route to a robustness verdict: one exploration of the SC executions, watched by all monitors at once.

import type { CutLoop } from '../execution/finding.js';
import type { Exploration, StrategyChoice } from '../explicit/explore.js';
import { mayMiss } from '../explicit/monitors/completeness.js';
import {
  completeMonitors,
  type MonitorName,
  monitorNames,
  type Violation,
  type WeakModel,
} from '../explicit/monitors/index.js';
import { monitorProgram } from '../explicit/monitors/monitorProgram.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { isStopped, type Limits, type Shortfall, shortfallOf } from './engine.js';
import { certifyNonSc, type NonScExecution } from './route.js';

export interface MonitorAnswer {
  readonly name: MonitorName;
  readonly model: WeakModel;
  /** null when it found nothing and could have missed something. */
  readonly robust: boolean | null;
  readonly pairs: readonly { readonly violation: Pick<Violation, 'event' | 'overtaken' | 'address'> }[];
  /** An execution with the cycle of the first pair. */
  readonly nonSc?: NonScExecution;
}

export interface MonitorRequest {
  readonly name: MonitorName;
  readonly model: WeakModel;
}

export interface Monitored {
  /** Of the SC executions. */
  readonly exploration: Pick<Exploration, 'executions' | 'blocked' | 'complete' | 'outcomes' | 'findings'>;
  readonly cutLoops: readonly CutLoop[];
  readonly answers: readonly MonitorAnswer[];
  /** Why not all of them were seen. */
  readonly shortfall?: Shortfall;
}

export function runMonitors(
  program: Program,
  monitors: readonly MonitorRequest[],
  limits: Limits,
  strategy: StrategyChoice | undefined,
): Monitored {
  limits.onPhase?.('monitoring');
  const { exploration, pairs } = monitorProgram(program, {
    ...limits,
    stop: () => isStopped(limits),
    monitors: monitors.map(({ name }) => name),
    ...present({ strategy }),
  });
  limits.onPhase?.('certifying');
  return {
    exploration,
    cutLoops: exploration.cutLoops,
    ...(exploration.complete
      ? {}
      : {
          shortfall: shortfallOf(
            { ...limits, ...present({ strategy }) },
            exploration.executions + exploration.blocked,
          ),
        }),
    answers: monitors.map(({ name, model }) => {
      const found = pairs.get(name) ?? [];
      const robust = found.length > 0 ? false : mayMiss(name, exploration) ? null : true;
      const witness = found.at(0)?.witness();
      return {
        name,
        model,
        robust,
        pairs: found.map(({ violation }) => ({ violation })),
        ...(witness === undefined ? {} : { nonSc: certifyNonSc(program, witness, limits.unroll) }),
      };
    }),
  };
}

export { type MonitorName, monitorNames };

/** Those a verdict asks if none are named. */
export const defaultMonitors = completeMonitors;

export const isMonitorName = (name: string): name is MonitorName =>
  monitorNames.some((known) => known === name);
