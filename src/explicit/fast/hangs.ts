// Threads that wait forever, on the fast machine.

import type { Blocked } from '../../execution/execution.js';
import { mayBeInterrupted } from '../../program/statement.js';
import type { Code } from '../bytecode/compile.js';
import { type FinalState, hangingThreads } from '../hang.js';
import {
  AT_EVENT,
  ENDED,
  type FastState,
  NOT_SPAWNED,
  STOPPED_ASSUME,
  STOPPED_BOUND,
  VALID,
  WAITING,
} from './state.js';

/** Whether a thread of the program waits in a loop that was turned into an assume. */
export const hasAwaits = (code: Code): boolean =>
  code.threads.some(({ statements }) =>
    statements.some((s) => s?.kind === 'assume' && s.awaits !== undefined),
  );

/** The threads that wait forever in the maximal execution the machine is at. */
export function hangs(m: FastState): number[] {
  const state: FinalState = {
    code: m.code,
    register: (thread, name) => m.register(thread, name),
    cell: (address) => {
      const cell = m.cellAt(address);
      return cell >= 0 && m.cellState[cell] === VALID ? m.cellValue(cell) : undefined;
    },
  };
  return hangingThreads(state, blocked(m), (thread) => m.pc[thread]);
}

function blocked(m: FastState): [number, Blocked][] {
  return Array.from(m.status, (status, t): [number, number] => [t, status])
    .filter(([, status]) => status !== ENDED && status !== NOT_SPAWNED)
    .map(([t, status]) => [t, waitsInterruptibly(m, t) ? 'interruptible' : reason(status)]);
}

/** Whether something that is still to come may end what the thread waits for. */
export function waitsInterruptibly(m: FastState, t: number): boolean {
  const { statements } = m.code.threads[t];
  return (m.status[t] === AT_EVENT || m.status[t] === WAITING) && mayBeInterrupted(statements[m.pc[t]]);
}

function reason(status: number): Blocked {
  switch (status) {
    case AT_EVENT:
      return 'lock';
    case WAITING:
      return 'join';
    case STOPPED_ASSUME:
      return 'assume';
    case STOPPED_BOUND:
      return 'bound';
    default:
      return 'finding';
  }
}
