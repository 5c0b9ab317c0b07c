// A run of the recorder with simulated store buffers (runtime/buffers.c), read back as an execution: events, rf, and co by the order in which
// stores reached memory. Nothing of it is believed: the log must be a run of the machine that docs/semantics.md describes. A store that
// overtakes one it may not, an atomic beside a full buffer, a read of another value than the machine has there: then it is none.

import type { Event, EventId } from '../../execution/event.js';
import { type Execution, initialWrite } from '../../execution/execution.js';
import type { ThreadId } from '../../program/identity.js';
import { surround } from '../../program/orderFences.js';
import type { SourceSpan } from '../../program/statement.js';
import { present } from '../../support/present.js';
import { forEachRecord, type LogRecord, readLogHeader } from './binaryLog.js';
import type { LoggedMemory } from './loggedCells.js';

export interface BufferedRun {
  readonly execution: Pick<Execution, 'events' | 'rf' | 'co'>;
  /** When each event took effect: a store when it reached memory. */
  readonly effects: readonly number[];
}

/** Undefined if the log is of no run of the machine. */
export function readBufferedRun(
  path: string,
  model: 'tso' | 'pso',
  memory: LoggedMemory,
  place: (pc: number) => SourceSpan | undefined,
): BufferedRun | undefined {
  const { notSc, full } = readLogHeader(path);
  if (notSc || full) return undefined;
  const reader = new Reader(model, memory, place);
  forEachRecord(path, (record) => reader.record(record));
  return reader.run();
}

/** A store in a buffer. */
interface Entry {
  readonly number: number;
  readonly address: number;
  readonly size: number;
  readonly value: number | undefined;
  readonly epoch: number;
  readonly cells: readonly number[];
  readonly events: readonly EventId[];
}

class Reader {
  readonly #model: 'tso' | 'pso';
  readonly #memory: LoggedMemory;
  readonly #place: (pc: number) => SourceSpan | undefined;
  readonly #buffers: Entry[][];
  readonly #epochs: number[];
  readonly #counts: number[];
  /** A cell of a block that is allocated again is another one. */
  readonly #cellNow: number[];
  #cellCount: number;
  readonly #values = new Map<number, number | undefined>();
  readonly #writer = new Map<number, EventId>();
  readonly #events: Event[] = [];
  readonly #rf: EventId[][] = [];
  readonly #co = new Map<number, EventId[]>();
  readonly #effects: number[] = [];
  #time = -1;
  #broken = false;

  constructor(model: 'tso' | 'pso', memory: LoggedMemory, place: (pc: number) => SourceSpan | undefined) {
    this.#model = model;
    this.#memory = memory;
    this.#place = place;
    const none = Array.from({ length: memory.threads });
    this.#buffers = none.map(() => []);
    this.#epochs = none.map(() => 0);
    this.#counts = none.map(() => 0);
    this.#cellNow = memory.cells.map((_, i) => i);
    this.#cellCount = memory.cells.length;
  }

  run(): BufferedRun | undefined {
    if (this.#broken) return undefined;
    return {
      execution: { events: this.#events, rf: this.#rf, co: this.#co },
      effects: this.#effects,
    };
  }

  record(record: LogRecord): void {
    this.#time++;
    const { thread } = record;
    switch (record.operation) {
      case 'read':
        this.#read(record);
        return;
      case 'write':
        this.#write(record);
        return;
      case 'commit':
        this.#commit(record);
        return;
      case 'update':
        this.#update(record);
        return;
      case 'fence':
        this.#fence(record);
        return;
      case 'lock':
      case 'unlock':
        this.#requireEmpty(thread);
        this.#access(record, 'U', this.#cellsOf(record), true, true);
        return;
      case 'spawn':
      case 'join':
      case 'exit':
        this.#requireEmpty(thread);
        return;
      // The recorder writes none in such a run.
      case 'read-range':
      case 'write-range':
        this.#broken = true;
        return;
      case 'alloc':
        for (const cell of this.#memory.cellsIn(record.address, record.value))
          this.#cellNow[cell] = this.#cellCount++;
        return;
      default:
    }
  }

  #cellsOf({ address, size }: LogRecord): readonly number[] {
    return this.#memory.cellsOf(address, size).map((cell) => this.#cellNow[cell]);
  }

  #require(rule: boolean): void {
    if (!rule) this.#broken = true;
  }

  #requireEmpty(thread: ThreadId): void {
    this.#require(this.#buffers[thread].length === 0);
  }

  /** Finds the value of a read: from the thread's own buffered stores, else from memory. */
  #read(record: LogRecord): void {
    const { thread, address, size } = record;
    const cells = this.#cellsOf(record);
    const own = this.#buffers[thread].findLast((entry) => overlap(entry, record));
    // It may take its value from the buffer if it is all there.
    if (own !== undefined) this.#require(own.address === address && own.size === size);
    if (cells.length === 1)
      this.#find(own === undefined ? this.#values.get(cells[0]) : own.value, record.value);
    this.#access(record, 'R', cells, true, false, own);
    if (own === undefined && cells.length === 1) this.#values.set(cells[0], record.value);
  }

  #find(known: number | undefined, found: number): void {
    this.#require(known === undefined || known === found);
  }

  #write(record: LogRecord): void {
    const { thread, address, size, value, unknown, order } = record;
    const buffer = this.#buffers[thread];
    if (order !== 'plain' && order !== 'volatile') {
      const { before = [], after = [] } = surround('store', order) ?? {};
      if (before.includes('store-store')) this.#epochs[thread]++;
      if (after.includes('full')) this.#require(buffer.length === 0 && !record.buffered);
    }
    const cells = this.#cellsOf(record);
    const epoch = this.#epochs[thread];
    const events = this.#access(record, 'W', cells, false, !record.buffered);
    const stored = unknown || cells.length !== 1 ? undefined : value;
    if (record.buffered)
      buffer.push({ number: this.#time, address, size, value: stored, epoch, cells, events });
    else {
      this.#require(
        this.#model === 'tso'
          ? buffer.length === 0
          : !buffer.some((entry) => entry.epoch < epoch || overlap(entry, record)),
      );
      for (const cell of cells) this.#values.set(cell, stored);
    }
  }

  #commit({ thread, before }: LogRecord): void {
    const buffer = this.#buffers[thread];
    const at = buffer.findIndex(({ number }) => number === before);
    const entry = buffer.at(at);
    if (at < 0 || entry === undefined) {
      this.#broken = true;
      return;
    }
    const older = buffer.slice(0, at);
    this.#require(
      this.#model === 'tso'
        ? at === 0
        : !older.some((other) => other.epoch < entry.epoch || overlap(other, entry)),
    );
    buffer.splice(at, 1);
    entry.cells.forEach((cell, i) => {
      this.#reach(cell, entry.events[i]);
      this.#values.set(cell, entry.value);
    });
  }

  #update(record: LogRecord): void {
    const { thread, order } = record;
    const buffer = this.#buffers[thread];
    if (order !== 'plain' && order !== 'volatile') {
      const { before = [] } = surround('rmw', order) ?? {};
      if (before.includes('store-store')) this.#epochs[thread]++;
      if (before.includes('full')) this.#require(buffer.length === 0);
    }
    this.#require(
      this.#model === 'tso'
        ? buffer.length === 0
        : !buffer.some((entry) => entry.epoch < this.#epochs[thread] || overlap(entry, record)),
    );
    const cells = this.#cellsOf(record);
    if (cells.length === 1) this.#find(this.#values.get(cells[0]), record.before);
    this.#access(record, 'U', cells, true, true);
    for (const cell of cells) this.#values.set(cell, cells.length === 1 ? record.value : undefined);
  }

  #fence({ thread, order }: LogRecord): void {
    if (order === 'plain' || order === 'volatile') return;
    const { before = [] } = surround('fence', order) ?? {};
    if (before.includes('full')) this.#requireEmpty(thread);
    if (before.includes('store-store')) this.#epochs[thread]++;
  }

  /** One event per cell, as loggedEvents.ts has them. */
  #access(
    { thread, pc }: LogRecord,
    kind: 'R' | 'W' | 'U',
    cells: readonly number[],
    reads: boolean,
    reaches: boolean,
    own?: Entry,
  ): EventId[] {
    const at = this.#place(pc);
    return cells.map((address, i) => {
      const id = this.#events.length;
      const touched = [{ address, value: 0 }];
      this.#events.push({
        id,
        thread,
        index: this.#counts[thread]++,
        kind,
        reads: reads ? touched : [],
        writes: kind === 'R' ? [] : touched,
        ...present({ at }),
      });
      this.#rf.push(reads ? [own?.events[i] ?? this.#writer.get(address) ?? initialWrite] : []);
      this.#effects.push(kind === 'W' && !reaches ? Number.POSITIVE_INFINITY : this.#time);
      if (reaches) this.#reach(address, id);
      return id;
    });
  }

  #reach(cell: number, event: EventId): void {
    this.#writer.set(cell, event);
    this.#effects[event] = this.#time;
    const order = this.#co.get(cell);
    if (order === undefined) this.#co.set(cell, [event]);
    else order.push(event);
  }
}

const overlap = (
  a: { readonly address: number; readonly size: number },
  b: { readonly address: number; readonly size: number },
): boolean => a.address < b.address + b.size && b.address < a.address + a.size;
