// From the steps a fast explorer took to a full schedule of the plain machine. The fast machine carries out unnoticeable
// events (buffered stores, fences, spawn, join) as soon as they are possible; here they become steps again.

import type { Execution, Step } from '../../execution/execution.js';
import type { CutLoop } from '../../execution/finding.js';
import type { ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { Machine } from './machine.js';
import type { StoreBufferModel } from './storeBuffer.js';

export interface Scheduled {
  readonly execution: Execution;
  readonly schedule: readonly Step[];
  readonly cutLoops: readonly CutLoop[];
}

/** Runs `steps` to an end, with all possible unnoticeable steps in between. */
export function fullSchedule(
  code: Code,
  model: StoreBufferModel,
  steps: Iterable<Step>,
  choose: (thread: ThreadId, choice: number) => Integer,
): Scheduled {
  const machine = Machine.start(code, model);
  const schedule: Step[] = [];
  const choices = code.threads.map(() => 0);
  const apply = (step: Step): void => {
    machine.apply(step);
    schedule.push(step);
  };
  const settle = (): void => {
    for (let t = 0; t < machine.threads.length; t++) {
      if (!machine.canExecute(t) || !unnoticeable(machine, t)) continue;
      if (machine.choiceRange(t) !== undefined)
        apply({ kind: 'execute', thread: t, choice: choose(t, choices[t]++) });
      else apply({ kind: 'execute', thread: t });
      // A step of one thread may let an earlier thread go on.
      t = -1;
    }
  };
  settle();
  for (const step of steps) {
    apply(step);
    settle();
  }
  return { execution: machine.execution(), schedule, cutLoops: machine.trace.cutLoops };
}

/** Whether the event the thread has come to touches no memory that others see. */
function unnoticeable(machine: Machine, t: number): boolean {
  const [opcode, d, a] = machine.instruction(t);
  const { registers } = machine.threads[t];
  switch (opcode) {
    case op.FENCE:
    case op.STORE_FENCE:
    case op.SPAWN:
    case op.JOIN:
    case op.CHOOSE:
    case op.CHOOSE_WIDE:
      return true;
    case op.STORE:
      return machine.model.buffers || machine.fittingCell(t, registers[d]) === undefined;
    case op.FREE:
      return machine.model.buffers || machine.memory.block(registers[a]) === undefined;
    case op.ATOMIC_BEGIN:
      return false;
    default:
      return machine.fittingCell(t, registers[a]) === undefined;
  }
}
