// The threads at a barrier. One thread that has left a barrier may destroy it, and free its memory, while others of the round are about to
// leave. POSIX unblocks them all at once, and glibc's pthread_barrier_destroy waits for them. So each thread has a cell with the address
// of the barrier that it is at. A thread that destroys a barrier goes on when no thread is at it: an execution in which one is would only
// wait. A thread that frees the memory without destroying the barrier does not wait. Then the threads that leave access freed memory.
//
// Most programs plainly join all other threads before they destroy a barrier. They have no such cells.

import { addressOf, constant, type Expr, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { fewestJoins } from '../analysis/joinsBefore.js';
import { foldBinary, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';
import { lowerValue } from '../values.js';

/** One cell for each thread. */
const places = 'barrier.at';

/** A step of a thread at a barrier. Its statements are written when all threads are known. */
export interface AtBarrier {
  readonly does: BuiltinOf<'barrier'>['does'];
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly barrier: Expr;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

const placeOf = (thread: ThreadId): Expr => foldBinary('+', addressOf(places), constant(thread));

export function lowerBarrier(frame: Frame, { does, barrier }: BuiltinOf<'barrier'>, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const address = emitter.keep(resized(lowerValue(frame, barrier), 32, true), at);
  if (emitter.dead || emitter.inAtomic) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('barrier'), body, at });
  const temporary = (): string => emitter.temporary();
  program.atBarriers.push({ does, body, thread: thread.index, barrier: address, temporary, at });
}

export function finishBarriers({ atBarriers, threads, locations }: ProgramState): void {
  const early = atBarriers.filter(({ does, body, thread }) => {
    if (does !== 'destroys') return false;
    return fewestJoins(threads[thread]?.body ?? [], body) < threads.length - 1;
  });
  if (early.length === 0) return;
  const initial = new Array<InitialValue>(threads.length).fill(0);
  locations.push({ name: places, initial, array: true });
  const come = new Set(atBarriers.filter(({ does }) => does === 'comes').map(({ thread }) => thread));
  for (const { body, thread, barrier, temporary, at } of early)
    for (const other of [...come].filter((t) => t !== thread).sort((a, b) => a - b)) {
      const target = temporary();
      body.push(
        { kind: 'load', target, address: placeOf(other), order: 'acquire', at },
        { kind: 'assume', condition: foldBinary('!=', register(target), barrier), at },
      );
    }
  for (const { does, body, thread, barrier, at } of atBarriers)
    if (does !== 'destroys')
      body.push({
        kind: 'store',
        address: placeOf(thread),
        value: does === 'comes' ? barrier : zero,
        order: 'release',
        at,
      });
}
