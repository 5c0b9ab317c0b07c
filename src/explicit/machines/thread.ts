// One thread of the plain machine: its registers, its place in the code, its store buffer.

import type { Blocked } from '../../execution/execution.js';
import type { Address } from '../../program/identity.js';
import type { ThreadCode } from '../bytecode/compile.js';
import { covers, type Entry } from './storeBuffer.js';

type ThreadStatus = 'ready' | 'ended' | 'not-spawned' | Blocked;

export class ThreadState {
  pc = 0;
  status: ThreadStatus;
  readonly registers: Int32Array;
  buffer: readonly Entry[] = [];
  epoch = 0;
  /** Number of events so far: the next event's place in program order. */
  events = 0;
  /** An acquire fence came after the last event. */
  acquireFence = false;

  constructor(code: ThreadCode, status: ThreadStatus) {
    this.registers = code.initial.slice();
    this.status = status;
  }

  clone(code: ThreadCode): ThreadState {
    const copy = new ThreadState(code, this.status);
    copy.pc = this.pc;
    copy.registers.set(this.registers);
    copy.buffer = this.buffer;
    copy.epoch = this.epoch;
    copy.events = this.events;
    copy.acquireFence = this.acquireFence;
    return copy;
  }

  /** The newest buffered store to `address`. */
  forwarded(address: Address): Entry | undefined {
    return this.buffer.findLast((entry) => covers(entry, address));
  }
}
