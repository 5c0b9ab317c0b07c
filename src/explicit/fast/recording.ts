// The data needed to run an execution of the fast machine again on the plain one. It is small enough to be kept for
// many executions, and to be sent to another thread.

import type { Step } from '../../execution/execution.js';
import type { Integer } from '../../program/integer.js';
import type { Code } from '../bytecode/compile.js';
import { fullSchedule, type Scheduled } from '../machines/fullSchedule.js';
import { storeBufferModels } from '../machines/index.js';
import { choiceKey, type FastState } from './state.js';

export interface Recording {
  /** Two words for each step: its thread, and the address it commits to, or -1. */
  readonly steps: Int32Array;
  /** By `choiceKey`. */
  readonly chosen: ReadonlyMap<number, Integer>;
}

/** The execution the machine is at. */
export function record(m: FastState): Recording {
  const steps = new Int32Array(m.depth * 2);
  for (let n = 0; n < m.depth; n++) {
    const process = m.eventProcess[n];
    const thread = m.processThread[process];
    steps[n * 2] = thread;
    const s = thread * m.maxStores + m.eventStore[n];
    steps[n * 2 + 1] = process < m.threads ? -1 : m.addressAt(m.storeCell[s]);
  }
  return { steps, chosen: new Map(m.chosen) };
}

/** The same execution on the plain machine. */
export function replay(code: Code, model: FastState['model'], { steps, chosen }: Recording): Scheduled {
  const choose = (t: number, k: number): Integer => chosen.get(choiceKey(t, k)) ?? 0;
  return fullSchedule(code, storeBufferModels[model], stepsOf(steps), choose);
}

function* stepsOf(steps: Int32Array): Generator<Step> {
  for (let n = 0; n < steps.length; n += 2) {
    const thread = steps[n];
    const address = steps[n + 1];
    yield address < 0 ? { kind: 'execute', thread } : { kind: 'commit', thread, address };
  }
}
