// Undo: each change of a step outside of its own fields is logged as (array, index, old value) and put back in
// reverse.

import { beforeOwnEvent } from './happensBefore.js';
import { BLOCK, type FastState, INVALID, READ, UPDATE, WRITE } from './state.js';

export const REGISTER = 0;
export const THREAD_PRED = 1;
export const PC = 2;
export const STATUS = 3;
export const EPOCH = 4;
export const HEAP_TOP = 5;
export const CELL_STATE = 6;
export const BLOCK_SIZE = 7;
export const WAITING_COUNT = 8;
export const MEMORY = 9;
export const LAST_WRITE = 10;
export const READERS = 11;
export const ENQUEUED = 12;
export const FOUND = 13;
export const CUT = 14;
export const CHOICES = 15;
export const MEMORY_HIGH = 16;
export const JOINED = 17;
export const STORE_FORWARD = 18;
export const NEWEST_STORE = 19;

export function log(m: FastState, what: number, index: number, old: number): void {
  let { undoLog } = m;
  const top = m.undoTop;
  if (top + 3 > undoLog.length) {
    const larger = new Int32Array(undoLog.length * 2);
    larger.set(undoLog);
    m.undoLog = larger;
    undoLog = larger;
  }
  undoLog[top] = what;
  undoLog[top + 1] = index;
  undoLog[top + 2] = old;
  m.undoTop = top + 3;
}

/** Takes back the last event. */
export function undo(m: FastState): void {
  const n = --m.depth;
  if (m.undoTop > m.undoMark[n]) rewind(m, m.undoMark[n]);
  const process = m.eventProcess[n];
  if (process < m.threads) {
    m.pc[process] = m.oldPc[n];
    beforeOwnEvent(m, process, n);
  }
  if (m.inOrder) {
    const t = m.processThread[process];
    if (m.markedAt[t] === n) m.markedAt[t] = -1;
  }
  const cell = m.eventCell[n];
  switch (m.eventKind[n]) {
    case READ:
      if (m.oldReaderTop[n] < 0) {
        m.storeForward[process * m.maxStores + m.eventStore[n]] = m.oldValue[n];
      } else {
        m.readers[cell] = m.oldReaders[n];
        m.readerTop = m.oldReaderTop[n];
      }
      return;
    case WRITE:
      restoreCell(m, n, cell);
      if (m.buffered) uncommit(m, process, n);
      return;
    case UPDATE:
      restoreCell(m, n, cell);
      return;
    case BLOCK:
      m.readerTop = m.oldReaderTop[n];
      if (process >= m.threads) uncommit(m, process, n);
      return;
    default:
      return;
  }
}

/** The store is in its buffer again. */
function uncommit(m: FastState, process: number, n: number): void {
  const thread = m.processThread[process];
  const store = m.eventStore[n];
  m.queueHead[process] = store;
  m.storeCommit[thread * m.maxStores + store] = -1;
  m.pending[thread]++;
  m.lastCommit[process] = m.oldCommit[n];
}

function restoreCell(m: FastState, n: number, cell: number): void {
  m.memory[cell] = m.oldValue[n];
  if (m.wide) m.memoryHigh[cell] = m.oldHigh[n];
  m.lastWrite[cell] = m.oldWrite[n];
  m.readers[cell] = m.oldReaders[n];
  m.readerTop = m.oldReaderTop[n];
  m.cellState[cell] = m.oldState[n];
}

/** Puts back what was logged above `mark`. */
export function rewind(m: FastState, mark: number): void {
  const { undoLog } = m;
  let top = m.undoTop;
  while (top > mark) {
    top -= 3;
    const index = undoLog[top + 1];
    const old = undoLog[top + 2];
    switch (undoLog[top]) {
      case REGISTER:
        m.registers[index] = old;
        break;
      case THREAD_PRED:
        m.threadPred[index] = old;
        break;
      case PC:
        m.pc[index] = old;
        break;
      case STATUS:
        m.status[index] = old;
        break;
      case ENQUEUED:
        dequeueNewest(m, index);
        break;
      case WAITING_COUNT:
        m.waiting = old;
        break;
      case EPOCH:
        m.epoch[index] = old;
        break;
      case HEAP_TOP:
        m.heapTop[index] = old;
        break;
      case CELL_STATE:
        m.cellState[index] = old;
        if (old === INVALID) m.memory[index] = 0;
        if (m.wide && old === INVALID) m.memoryHigh[index] = 0;
        break;
      case BLOCK_SIZE:
        m.blockSize[index] = old;
        break;
      case MEMORY:
        m.memory[index] = old;
        break;
      case MEMORY_HIGH:
        m.memoryHigh[index] = old;
        break;
      case LAST_WRITE:
        m.lastWrite[index] = old;
        break;
      case READERS:
        m.readers[index] = old;
        break;
      case FOUND:
        m.findings.pop();
        break;
      case CUT:
        m.cuts.pop();
        break;
      case CHOICES:
        m.choices[index] = old;
        break;
      case JOINED:
        m.joined[index] = old;
        break;
      case STORE_FORWARD:
        m.storeForward[index] = old;
        break;
      case NEWEST_STORE:
        m.newestStore[index] = old;
        break;
      default:
        break;
    }
  }
  m.undoTop = mark;
}

/** Takes the thread's newest store out of its buffer again. */
function dequeueNewest(m: FastState, thread: number): void {
  const k = --m.storeCount[thread];
  const first = thread * m.maxStores;
  const cell = m.storeCell[first + k];
  const process = m.perCell ? m.auxiliary[thread * m.cells + cell] : m.threads + thread;
  const previous = m.storePrevious[first + k];
  const before = m.storeBehind[first + k];
  if (before >= 0) m.storeNext[first + before] = -1;
  if (m.queueHead[process] === k) m.queueHead[process] = -1;
  m.newestStore[thread * m.cells + cell] = previous;
  m.pending[thread]--;
}
