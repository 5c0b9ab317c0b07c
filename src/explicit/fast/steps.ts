// One step of a process: an event that touches memory. Executing it computes its row of happens-before, and leaves in
// `base` and `conflicts` the input of race detection. This is TSO-post of the chronological traces (Fig. 12 of the
// paper on stateless model checking for TSO and PSO), with bit sets in place of vector clocks. A forwarded load is
// related to no update when it executes. It is attached to its store (storeForward), whose commit makes it a reader
// of the cell.

import type { FindingKind } from '../../execution/finding.js';
import { fetchResult } from '../bytecode/arithmetic.js';
import * as op from '../bytecode/opcodes.js';
import { rmwResult, signExtended, wide } from '../bytecode/wideArithmetic.js';
import { advance, find, setRegister, wake } from './advance.js';
import { commitFree, executeBlock } from './block.js';
import { CapacityExceeded } from './capacity.js';
import { afterOverlap, waitsForOverlap } from './frees.js';
import {
  addReader,
  after,
  afterConflicts,
  afterOwnCommits,
  afterOwnEvent,
  beginRow,
  conflict,
  lastOfOlderEpoch,
} from './happensBefore.js';
import { isHeldBack, noteMarked } from './inOrder.js';
import {
  AT_EVENT,
  DESTROYED,
  type FastState,
  FREED,
  READ,
  STOPS_NEXT,
  STOPS_NOTHING,
  UNINITIALISED,
  UPDATE,
  VALID,
  WAITING,
  WRITE,
} from './state.js';

/** As a store leaves a cell of an object that must exist: uninitialised. */
const EMPTIED = op.stored.empties;

/** Whether the process can take a step now. */
export function enabled(m: FastState, process: number): boolean {
  if (m.inOrder && isHeldBack(m, process)) return false;
  if (process >= m.threads) return commitEnabled(m, process);
  if (m.status[process] !== AT_EVENT) return false;
  const opcode = m.words[process][m.pc[process] * op.wordsPerInstruction];
  return opcode === op.LOAD || opcode === op.STORE || mayHappen(m, process);
}

/** Whether an event of another kind, to which the thread has come, is possible now. */
function mayHappen(m: FastState, process: number): boolean {
  const words = m.words[process];
  const i = m.pc[process] * op.wordsPerInstruction;
  switch (words[i]) {
    case op.LOCK: {
      if (m.pending[process] !== 0) return false;
      const cell = m.cellAt(m.registers[m.registerBase[process] + words[i + 2]]);
      return (m.memory[cell] === 0 && (!m.wide || m.memoryHigh[cell] === 0)) || m.cellState[cell] !== VALID;
    }
    case op.TAKE: {
      if (m.pending[process] !== 0) return false;
      const cell = m.cellAt(m.registers[m.registerBase[process] + words[i + 2]]);
      return m.cellState[cell] !== VALID || waitIsOver(m, process, i, m.memory[cell]);
    }
    case op.AWAIT: {
      const cell = m.cellAt(m.registers[m.registerBase[process] + words[i + 2]]);
      const store = m.buffered ? m.newestStore[process * m.cells + cell] : -1;
      const s = process * m.maxStores + store;
      if (store >= 0 && m.storeCommit[s] < 0)
        return m.storeState[s] !== VALID || waitIsOver(m, process, i, m.storeValue[s]);
      return m.cellState[cell] !== VALID || waitIsOver(m, process, i, m.memory[cell]);
    }
    case op.ATOMIC_BEGIN:
      return words[i + 1] === 1 || m.pending[process] === 0;
    case op.UNLOCK:
    case op.GIVE_BACK:
    case op.FREE:
      return m.pending[process] === 0;
    default: {
      if (!m.perCell || m.pending[process] === 0) return m.pending[process] === 0;
      const cell = m.cellAt(m.registers[m.registerBase[process] + words[i + 2]]);
      const own = m.newestStore[process * m.cells + cell];
      const isCommitted = own < 0 || m.storeCommit[process * m.maxStores + own] >= 0;
      return isCommitted && noOlderEpoch(m, process, m.epoch[process]);
    }
  }
}

/** Whether the TAKE or AWAIT at word `i` may happen where its cell holds `value`. */
function waitIsOver(m: FastState, process: number, i: number, value: number): boolean {
  const words = m.words[process];
  const test = op.takeTest(words[i + op.wordsPerInstruction + 1]);
  return op.passes(test, value, m.registers[m.registerBase[process] + words[i + 3]]);
}

/** Remembers what event `n` waited for, for the reversal of its races. */
export function noteWait(m: FastState, n: number, test: number, value: number): void {
  m.eventIsLock[n] = 1 + test;
  m.eventAwaited[n] = value;
}

function commitEnabled(m: FastState, process: number): boolean {
  const head = m.queueHead[process];
  if (head < 0) return false;
  if (!m.perCell) return true;
  const thread = m.processThread[process];
  const epoch = m.storeEpoch[thread * m.maxStores + head];
  return (epoch === 0 || noOlderEpoch(m, thread, epoch)) && !waitsForOverlap(m, thread, head);
}

/** Whether the thread has no pending store of an epoch before `epoch`. */
function noOlderEpoch(m: FastState, thread: number, epoch: number): boolean {
  if (epoch === 0) return true;
  for (let p = m.threads; p < m.processes; p++)
    if (m.processThread[p] === thread) {
      const head = m.queueHead[p];
      if (head >= 0 && m.storeEpoch[thread * m.maxStores + head] < epoch) return false;
    }
  return true;
}

/** Executes the next event of an enabled process. */
export function execute(m: FastState, process: number): void {
  const n = m.depth;
  if (n >= m.maxEvents) throw new CapacityExceeded('stride');
  m.depth = n + 1;
  m.undoMark[n] = m.undoTop;
  m.eventProcess[n] = process;
  m.conflictCount = 0;
  m.eventIsLock[n] = 0;
  m.eventIsDynamic[n] = 0;
  m.eventStops[n] = 0;
  if (process >= m.threads) commit(m, process, n);
  else executeOwn(m, process, n);
}

/** Executes the next event of a thread. */
function executeOwn(m: FastState, process: number, n: number): void {
  beginRow(m, n, m.threadPred, process);
  if (m.inOrder) noteMarked(m, process, n);
  const words = m.words[process];
  const pc = m.pc[process];
  const i = pc * op.wordsPerInstruction;
  const opcode = words[i];
  const registers = m.registerBase[process];
  const r = m.registers;
  const d = registers + words[i + 1];
  const a = registers + words[i + 2];
  const b = registers + words[i + 3];
  let next = pc + 1;
  switch (opcode) {
    case op.LOAD:
      setRegister(m, d, load(m, process, n, m.cellAt(r[a]), pc, words[i + 3]));
      if (m.wide) setRegister(m, d + 1, m.high);
      break;
    case op.STORE:
      m.eventKind[n] = WRITE;
      m.eventStore[n] = -1;
      if (m.wide) m.high = r[a + 1];
      write(m, n, m.cellAt(r[d]), r[a], words[i + 3]);
      if (m.oldState[n] === FREED && isInObject(words[i + 3])) find(m, process, 'use-after-free', pc);
      break;
    case op.LOCK:
      m.high = 0;
      atomic(m, process, n, m.cellAt(r[a]), 1, pc, true);
      noteWait(m, n, op.tests['=='], 0);
      break;
    case op.TAKE: {
      const cell = m.cellAt(r[a]);
      const code = words[i + op.wordsPerInstruction + 1];
      const change = r[registers + words[i + op.wordsPerInstruction + 2]];
      const value = op.takeAdds(code) ? (m.memory[cell] + change) | 0 : change;
      m.high = value >> 31;
      atomic(m, process, n, cell, value, pc, true);
      noteWait(m, n, op.takeTest(code), r[b]);
      next++;
      break;
    }
    case op.AWAIT: {
      const cell = m.cellAt(r[a]);
      const awaited = r[b];
      m.oldWrite[n] = m.lastWrite[cell];
      setRegister(m, d, load(m, process, n, cell, pc, 0));
      if (m.wide) setRegister(m, d + 1, m.high);
      noteWait(m, n, op.takeTest(words[i + op.wordsPerInstruction + 1]), awaited);
      next++;
      break;
    }
    case op.GIVE_BACK:
      m.high = 0;
      atomic(m, process, n, m.cellAt(r[a]), 0, pc, true);
      if (m.oldValue[n] === 0 && (!m.wide || m.oldHigh[n] === 0)) find(m, process, 'unlock-of-free-lock', pc);
      else if (m.oldValue[n] !== r[b]) find(m, process, 'unlock-by-another', pc);
      break;
    case op.UNLOCK:
      m.high = 0;
      atomic(m, process, n, m.cellAt(r[a]), 0, pc, true);
      if (m.oldValue[n] === 0 && (!m.wide || m.oldHigh[n] === 0)) find(m, process, 'unlock-of-free-lock', pc);
      break;
    case op.ATOMIC_BEGIN:
    case op.FREE:
      next = executeBlock(m, process, n);
      break;
    case op.RMW:
      rmw(m, process, n, d, m.cellAt(r[a]), b, pc);
      next++;
      break;
    case op.XCHG: {
      const cell = m.cellAt(r[a]);
      const old = m.memory[cell];
      atomic(m, process, n, cell, r[b], pc, false);
      setRegister(m, d, old);
      break;
    }
    case op.CAS: {
      const cell = m.cellAt(r[a]);
      const old = m.memory[cell];
      const desired = r[registers + words[i + op.wordsPerInstruction + 2]];
      atomic(m, process, n, cell, old === r[b] ? desired : old, pc, false);
      setRegister(m, d, old);
      next++;
      break;
    }
    default: {
      const cell = m.cellAt(r[a]);
      const old = m.memory[cell];
      atomic(m, process, n, cell, fetchResult(opcode - op.FETCH, old, r[b]), pc, false);
      setRegister(m, d, old);
    }
  }
  afterOwnEvent(m, process, n);
  m.oldPc[n] = pc;
  m.pc[process] = next;
  advance(m, process);
}

/** `has`: see LOAD. */
function load(m: FastState, thread: number, n: number, cell: number, pc: number, has: number): number {
  m.eventKind[n] = READ;
  m.eventCell[n] = cell;
  const store = m.buffered ? m.newestStore[thread * m.cells + cell] : -1;
  m.eventStore[n] = store;
  const s = thread * m.maxStores + store;
  if (store >= 0 && m.storeCommit[s] < 0) {
    m.oldReaderTop[n] = -1;
    m.oldValue[n] = m.storeForward[s];
    m.storeForward[s] = n;
    lookAt(m, thread, m.storeState[s], pc, has);
    if (m.wide) m.high = m.storeHigh[s];
    return m.storeValue[s];
  }
  const w = m.lastWrite[cell];
  if (w >= 0 && m.processThread[m.eventProcess[w]] !== thread) {
    conflict(m, w);
    afterConflicts(m, n);
  }
  m.oldReaders[n] = m.readers[cell];
  m.oldReaderTop[n] = m.readerTop;
  m.readers[cell] = addReader(m, n, m.readers[cell]);
  lookAt(m, thread, m.cellState[cell], pc, has);
  if (m.wide) m.high = m.memoryHigh[cell];
  return m.memory[cell];
}

/** Whether a store that leaves this state is one to an object that must exist. */
const isInObject = (state: number): boolean => state !== UNINITIALISED && state !== FREED;

/** A load finds a cell in this state. */
function lookAt(m: FastState, thread: number, state: number, pc: number, has: number): void {
  if (has > 0) setRegister(m, m.registerBase[thread] + has - 1, state === VALID ? 1 : 0);
  if (has === 0 || state === FREED) checkState(m, thread, state, pc);
}

/** The finding of reading a cell in this state, if any. */
function checkState(m: FastState, thread: number, state: number, pc: number): void {
  if (state === UNINITIALISED || state === EMPTIED) find(m, thread, 'uninitialised-read', pc);
  else if (state === FREED || state === DESTROYED) find(m, thread, 'use-after-free', pc);
}

/** A read-modify-write of any width into slot `d`, with its operand in slot `b`. */
function rmw(m: FastState, thread: number, n: number, d: number, cell: number, b: number, pc: number): void {
  const words = m.words[thread];
  const i = (pc + 1) * op.wordsPerInstruction;
  const what = words[i + 1];
  const desired = m.registerBase[thread] + words[i + 2];
  const r = m.registers;
  const low = m.memory[cell];
  const high = m.wide ? m.memoryHigh[cell] : 0;
  const value = rmwResult(what, low, high, r[b], r[b + 1], r[desired], r[desired + 1]);
  m.high = wide.high;
  atomic(m, thread, n, cell, value, pc, false);
  setRegister(m, d, signExtended(low, op.rmwWidth(what)));
  if (op.rmwWidth(what) === 64) setRegister(m, d + 1, high);
}

/** A read-modify-write; a full fence waits for every commit of the thread, any other under PSO for some. */
function atomic(
  m: FastState,
  thread: number,
  n: number,
  cell: number,
  value: number,
  pc: number,
  fence: boolean,
): void {
  m.eventKind[n] = UPDATE;
  m.eventStore[n] = -1;
  afterOwnCommits(m, thread, n, fence ? -1 : cell);
  const state = m.cellState[cell];
  write(m, n, cell, value, VALID);
  checkState(m, thread, state, pc);
}

/** Commits the oldest store of an auxiliary process. */
function commit(m: FastState, process: number, n: number): void {
  const thread = m.processThread[process];
  const k = m.queueHead[process];
  const s = thread * m.maxStores + k;
  beginRow(m, n, m.storePred, s);
  if (m.inOrder) noteMarked(m, process, n);
  after(m, n, m.lastCommit[process]);
  if (m.perCell && m.storeEpoch[s] > 0)
    for (let p = m.threads; p < m.processes; p++)
      if (p !== process && m.processThread[p] === thread)
        after(m, n, lastOfOlderEpoch(m, thread, m.lastCommit[p], m.storeEpoch[s]));
  if (m.perCell) afterOverlap(m, thread, n, k);
  m.eventStore[n] = k;
  if (m.storeFrees[s] > 0) {
    if (!commitFree(m, n, s)) stopOwnThread(m, thread, n, m.storePc[s], 'double-free');
  } else {
    m.eventKind[n] = WRITE;
    const cell = m.storeCell[s];
    if (m.wide) m.high = m.storeHigh[s];
    write(m, n, cell, m.storeValue[s], m.storeState[s]);
    if (m.oldState[n] === FREED && isInObject(m.storeState[s])) stopOwnThread(m, thread, n, m.storePc[s]);
    if (m.storeForward[s] >= 0) m.readers[cell] = addReader(m, m.storeForward[s], -1);
  }
  m.queueHead[process] = m.storeNext[s];
  m.storeCommit[s] = n;
  m.pending[thread]--;
  m.oldCommit[n] = m.lastCommit[process];
  m.lastCommit[process] = n;
  if (m.status[thread] === WAITING || m.waiting > 0) wake(m);
}

/** Commit `n` is one that stops its thread: it comes after all that the thread has done, and nothing of it comes after. */
function stopOwnThread(
  m: FastState,
  thread: number,
  n: number,
  pc: number,
  kind: FindingKind = 'use-after-free',
): void {
  const { stride, shift, threadPred, pred } = m;
  for (let w = 0; w < stride; w++) pred[(n << shift) + w] |= threadPred[(thread << shift) + w];
  m.eventStops[n] = m.status[thread] === AT_EVENT ? STOPS_NEXT : STOPS_NOTHING;
  find(m, thread, kind, pc);
}

/** Event `n` writes the cell: it is ordered after the last write and all reads since. */
function write(m: FastState, n: number, cell: number, value: number, state: number): void {
  m.eventCell[n] = cell;
  m.oldValue[n] = m.memory[cell];
  m.oldWrite[n] = m.lastWrite[cell];
  m.oldReaders[n] = m.readers[cell];
  m.oldReaderTop[n] = m.readerTop;
  m.oldState[n] = m.cellState[cell];
  if (m.lastWrite[cell] >= 0) conflict(m, m.lastWrite[cell]);
  for (let node = m.readers[cell]; node >= 0; node = m.readerNext[node]) conflict(m, m.readerEvent[node]);
  afterConflicts(m, n);
  m.memory[cell] = value;
  if (m.wide) {
    m.oldHigh[n] = m.memoryHigh[cell];
    m.memoryHigh[cell] = m.high;
  }
  m.lastWrite[cell] = n;
  m.readers[cell] = -1;
  m.cellState[cell] = state === EMPTIED ? UNINITIALISED : state;
}
