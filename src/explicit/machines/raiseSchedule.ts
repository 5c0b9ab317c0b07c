// From a schedule of SC to one of a machine with store buffers. Each store is committed as soon as it is in the buffer.
// So whatever happens under SC happens under TSO and PSO too.

import type { ModelName, Schedule, Step } from '../../execution/execution.js';
import type { Code } from '../bytecode/compile.js';
import { storeBufferModels } from './index.js';
import { Machine } from './machine.js';
import type { Replayed } from './runSchedule.js';

interface Raised extends Replayed {
  readonly schedule: Schedule;
}

/** Undefined if the machine cannot take one of the steps. */
export function raiseSchedule(code: Code, ofSc: Schedule, model: ModelName): Raised | undefined {
  const machine = Machine.start(code, storeBufferModels[model]);
  const schedule: Step[] = [];
  const take = (step: Step): boolean => {
    if (!machine.can(step)) return false;
    machine.apply(step);
    schedule.push(step);
    return true;
  };
  for (const step of ofSc) {
    if (!take(step)) return undefined;
    const { thread } = step;
    for (let next = machine.threads[thread].buffer[0]; next !== undefined; ) {
      if (!take({ kind: 'commit', thread, address: next.address })) return undefined;
      next = machine.threads[thread].buffer[0];
    }
  }
  return { kind: 'replayed', execution: machine.execution(), maximal: machine.isIdle(), schedule };
}
