// The state of the fast machine: flat typed arrays, changed in place by steps.ts and put back by undo.ts.
//
// A *process* is the unit that DPOR schedules: a thread, or the auxiliary thread that carries out its buffered stores
// (upd(p) of the chronological traces for TSO, upd(p, x) for PSO). Only events that touch memory are steps of a
// process. The rest of a thread's work is carried out as part of the step that made it possible, because other
// threads cannot notice it.
//
// Row n of `pred` holds every position of the current execution that happens before event n, as a bit set.

import type { ModelName } from '../../execution/execution.js';
import type { FindingKind } from '../../execution/finding.js';
import { accessWidth } from '../../program/cells.js';
import { fromWords, highWord, type Integer, lowWord } from '../../program/integer.js';
import { globalBase, heapBase } from '../../program/layout.js';
import { forEachStatement } from '../../program/statement.js';
import { filled, int32s, uint8s } from '../../support/smallArrays.js';
import type { Code } from '../bytecode/compile.js';
import { stored } from '../bytecode/opcodes.js';
import type { Capacity } from './capacity.js';
import { AT_EVENT, NOT_SPAWNED } from './kinds.js';

export * from './kinds.js';

/** Cell states. FREED also marks an object whose lifetime is over. */
export const INVALID = 0;
export const VALID = stored.value;
export const UNINITIALISED = stored.begins;
export const FREED = stored.ends;
export const DESTROYED = stored.destroys;

export class FastState {
  readonly model: ModelName;
  readonly buffered: boolean;
  readonly perCell: boolean;
  readonly threads: number;
  /** Words of a bit set: a power of two, 2 to the power of `shift`. Most programs have one. */
  readonly stride: number;
  /** Row k of bit sets begins at k << shift. */
  readonly shift: number;
  readonly maxEvents: number;
  readonly maxStores: number;

  // Code.
  readonly words: readonly Int32Array[];
  readonly registerBase: Int32Array;
  readonly registers: Int32Array;

  // Memory.
  readonly cells: number;
  readonly globals: number;
  readonly heapStride: number;
  readonly memory: Int32Array;
  /** Whether cells are pairs of words; the arrays of high words are empty otherwise. */
  readonly wide: boolean;
  readonly memoryHigh: Int32Array;
  /** The high word of the value written or loaded. */
  high = 0;
  readonly cellState: Uint8Array;
  /** The width of the cell, or 0 for any. */
  readonly cellWidth: Uint8Array;
  /** Whether some cell may be without a value, or at its end, when it is accessed. */
  readonly accessMayFail: boolean;
  /** By thread and instruction: the bits an access touches, or 0. */
  readonly accessWidth: readonly Uint8Array[];
  /** Position of the last write to the cell, or -1. */
  readonly lastWrite: Int32Array;
  /** First of the cell's reader nodes since the last write, or -1. */
  readonly readers: Int32Array;
  /** Cells of the block that starts here, for free; negative once it was freed. */
  readonly blockSize: Int32Array;
  readonly readerEvent: Int32Array;
  readonly readerNext: Int32Array;
  readerTop = 0;

  // Threads.
  readonly pc: Int32Array;
  readonly status: Uint8Array;
  readonly epoch: Int32Array;
  readonly heapTop: Int32Array;
  /** Everything that happens before the thread's next event. */
  readonly threadPred: Int32Array;
  /** Nondeterministic choices the thread has made. */
  readonly choices: Int32Array;
  /** How far above the bottom of its range choice k of thread t is, at choiceKey(t, k); 0 if absent. */
  script: ReadonlyMap<number, number> = new Map();
  /** The size of the range of every choice met. */
  readonly ranges = new Map<number, number>();
  /** In place of the script, if present: by thread, choices before, and instruction. */
  classOffset: ((t: number, count: number, pc: number) => bigint) | undefined = undefined;
  /** The value of every choice met last. */
  readonly chosen = new Map<number, Integer>();
  /** Threads whose end comes before what the thread does next because of joins: one bit each of the first 31. */
  readonly joined: Int32Array;
  /** How many threads are WAITING. */
  waiting = 0;

  // Threads that are put in order (inOrder.ts).
  inOrder = false;
  /** The thread before, the instruction of the marked event, and the position of that event; -1 if there is none. */
  readonly threadBefore: Int32Array;
  readonly markedPc: Int32Array;
  readonly markedAt: Int32Array;

  // Stores, numbered per thread: store k of thread t is at t * maxStores + k.
  readonly storeCount: Int32Array;
  readonly pending: Int32Array;
  readonly storeCell: Int32Array;
  readonly storeValue: Int32Array;
  readonly storeHigh: Int32Array;
  readonly storeEpoch: Int32Array;
  /** The state the cell is in after it: VALID, or what the lifetime of an object makes it. */
  readonly storeState: Uint8Array;
  /** Position of the step with which it was buffered, or -1. */
  readonly storeStep: Int32Array;
  /** Position of its commit, or -1. */
  readonly storeCommit: Int32Array;
  /** Position of the last load that was forwarded from it, or -1. */
  readonly storeForward: Int32Array;
  readonly storePc: Int32Array;
  readonly storePred: Int32Array;
  /** Next store of the same process (queue), or -1. */
  readonly storeNext: Int32Array;
  /** The thread's previous store to the same cell, or -1; the one before it in its queue; the size of the block that it frees, or 0. */
  readonly storePrevious: Int32Array;
  readonly storeBehind: Int32Array;
  readonly storeFrees: Int32Array;
  /** Newest own store to the cell, at thread * cells + cell, or -1. */
  readonly newestStore: Int32Array;

  // Processes: threads first, then auxiliary ones.
  processes: number;
  readonly processThread: Int32Array;
  /** Oldest store of an auxiliary process that has not committed, or -1. */
  readonly queueHead: Int32Array;
  /** Position of an auxiliary process's last commit, or -1. */
  readonly lastCommit: Int32Array;
  /** Auxiliary process of (thread, cell) under PSO, or -1. */
  readonly auxiliary: Int32Array;

  // The execution so far.
  depth = 0;
  readonly eventProcess: Int32Array;
  readonly eventKind: Uint8Array;
  readonly eventCell: Int32Array;
  /** WRITE: its store number. READ: the newest own store to the cell. -1 if none. */
  readonly eventStore: Int32Array;
  readonly eventFootprint: Int32Array;
  readonly pred: Int32Array;
  /** Of a thread's event: its instruction, and what happened before the thread's next event until then. */
  readonly oldPc: Int32Array;
  readonly oldThreadPred: Int32Array;
  readonly oldValue: Int32Array;
  readonly oldHigh: Int32Array;
  readonly oldWrite: Int32Array;
  readonly oldReaders: Int32Array;
  readonly oldReaderTop: Int32Array;
  readonly oldCommit: Int32Array;
  readonly oldState: Uint8Array;

  /** The conflicts of the last event; the events before it without them (`base`), or with them (`settled`). */
  readonly base: Int32Array;
  readonly settled: Int32Array;
  readonly conflicts: Int32Array;
  conflictCount = 0;
  readonly eventIsLock: Uint8Array;
  /** The value that a waiting event compared its cell with. */
  readonly eventAwaited: Int32Array;

  /** Events whose cells may be others if they read other values: atomic blocks that branch or compute addresses. */
  readonly eventIsDynamic: Uint8Array;
  /** A commit that stops its own thread: STOPS_NEXT or STOPS_NOTHING; else 0. */
  readonly eventStops: Uint8Array;

  /** Cells of BLOCK steps: cell * 2 + (1 if written), ascending. */
  readonly footprints: Int32Array[] = [];
  readonly footprintIds = new Map<string, number>();

  // The undo log (undo.ts), with the height at which each event found it.
  undoLog: Int32Array = int32s(256);
  undoTop = 0;
  readonly undoMark: Int32Array;

  /** Findings on the current path: kind index, thread, pc. */
  readonly findings: { kind: number; thread: number; pc: number }[] = [];
  /** Loops cut on the current path. */
  readonly cuts: { thread: number; pc: number }[] = [];

  constructor(
    readonly code: Code,
    model: ModelName,
    capacity: Capacity,
  ) {
    const { program, layout } = code;
    const threads = code.threads.length;
    this.model = model;
    this.buffered = model !== 'sc';
    this.perCell = model === 'pso';
    this.threads = threads;
    this.stride = capacity.stride;
    this.shift = 31 - Math.clz32(capacity.stride);
    this.maxEvents = capacity.stride * 32;
    this.maxStores = this.buffered ? capacity.stores : 1;

    this.words = code.threads.map((t) => t.words);
    this.registerBase = int32s(threads);
    let size = 0;
    code.threads.forEach((t, i) => {
      this.registerBase[i] = size;
      size += t.initial.length;
    });
    this.registers = int32s(size);
    code.threads.forEach((t, i) => {
      this.registers.set(t.initial, this.registerBase[i]);
    });

    let [allocates, ends] = [false, false];
    for (const t of program.threads)
      forEachStatement(t.body, (s) => {
        if (s.kind === 'alloc') allocates = true;
        if (s.kind === 'store' && s.lifetime !== undefined) ends = true;
      });
    this.accessMayFail = allocates || ends || layout.uninitialised.size > 0;
    this.globals = layout.globalEnd - globalBase;
    this.heapStride = layout.heapStride;
    this.cells = this.globals + (allocates ? threads * this.heapStride : 0);
    this.memory = int32s(this.cells);
    this.wide = code.wideCells;
    this.memoryHigh = int32s(this.wide ? this.cells : 0);
    this.cellState = uint8s(this.cells);
    this.cellWidth = uint8s(this.cells);
    for (const [address, width] of layout.widths) this.cellWidth[address - globalBase] = width;
    this.accessWidth = code.threads.map(({ statements }) =>
      Uint8Array.from(statements, (s) => accessWidth(s) ?? 0),
    );
    for (const [address, value] of layout.initial) {
      this.memory[address - globalBase] = lowWord(value);
      if (this.wide) this.memoryHigh[address - globalBase] = highWord(value);
      this.cellState[address - globalBase] = layout.uninitialised.has(address) ? UNINITIALISED : VALID;
    }
    this.lastWrite = filled(this.cells);
    this.readers = filled(this.cells);
    this.blockSize = int32s(this.cells);
    this.readerEvent = int32s(this.maxEvents * 4);
    this.readerNext = int32s(this.maxEvents * 4);

    this.pc = int32s(threads);
    this.status = uint8s(threads);
    program.threads.forEach((t, i) => {
      this.status[i] = t.start === 'initial' ? AT_EVENT : NOT_SPAWNED;
    });
    this.epoch = int32s(threads);
    this.heapTop = int32s(threads);
    this.choices = int32s(threads);
    this.joined = int32s(threads);
    this.threadBefore = filled(threads);
    this.markedPc = filled(threads);
    this.markedAt = filled(threads);
    this.threadPred = int32s(threads * this.stride);

    const stores = threads * this.maxStores;
    this.storeCount = int32s(threads);
    this.pending = int32s(threads);
    this.storeCell = int32s(stores);
    this.storeValue = int32s(stores);
    this.storeHigh = int32s(this.wide ? stores : 0);
    this.storeEpoch = int32s(stores);
    this.storeState = uint8s(stores);
    this.storeStep = filled(stores);
    this.storeCommit = filled(stores);
    this.storeForward = filled(stores);
    this.storePc = int32s(stores);
    this.storePred = int32s(stores * this.stride);
    this.storeNext = filled(stores);
    this.storePrevious = filled(stores);
    this.storeBehind = filled(stores);
    this.storeFrees = int32s(stores);
    this.newestStore = filled(this.buffered ? threads * this.cells : 0);

    this.processes = this.model === 'tso' ? 2 * threads : threads;
    const processes = this.perCell ? threads + threads * this.cells : this.processes;
    this.processThread = int32s(processes);
    this.queueHead = int32s(processes);
    this.lastCommit = int32s(processes);
    for (let p = 0; p < this.processes; p++) this.#openProcess(p, p % threads);
    this.auxiliary = filled(this.perCell ? threads * this.cells : 0);

    const events = this.maxEvents + 1;
    this.eventProcess = int32s(events);
    this.eventKind = uint8s(events);
    this.eventCell = int32s(events);
    this.eventStore = int32s(events);
    this.eventFootprint = int32s(events);
    this.pred = int32s(events * this.stride);
    this.oldPc = int32s(events);
    this.oldThreadPred = int32s(events * this.stride);
    this.oldValue = int32s(events);
    this.oldHigh = int32s(this.wide ? events : 0);
    this.oldWrite = int32s(events);
    this.oldReaders = int32s(events);
    this.oldReaderTop = int32s(events);
    this.oldCommit = int32s(events);
    this.oldState = uint8s(events);
    this.undoMark = int32s(events);
    this.base = int32s(this.stride);
    this.settled = int32s(this.stride);
    this.conflicts = int32s(events);
    this.eventIsLock = uint8s(events);
    this.eventAwaited = int32s(events);
    this.eventIsDynamic = uint8s(events);
    this.eventStops = uint8s(events);
  }

  #openProcess(process: number, thread: number): void {
    this.processThread[process] = thread;
    this.queueHead[process] = -1;
    this.lastCommit[process] = -1;
  }

  /** Under PSO: the auxiliary process at `place`, which is thread * cells + cell. */
  auxiliaryAt(place: number): number {
    const known = this.auxiliary[place];
    if (known >= 0) return known;
    const process = this.processes++;
    this.auxiliary[place] = process;
    this.#openProcess(process, Math.floor(place / this.cells));
    return process;
  }

  /** The dense index of the cell at `address`, or -1. */
  cellAt(address: number): number {
    const i = address - globalBase;
    if (i >= 0 && i < this.globals) return this.cellState[i] === INVALID ? -1 : i;
    const h = address - heapBase;
    if (h < 0 || h >= this.cells - this.globals) return -1;
    return this.cellState[this.globals + h] === INVALID ? -1 : this.globals + h;
  }

  /** Whether instruction `pc` can touch the cell that `cellAt` found for its address. */
  fits(t: number, pc: number, cell: number): boolean {
    const own = cell < 0 ? -1 : this.cellWidth[cell];
    const width = this.accessWidth[t][pc];
    return own === 0 || (own > 0 && (own === width || width === 0));
  }

  /** Why it cannot. */
  misfit(address: number, cell: number): FindingKind {
    for (let back = cell < 0 ? 1 : 0; back < 8; back++) {
      const before = this.cellAt(address - back);
      if (before >= 0 && back < this.cellWidth[before] >> 3) return 'mixed-size';
    }
    return 'invalid-address';
  }

  /** The value of a cell. */
  cellValue(cell: number): Integer {
    return this.wide ? fromWords(this.memory[cell], this.memoryHigh[cell]) : this.memory[cell];
  }

  /** The value of a named register. */
  register(thread: number, name: string): Integer {
    const { slotOf, wide } = this.code.threads[thread];
    const slot = this.registerBase[thread] + (slotOf.get(name) ?? 0);
    return wide.has(name) ? fromWords(this.registers[slot], this.registers[slot + 1]) : this.registers[slot];
  }

  /** The address of a cell. */
  addressAt(cell: number): number {
    return cell < this.globals ? globalBase + cell : heapBase + (cell - this.globals);
  }

  /** Interns the cells of a BLOCK step. */
  footprint(cells: readonly number[]): number {
    const key = cells.join();
    let id = this.footprintIds.get(key);
    if (id === undefined) {
      id = this.footprints.push(Int32Array.from(cells)) - 1;
      this.footprintIds.set(key, id);
    }
    return id;
  }
}

/** Names choice `k` of thread `t`. */
export const choiceKey = (t: number, k: number): number => t * 0x1_0000 + k;
