// Events that an execution does not contain because something keeps them from happening. One kind is a lock that
// another thread holds. The other is the next event of a thread that one of its own commits has stopped. Each races
// with the event in its way. It is put behind the execution for as long as the race is reversed.

import * as op from '../bytecode/opcodes.js';
import { CapacityExceeded } from '../fast/capacity.js';
import { after, afterOwnCommits } from '../fast/happensBefore.js';
import { afterThreadBefore, isHeldBack } from '../fast/inOrder.js';
import { AT_EVENT, BLOCK, type FastState, READ, STOPPED_FINDING, STOPS_NEXT, UPDATE } from '../fast/state.js';
import { noteWait } from '../fast/steps.js';
import { LAST_WRITE, MEMORY } from '../fast/undo.js';
import { has } from './bitSet.js';
import { eventsConflict, staysHidden } from './dependence.js';

/** `reverse` is to see that the event at position n comes without the one at i before it. */
type Reverse = (i: number, n: number) => void;

/** At the end of an execution. */
export function disabledEvents(m: FastState, reverse: Reverse): void {
  for (let t = 0; t < m.threads; t++)
    if (m.status[t] === AT_EVENT) waitsInVain(m, t, reverse);
    else if (m.status[t] === STOPPED_FINDING && m.buffered) stoppedByCommit(m, t, reverse);
}

/** Thread `t` waits for a value. */
function waitsInVain(m: FastState, t: number, reverse: Reverse): void {
  const words = m.words[t];
  const at = m.pc[t] * op.wordsPerInstruction;
  const opcode = words[at];
  if (opcode !== op.LOCK && opcode !== op.TAKE && opcode !== op.AWAIT) return;
  if (m.inOrder && isHeldBack(m, t)) return;
  const cell = m.cellAt(m.registers[m.registerBase[t] + words[at + 2]]);
  const n = putNext(m, t, opcode === op.AWAIT ? READ : UPDATE, cell);
  if (m.inOrder) afterThreadBefore(m, t, n);
  if (opcode === op.LOCK) noteWait(m, n, op.tests['=='], 0);
  else {
    const test = op.takeTest(words[at + op.wordsPerInstruction + 1]);
    noteWait(m, n, test, m.registers[m.registerBase[t] + words[at + 3]]);
  }
  if (opcode !== op.AWAIT) afterOwnCommits(m, t, n, -1);
  const i = beforeTaken(m, n, m.lastWrite[cell]);
  if (i >= 0) reverse(i, n);
  m.depth--;
}

/**
 * A commit stopped thread `t` before its next event. Both the event and the commit after it are to come: without the commit,
 * a step that conflicts with it could be executed first.
 */
function stoppedByCommit(m: FastState, t: number, reverse: Reverse): void {
  let i = m.depth - 1;
  while (i >= 0 && !(m.eventStops[i] === STOPS_NEXT && m.processThread[m.eventProcess[i]] === t)) i--;
  if (i < 0) return;
  const words = m.words[t];
  const at = m.pc[t] * op.wordsPerInstruction;
  const opcode = words[at];
  const loads = opcode === op.LOAD || opcode === op.AWAIT;
  // A step that waits for the whole buffer also waits for this commit.
  if (!loads && (!m.perCell || waitsForBuffer.has(opcode))) return;
  // Where source DPOR gives up because all is asleep, stores may be left that it would have to wait for.
  if (!loads && m.pending[t] > 0) return;
  if (m.inOrder && isHeldBack(m, t)) return;
  const { stride, pred } = m;
  const cell = m.cellAt(m.registers[m.registerBase[t] + words[at + 2]]);
  const next = putNext(m, t, loads ? READ : UPDATE, cell);
  if (m.inOrder) afterThreadBefore(m, t, next);
  if (!loads) afterOwnCommits(m, t, next, cell);
  afterForeignConflicts(m, t, next, i);
  const n = putNext(m, t, m.eventKind[i], m.eventCell[i]);
  m.eventFootprint[n] = m.eventFootprint[i];
  m.eventProcess[n] = m.eventProcess[i];
  m.eventStore[n] = m.eventStore[i];
  m.eventStops[n] = m.eventStops[i];
  m.oldWrite[n] = m.oldWrite[i];
  for (let w = 0; w < stride; w++) pred[n * stride + w] = pred[i * stride + w] | pred[next * stride + w];
  pred[n * stride + (next >> 5)] |= 1 << (next & 31);
  if (!has(pred, next * stride, i)) reverse(i, n);
  m.depth -= 2;
}

/**
 * Orders event `n` of thread `t` after the events of other threads that it conflicts with and that do not happen after
 * `i`. Else `i` would seem to commute with the whole reversal, and the event would never read the newer values.
 */
function afterForeignConflicts(m: FastState, t: number, n: number, i: number): void {
  if (staysHidden(m, n, i)) return;
  for (let x = 0; x < n; x++)
    if (
      x !== i &&
      m.processThread[m.eventProcess[x]] !== t &&
      !has(m.pred, x * m.stride, i) &&
      !staysHidden(m, x, i) &&
      eventsConflict(m, x, n)
    )
      after(m, n, x);
}

/** Events that are possible only once the thread has no store pending. */
const waitsForBuffer: ReadonlySet<number> = new Set([
  op.LOCK,
  op.TAKE,
  op.UNLOCK,
  op.GIVE_BACK,
  op.ATOMIC_BEGIN,
]);

/** Puts an event of thread `t` at the end of the execution; it happens after what the thread did. */
function putNext(m: FastState, t: number, kind: number, cell: number): number {
  const { stride } = m;
  const n = m.depth;
  if (n >= m.maxEvents) throw new CapacityExceeded('stride');
  m.depth++;
  m.eventProcess[n] = t;
  m.eventKind[n] = kind;
  m.eventCell[n] = cell;
  m.eventStore[n] = kind === READ && m.buffered ? m.newestStore[t * m.cells + cell] : -1;
  m.eventIsLock[n] = 0;
  m.eventIsDynamic[n] = 0;
  m.eventStops[n] = 0;
  for (let w = 0; w < stride; w++) m.pred[n * stride + w] = m.threadPred[t * stride + w];
  return n;
}

/** From write `w` to the cell of `n` backwards: the last one that found there what `n` waits for, or -1. */
export function beforeTaken(m: FastState, n: number, w: number): number {
  const cell = m.eventCell[n];
  const test = m.eventIsLock[n] - 1;
  for (let i = w; i >= 0; i = overwritten(m, i, cell, LAST_WRITE)) {
    // before it was committed, a load would have found this store in its buffer
    if (m.eventKind[n] === READ && m.processThread[m.eventProcess[i]] === m.eventProcess[n]) return -1;
    if (op.passes(test, overwritten(m, i, cell, MEMORY), m.eventAwaited[n])) return i;
  }
  return -1;
}

/** The value or the last write of `cell` before event `e` wrote it. */
function overwritten(m: FastState, e: number, cell: number, what: typeof MEMORY | typeof LAST_WRITE): number {
  if (m.eventKind[e] !== BLOCK) return what === MEMORY ? m.oldValue[e] : m.oldWrite[e];
  for (let at = m.undoMark[e]; ; at += 3)
    if (m.undoLog[at] === what && m.undoLog[at + 1] === cell) return m.undoLog[at + 2];
}
