// Events that touch several cells at once: atomic blocks and free.

import { forEachRegister } from '../../program/expression.js';
import { type Statement, targetsOf } from '../../program/statement.js';
import { lookAtClock } from '../../support/timeOver.js';
import { arithmetic, fetchResult } from '../bytecode/arithmetic.js';
import * as op from '../bytecode/opcodes.js';
import { rmwResult, signExtended, wide } from '../bytecode/wideArithmetic.js';
import { asserted, computeWide, find, setRegister, setStatus } from './advance.js';
import { addReader, afterConflicts, afterOwnCommits, conflict } from './happensBefore.js';
import {
  AT_EVENT,
  BLOCK,
  DESTROYED,
  type FastState,
  FREED,
  INVALID,
  STOPPED_ASSUME,
  STOPPED_BOUND,
  UNINITIALISED,
  VALID,
} from './state.js';

import * as u from './undo.js';

/** As a store leaves a cell of an object that must exist: uninitialised. */
const EMPTIED = op.stored.empties;

/** Executes the thread's block as event `n` and returns the instruction after it. */
export function executeBlock(m: FastState, t: number, n: number): number {
  m.eventKind[n] = BLOCK;
  m.eventCell[n] = -1;
  m.eventStore[n] = -1;
  m.oldReaderTop[n] = m.readerTop;
  const pc = m.pc[t];
  const [opcode, loads] = m.words[t].subarray(pc * op.wordsPerInstruction);
  const free = opcode === op.FREE;
  if (free || loads !== 1) afterOwnCommits(m, t, n, -1);
  if (!free) m.eventIsDynamic[n] = isDynamic(m.code.threads[t].statements[pc], m.accessMayFail) ? 1 : 0;
  const touched = new Map<number, boolean>();
  const next = free ? executeFree(m, t, pc, touched) : executeAtomic(m, t, pc + 1, touched);
  // A cell that the buffer hides now is noted as if it were visible: that finds too many conflicts, never too few.
  noteFootprint(m, n, touched);
  for (const [cell, written] of touched) {
    if (loads === 1 && !free && isForwarded(m, t, n, cell)) continue;
    if (m.lastWrite[cell] >= 0 && !(loads === 1 && isOwn(m, t, m.lastWrite[cell])))
      conflict(m, m.lastWrite[cell]);
    u.log(m, u.READERS, cell, m.readers[cell]);
    if (written) overwrite(m, n, cell);
    else m.readers[cell] = addReader(m, n, m.readers[cell]);
  }
  afterConflicts(m, n);
  return next;
}

function noteFootprint(m: FastState, n: number, touched: ReadonlyMap<number, boolean>): void {
  const cells = [...touched].map(([cell, written]) => cell * 2 + (written ? 1 : 0)).sort((a, b) => a - b);
  m.eventFootprint[n] = m.footprint(cells);
}

/** Event `n` writes the cell after all that read it. */
function overwrite(m: FastState, n: number, cell: number): void {
  for (let node = m.readers[cell]; node >= 0; node = m.readerNext[node]) conflict(m, m.readerEvent[node]);
  u.log(m, u.LAST_WRITE, cell, m.lastWrite[cell]);
  m.lastWrite[cell] = n;
  m.readers[cell] = -1;
}

/** Commits the free that is store `s` as event `n`; false if the block was freed before. */
export function commitFree(m: FastState, n: number, s: number): boolean {
  const first = m.storeCell[s];
  m.eventKind[n] = BLOCK;
  m.eventCell[n] = -1;
  m.oldReaderTop[n] = m.readerTop;
  m.oldWrite[n] = m.lastWrite[first];
  const again = m.blockSize[first] < 0;
  const touched = new Map<number, boolean>();
  freeCells(m, first, touched);
  noteFootprint(m, n, touched);
  const reader = m.storeForward[s];
  for (const cell of touched.keys()) {
    if (m.lastWrite[cell] >= 0) conflict(m, m.lastWrite[cell]);
    u.log(m, u.READERS, cell, m.readers[cell]);
    overwrite(m, n, cell);
    if (reader >= 0 && reads(m, reader, cell)) m.readers[cell] = addReader(m, reader, -1);
  }
  afterConflicts(m, n);
  return !again;
}

const reads = (m: FastState, event: number, cell: number): boolean =>
  m.eventKind[event] === BLOCK
    ? m.footprints[m.eventFootprint[event]].includes(cell * 2)
    : m.eventCell[event] === cell;

const isOwn = (m: FastState, t: number, event: number): boolean =>
  m.processThread[m.eventProcess[event]] === t;

/** Attaches load `n` to the thread's own store to the cell, if that is still buffered: its commit makes the load a reader. */
function isForwarded(m: FastState, t: number, n: number, cell: number): boolean {
  const s = pendingStore(m, t, cell);
  if (s < 0) return false;
  u.log(m, u.STORE_FORWARD, s, m.storeForward[s]);
  m.storeForward[s] = n;
  return true;
}

/** The thread's newest store to the cell if it is still buffered, or -1. */
function pendingStore(m: FastState, t: number, cell: number): number {
  const store = m.buffered ? m.newestStore[t * m.cells + cell] : -1;
  const s = t * m.maxStores + store;
  return store >= 0 && m.storeCommit[s] < 0 ? s : -1;
}

const dynamic = new WeakMap<Statement, boolean>();

/** Whether which cells the block touches depends on what it reads, or on where it stops because an access fails. */
function isDynamic(block: Statement | undefined, accessMayFail: boolean): boolean {
  if (block?.kind !== 'atomic') return true;
  if (accessMayFail && block.body.length > 1) return true;
  let answer = dynamic.get(block);
  if (answer === undefined) {
    const computed = new Set<string>();
    answer = block.body.some((s) => {
      if (s.kind !== 'load' && s.kind !== 'store' && s.kind !== 'rmw' && s.kind !== 'assign') return true;
      let depends = false;
      if (s.kind !== 'assign')
        forEachRegister(s.address, (name) => {
          depends ||= computed.has(name);
        });
      for (const name of targetsOf(s)) computed.add(name);
      return depends;
    });
    dynamic.set(block, answer);
  }
  return answer;
}

function executeFree(m: FastState, t: number, pc: number, touched: Map<number, boolean>): number {
  const words = m.words[t];
  const address = m.registers[m.registerBase[t] + words[pc * op.wordsPerInstruction + 2]];
  const first = m.cellAt(address);
  if (m.blockSize[first] < 0) find(m, t, 'double-free', pc);
  freeCells(m, first, touched);
  return pc + 1;
}

/** Ends the block whose first cell this is. */
function freeCells(m: FastState, first: number, touched: Map<number, boolean>): void {
  const size = Math.abs(m.blockSize[first]);
  if (m.blockSize[first] > 0) {
    u.log(m, u.BLOCK_SIZE, first, size);
    m.blockSize[first] = -size;
  }
  for (let cell = first; cell < first + size; cell++) {
    if (m.cellState[cell] === INVALID) continue;
    touched.set(cell, true);
    u.log(m, u.CELL_STATE, cell, m.cellState[cell]);
    u.log(m, u.MEMORY, cell, m.memory[cell]);
    m.cellState[cell] = FREED;
    m.memory[cell] = 0;
    if (m.wide) {
      u.log(m, u.MEMORY_HIGH, cell, m.memoryHigh[cell]);
      m.memoryHigh[cell] = 0;
    }
  }
}

function executeAtomic(m: FastState, t: number, begin: number, touched: Map<number, boolean>): number {
  const words = m.words[t];
  const base = m.registerBase[t];
  const r = m.registers;
  /** The old content of the cells it wrote. */
  const before = new Map<number, Held>();
  const looked = new Set<number>();
  const write = (cell: number, value: number, pc: number, left: number = VALID): void => {
    const state = m.cellState[cell];
    if (state === FREED) {
      looked.add(cell);
      find(m, t, 'use-after-free', pc);
      return;
    }
    if (!before.has(cell))
      before.set(cell, { value: m.memory[cell], high: m.wide ? m.memoryHigh[cell] : 0, state });
    touched.set(cell, true);
    leave(m, cell, { value, high: m.high, state: left === EMPTIED ? UNINITIALISED : left });
  };
  let pc = begin;
  while (m.status[t] === AT_EVENT) {
    const i = pc * op.wordsPerInstruction;
    const opcode = words[i];
    const d = words[i + 1];
    const a = base + words[i + 2];
    const b = base + words[i + 3];
    const at = pc++;
    if (opcode >= op.firstExpression) setRegister(m, base + d, arithmetic(opcode, r[a], r[b]));
    else if (opcode < 0) computeWide(m, opcode, base + d, a, b);
    else if (opcode === op.ATOMIC_END) return pc;
    else if (opcode === op.MOVE) setRegister(m, base + d, r[a]);
    else if (opcode === op.JUMP) pc = d;
    else if (opcode === op.JUMP_IF_ZERO) pc = r[a] === 0 ? d : pc;
    else if (opcode === op.ASSUME) {
      if (r[a] === 0) setStatus(m, t, STOPPED_ASSUME);
    } else if (opcode === op.ASSERT) {
      if (r[a] === 0) find(m, t, asserted(m, t, at), at);
    } else if (opcode === op.ITERATE) {
      lookAtClock();
      if (r[base + d] < r[a]) setRegister(m, base + d, r[base + d] + 1);
      else {
        m.cuts.push({ thread: t, pc: at });
        u.log(m, u.CUT, 0, 0);
        setStatus(m, t, STOPPED_BOUND);
      }
    } else {
      const address = opcode === op.STORE ? r[base + d] : r[a];
      const cell = m.cellAt(address);
      if (!m.fits(t, at, cell)) {
        find(m, t, m.misfit(address, cell), at);
        break;
      }
      if (opcode === op.STORE) {
        if (m.wide) m.high = r[a + 1];
        write(cell, r[a], at, words[i + 3]);
        continue;
      }
      // nothing is pending but before a block that only loads
      const s = pendingStore(m, t, cell);
      const old = s < 0 ? m.memory[cell] : m.storeValue[s];
      const high = !m.wide ? 0 : s < 0 ? m.memoryHigh[cell] : m.storeHigh[s];
      const state = s < 0 ? m.cellState[cell] : m.storeState[s];
      if (touched.get(cell) !== true) {
        touched.set(cell, false);
        looked.add(cell);
        if (state === FREED) find(m, t, 'use-after-free', at);
      }
      const has = opcode === op.LOAD ? words[i + 3] : 0;
      if (has > 0) setRegister(m, base + has - 1, state === VALID ? 1 : 0);
      else if (state === UNINITIALISED || state === EMPTIED) find(m, t, 'uninitialised-read', at);
      else if (state === DESTROYED) find(m, t, 'use-after-free', at);
      if (m.status[t] !== AT_EVENT) break;
      if (opcode === op.RMW) {
        const what = words[i + op.wordsPerInstruction + 1];
        const desired = base + words[i + op.wordsPerInstruction + 2];
        const value = rmwResult(what, old, high, r[b], r[b + 1], r[desired], r[desired + 1]);
        m.high = wide.high;
        write(cell, value, at);
        setRegister(m, base + d, signExtended(old, op.rmwWidth(what)));
        if (op.rmwWidth(what) === 64) setRegister(m, base + d + 1, high);
        pc++;
        continue;
      }
      if (opcode === op.XCHG) write(cell, r[b], at);
      else if (opcode === op.CAS) {
        write(cell, old === r[b] ? r[base + words[i + op.wordsPerInstruction + 2]] : old, at);
        pc++;
      } else if (opcode !== op.LOAD) write(cell, fetchResult(opcode - op.FETCH, old, r[b]), at);
      setRegister(m, base + d, old);
      if (m.wide) setRegister(m, base + d + 1, high);
    }
  }
  // The block has not come to its end: its writes are undone.
  for (const [cell, held] of before) leave(m, cell, held);
  touched.clear();
  for (const cell of looked) touched.set(cell, false);
  return pc;
}

interface Held {
  readonly value: number;
  readonly high: number;
  readonly state: number;
}

function leave(m: FastState, cell: number, { value, high, state }: Held): void {
  u.log(m, u.MEMORY, cell, m.memory[cell]);
  u.log(m, u.CELL_STATE, cell, m.cellState[cell]);
  m.memory[cell] = value;
  m.cellState[cell] = state;
  if (!m.wide) return;
  u.log(m, u.MEMORY_HIGH, cell, m.memoryHigh[cell]);
  m.memoryHigh[cell] = high;
}
