// Carries out steps that no other thread can notice: local instructions, buffering stores, fences, spawn and join. A
// thread runs until it comes to an event that touches memory, has to wait, or stops.

import type { FindingKind } from '../../execution/finding.js';
import { afterBlock, blockCells } from '../../program/cells.js';
import { fromWords, highWord, lowWord, toInteger } from '../../program/integer.js';
import { heapBase } from '../../program/layout.js';
import { lookAtClock } from '../../support/timeOver.js';
import { arithmetic } from '../bytecode/arithmetic.js';
import * as op from '../bytecode/opcodes.js';
import { wide, wideArithmetic, yieldsPair } from '../bytecode/wideArithmetic.js';
import { enqueue, enqueueFree } from './enqueue.js';
import {
  AT_EVENT,
  choiceKey,
  ENDED,
  type FastState,
  NOT_SPAWNED,
  STOPPED_ASSUME,
  STOPPED_BOUND,
  STOPPED_FINDING,
  UNINITIALISED,
  VALID,
  WAITING,
} from './state.js';
import * as u from './undo.js';

const findingKinds: readonly FindingKind[] = [
  'assertion',
  'out-of-bounds',
  'division-by-zero',
  'division-overflow',
  'misuse',
  'deadlock',
  'invalid-address',
  'mixed-size',
  'use-after-free',
  'double-free',
  'invalid-free',
  'uninitialised-read',
  'unlock-of-free-lock',
  'unlock-by-another',
  'invalid-join',
  'spawned-twice',
  'out-of-memory',
];

export function setStatus(m: FastState, t: number, status: number): void {
  if (m.status[t] === status) return;
  if (m.status[t] === WAITING || status === WAITING) {
    u.log(m, u.WAITING_COUNT, 0, m.waiting);
    m.waiting += status === WAITING ? 1 : -1;
  }
  u.log(m, u.STATUS, t, m.status[t]);
  m.status[t] = status;
}

export function setRegister(m: FastState, slot: number, value: number): void {
  u.log(m, u.REGISTER, slot, m.registers[slot]);
  m.registers[slot] = value;
}

/** The kind of finding that a false assertion there is. */
export function asserted(m: FastState, t: number, pc: number): FindingKind {
  const statement = m.code.threads[t].statements[pc];
  return (statement?.kind === 'assert' ? statement.finding : undefined) ?? 'assertion';
}

export function find(m: FastState, t: number, kind: FindingKind, pc: number): void {
  m.findings.push({ kind: findingKinds.indexOf(kind), thread: t, pc });
  u.log(m, u.FOUND, 0, 0);
  setStatus(m, t, STOPPED_FINDING);
}

/** Adds the `stride` words of `row` at `from` to what happens before the thread's next event. */
function joinThread(m: FastState, t: number, row: Int32Array, from: number): void {
  const { stride, threadPred } = m;
  const to = t << m.shift;
  for (let w = 0; w < stride; w++) {
    const old = threadPred[to + w];
    const joined = old | row[from + w];
    if (joined !== old) {
      u.log(m, u.THREAD_PRED, to + w, old);
      threadPred[to + w] = joined;
    }
  }
}

/** As `joinThread`, for the event at position `n` and everything before it. */
function joinThreadEvent(m: FastState, t: number, n: number): void {
  if (n < 0) return;
  joinThread(m, t, m.pred, n << m.shift);
  const word = (t << m.shift) + (n >> 5);
  const old = m.threadPred[word];
  const joined = old | (1 << (n & 31));
  if (joined !== old) {
    u.log(m, u.THREAD_PRED, word, old);
    m.threadPred[word] = joined;
  }
}

/** Orders the thread's next event after all commits of thread `of`. */
function joinCommits(m: FastState, t: number, of: number): void {
  if (!m.buffered) return;
  if (!m.perCell) joinThreadEvent(m, t, m.lastCommit[m.threads + of]);
  else
    for (let p = m.threads; p < m.processes; p++)
      if (m.processThread[p] === of) joinThreadEvent(m, t, m.lastCommit[p]);
}

/** Each thread that runs from the beginning comes to its first event. `rewind(m, 0)` takes that back. */
export function startThreads(m: FastState): void {
  for (let t = 0; t < m.threads; t++)
    if (m.status[t] === AT_EVENT && m.pc[t] === 0) {
      u.log(m, u.PC, t, 0);
      advance(m, t);
    }
}

/** Runs thread `t` from where it is, which its caller can take back, then every thread that no longer has to wait. */
export function advance(m: FastState, t: number): void {
  const status = m.status[t];
  if (status === AT_EVENT || status === WAITING) run(m, t);
  wake(m);
}

/** Lets waiting threads go on until none can. */
export function wake(m: FastState): void {
  let again = m.waiting > 0;
  while (again) {
    again = false;
    for (let t = 0; t < m.threads; t++)
      if (m.status[t] === WAITING && passable(m, t)) {
        u.log(m, u.PC, t, m.pc[t]);
        run(m, t);
        again = true;
      }
  }
}

/** Whether the fence, spawn or join the thread has come to is possible. */
function passable(m: FastState, t: number): boolean {
  if (m.pending[t] !== 0) return false;
  const words = m.words[t];
  const i = m.pc[t] * op.wordsPerInstruction;
  if (words[i] !== op.JOIN) return true;
  const child = m.registers[m.registerBase[t] + words[i + 2]];
  if (child < 0 || child >= m.threads) return true;
  return m.status[child] === ENDED && m.pending[child] === 0 && child !== m.code.program.endsWith;
}

function run(m: FastState, t: number): void {
  const words = m.words[t];
  const r = m.registers;
  const base = m.registerBase[t];
  let pc = m.pc[t];
  let status = -1;
  while (status < 0) {
    const i = pc * op.wordsPerInstruction;
    const opcode = words[i];
    const d = words[i + 1];
    const a = base + words[i + 2];
    const b = base + words[i + 3];
    pc++;
    if (opcode >= op.firstExpression) {
      setRegister(m, base + d, arithmetic(opcode, r[a], r[b]));
      continue;
    }
    switch (opcode) {
      case op.MOVE:
        setRegister(m, base + d, r[a]);
        break;
      case op.JUMP:
        pc = d;
        break;
      case op.JUMP_IF_ZERO:
        if (r[a] === 0) pc = d;
        break;
      case op.ITERATE:
        lookAtClock();
        if (r[base + d] < r[a]) setRegister(m, base + d, r[base + d] + 1);
        else {
          m.cuts.push({ thread: t, pc: pc - 1 });
          u.log(m, u.CUT, 0, 0);
          status = STOPPED_BOUND;
        }
        break;
      case op.ASSUME:
        if (r[a] === 0) status = STOPPED_ASSUME;
        break;
      case op.ASSERT:
        if (r[a] === 0) {
          find(m, t, asserted(m, t, pc - 1), pc - 1);
          status = STOPPED_FINDING;
        }
        break;
      case op.HALT:
        pc--;
        status = ENDED;
        break;
      case op.ALLOC:
        if (!alloc(m, t, base + d, r[a], words[i + 3] === 1, pc - 1)) {
          find(m, t, 'out-of-memory', pc - 1);
          status = STOPPED_FINDING;
        }
        break;
      case op.STORE: {
        const cell = m.cellAt(r[base + d]);
        if (!m.fits(t, pc - 1, cell)) {
          find(m, t, m.misfit(r[base + d], cell), pc - 1);
          status = STOPPED_FINDING;
        } else if (m.buffered) {
          if (m.wide) m.high = r[a + 1];
          enqueue(m, t, cell, r[a], words[i + 3], pc - 1);
        } else {
          pc--;
          status = AT_EVENT;
        }
        break;
      }
      case op.LOAD_FENCE:
        break;
      case op.STORE_FENCE:
        u.log(m, u.EPOCH, t, m.epoch[t]);
        m.epoch[t]++;
        break;
      case op.FENCE:
      case op.SPAWN:
      case op.JOIN:
        m.pc[t] = pc - 1;
        if (!passable(m, t)) {
          pc--;
          status = WAITING;
        } else {
          joinCommits(m, t, t);
          if (opcode === op.SPAWN) status = spawn(m, t, d, words[i + 2], pc - 1);
          else if (opcode === op.JOIN) status = join(m, t, r[a], pc - 1);
        }
        break;
      case op.FREE:
        if (r[a] === 0) break;
        if (!freeable(m, r[a])) {
          find(m, t, 'invalid-free', pc - 1);
          status = STOPPED_FINDING;
        } else if (m.buffered) enqueueFree(m, t, m.cellAt(r[a]), pc - 1);
        else status = AT_EVENT;
        if (status >= 0) pc--;
        break;
      case op.CHOOSE: {
        const k = choiceKey(t, m.choices[t]);
        m.ranges.set(k, r[b] - r[a] + 1);
        const offset = m.classOffset?.(t, m.choices[t], pc - 1) ?? m.script.get(k) ?? 0;
        setRegister(m, base + d, r[a] + Number(offset));
        m.chosen.set(k, r[base + d]);
        u.log(m, u.CHOICES, t, m.choices[t]++);
        break;
      }
      case op.CHOOSE_WIDE:
        chooseWide(m, t, base + d, a, b, pc - 1);
        break;
      case op.ATOMIC_BEGIN:
        pc--;
        status = AT_EVENT;
        break;
      default: {
        if (opcode < 0) {
          computeWide(m, opcode, base + d, a, b);
          break;
        }
        pc--;
        status = AT_EVENT;
        const cell = m.cellAt(r[a]);
        if (!m.fits(t, pc, cell)) {
          find(m, t, m.misfit(r[a], cell), pc);
          status = STOPPED_FINDING;
        }
      }
    }
  }
  m.pc[t] = pc;
  setStatus(m, t, status);
}

/** Executes a wide opcode on pairs of words. */
export function computeWide(m: FastState, opcode: number, d: number, a: number, b: number): void {
  const r = m.registers;
  const low = wideArithmetic(opcode, r[a], r[a + 1], r[b], r[b + 1]);
  setRegister(m, d, low);
  if (yieldsPair(opcode)) setRegister(m, d + 1, wide.high);
}

/** As CHOOSE, of a value of 64 bits. */
function chooseWide(m: FastState, t: number, d: number, a: number, b: number, pc: number): void {
  const r = m.registers;
  const k = choiceKey(t, m.choices[t]);
  const from = fromWords(r[a], r[a + 1]);
  const to = BigInt(fromWords(r[b], r[b + 1]));
  m.ranges.set(k, Number(to - BigInt(from)) + 1);
  let value = BigInt(from) + BigInt(m.classOffset?.(t, m.choices[t], pc) ?? m.script.get(k) ?? 0);
  // The number of values is rounded, so that an offset near the last one may lie behind it.
  if (value > to) value = to;
  m.chosen.set(k, toInteger(value));
  setRegister(m, d, lowWord(value));
  setRegister(m, d + 1, highWord(value));
  u.log(m, u.CHOICES, t, m.choices[t]++);
}

function spawn(m: FastState, t: number, child: number, list: number, pc: number): number {
  if (m.status[child] !== NOT_SPAWNED) {
    find(m, t, 'spawned-twice', pc);
    return STOPPED_FINDING;
  }
  const slots = m.code.threads[t].argumentLists[list];
  m.code.threads[child].parameters.forEach((slot, i) => {
    setRegister(m, m.registerBase[child] + slot, m.registers[m.registerBase[t] + slots[i]]);
  });
  joinThread(m, child, m.threadPred, t << m.shift);
  noteJoined(m, child, m.joined[t]);
  setStatus(m, child, AT_EVENT);
  u.log(m, u.PC, child, m.pc[child]);
  run(m, child);
  return -1;
}

function join(m: FastState, t: number, child: number, pc: number): number {
  if (child < 0 || child >= m.threads) {
    find(m, t, 'invalid-join', pc);
    return STOPPED_FINDING;
  }
  joinThread(m, t, m.threadPred, child << m.shift);
  joinCommits(m, t, child);
  noteJoined(m, t, m.joined[child] | (child < 31 ? 1 << child : 0));
  return -1;
}

function noteJoined(m: FastState, t: number, threads: number): void {
  const all = m.joined[t] | threads;
  if (all === m.joined[t]) return;
  u.log(m, u.JOINED, t, m.joined[t]);
  m.joined[t] = all;
}

function freeable(m: FastState, address: number): boolean {
  const cell = m.cellAt(address);
  return cell >= 0 && m.blockSize[cell] !== 0;
}

function alloc(m: FastState, t: number, slot: number, wanted: number, zeroed: boolean, pc: number): boolean {
  const statement = m.code.threads[t].statements[pc];
  const shape = statement?.kind === 'alloc' ? statement.shape : undefined;
  const size = Math.max(wanted, 1);
  const top = m.heapTop[t];
  const next = afterBlock(top, size, shape);
  if (wanted < 0 || next > m.heapStride) return false;
  u.log(m, u.HEAP_TOP, t, top);
  m.heapTop[t] = next;
  const first = m.globals + t * m.heapStride + top;
  const open = (cell: number, width: number): void => {
    u.log(m, u.CELL_STATE, cell, m.cellState[cell]);
    m.cellState[cell] = zeroed ? VALID : UNINITIALISED;
    // a cell that is taken back is invalid, with any width
    m.cellWidth[cell] = width;
  };
  if (shape === undefined) for (let cell = first; cell < first + size; cell++) open(cell, 0);
  else for (const { offset, width } of blockCells(shape, wanted)) open(first + offset, width);
  u.log(m, u.BLOCK_SIZE, first, m.blockSize[first]);
  m.blockSize[first] = size;
  setRegister(m, slot, heapBase + t * m.heapStride + top);
  return true;
}
