// The monitors' route to a robustness verdict: one exploration of the SC executions, watched by all monitors at once.

import type { Exploration, StrategyChoice } from '../explicit/explore.js';
import { mayMiss } from '../explicit/monitors/completeness.js';
import {
  completeMonitors,
  type MonitorName,
  monitorNames,
  type WeakModel,
} from '../explicit/monitors/index.js';
import { monitorProgram, type ViolatingPair } from '../explicit/monitors/monitorProgram.js';
import type { Program } from '../program/program.js';
import type { CutLoop, Limits } from './engine.js';
import { cutLoop } from './explicit.js';

export interface MonitorAnswer {
  readonly name: MonitorName;
  readonly model: WeakModel;
  /** null when it found nothing and could have missed something. */
  readonly robust: boolean | null;
  readonly pairs: readonly ViolatingPair[];
}

export interface Monitored {
  /** Of the SC executions. */
  readonly exploration: Exploration;
  readonly cutLoops: readonly CutLoop[];
  readonly answers: readonly MonitorAnswer[];
}

export function runMonitors(
  program: Program,
  monitors: readonly { readonly name: MonitorName; readonly model: WeakModel }[],
  limits: Limits,
  strategy: StrategyChoice | undefined,
): Monitored {
  const { exploration, pairs } = monitorProgram(program, {
    ...limits,
    monitors: monitors.map(({ name }) => name),
    ...(strategy === undefined ? {} : { strategy }),
  });
  return {
    exploration,
    cutLoops: exploration.cutLoops.map(cutLoop),
    answers: monitors.map(({ name, model }) => {
      const found = pairs.get(name) ?? [];
      const robust = found.length > 0 ? false : mayMiss(name, exploration) ? null : true;
      return { name, model, robust, pairs: found };
    }),
  };
}

export { type MonitorName, monitorNames };

/** Those a verdict asks if none are named. */
export const defaultMonitors = completeMonitors;

export const isMonitorName = (name: string): name is MonitorName =>
  monitorNames.some((known) => known === name);
