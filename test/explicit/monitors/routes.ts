// The routes to a robustness verdict, as plain as possible: for tests that compare them.

import { isSequentiallyConsistent } from '../../../src/execution/hb.js';
import { explore } from '../../../src/explicit/explore.js';
import { type MonitorName, monitorNames, type WeakModel } from '../../../src/explicit/monitors/index.js';
import { monitorProgram } from '../../../src/explicit/monitors/monitorProgram.js';
import type { Program } from '../../../src/program/program.js';

const unroll = 3;
const maxExecutions = 20_000;

/** The monitors that report something on one interleaving per trace, or undefined if there are too many traces. */
export function reporting(
  program: Program,
  monitors: readonly MonitorName[] = monitorNames,
): ReadonlySet<MonitorName> | undefined {
  const { exploration, pairs } = monitorProgram(program, { monitors, unroll, maxExecutions });
  if (!exploration.complete) return undefined;
  return new Set([...pairs].filter(([, found]) => found.length > 0).map(([name]) => name));
}

/** Whether some trace of the model has a happens-before cycle. */
export function hasNonScTrace(program: Program, model: WeakModel): boolean | undefined {
  const found = new Error('found');
  try {
    const { complete } = explore(program, {
      model,
      unroll,
      maxExecutions,
      onExecution: (witness) => {
        if (!isSequentiallyConsistent(witness().execution)) throw found;
      },
    });
    return complete ? false : undefined;
  } catch (error) {
    if (error === found) return true;
    throw error;
  }
}
