// The events of a binary log, for monitors. Operations become what they are on a machine with store buffers, by their memory
// orders (one table, frontend/memoryOrders.ts); accesses to memory of one thread alone are left out; an access over several
// cells is one event per cell. A read that does not find the last value written is told: then something wrote that was not
// recorded, or the order was lost.

import type { Access, Event, EventKind } from '../../execution/event.js';
import type { SourceSpan } from '../../program/statement.js';
import { type AtomicOperation, surround } from '../memoryOrders.js';
import { forEachRecord, type LogRecord } from './binaryLog.js';
import type { LoggedMemory } from './loggedCells.js';

export interface LoggedCheck {
  /** Reads that found another value than the last one written. */
  readonly wrongReads: number;
  readonly reads: number;
}

/** Calls `visit` on each event in order. `place` gives the source of an instruction. */
export function forEachLoggedEvent(
  path: string,
  memory: LoggedMemory,
  place: (pc: number) => SourceSpan | undefined,
  visit: (event: Event) => void,
): LoggedCheck {
  const writer = new EventWriter(memory, place, visit);
  forEachRecord(path, (record) => writer.record(record));
  return writer.check();
}

class EventWriter {
  readonly #memory: LoggedMemory;
  readonly #place: (pc: number) => SourceSpan | undefined;
  readonly #visit: (event: Event) => void;
  readonly #counts: number[];
  /** Per cell the value that is known to be there. */
  readonly #values: (number | undefined)[] = [];
  #id = 0;
  #reads = 0;
  #wrongReads = 0;

  constructor(
    memory: LoggedMemory,
    place: (pc: number) => SourceSpan | undefined,
    visit: (event: Event) => void,
  ) {
    this.#memory = memory;
    this.#place = place;
    this.#visit = visit;
    this.#counts = new Array<number>(memory.threads).fill(0);
  }

  check = (): LoggedCheck => ({ wrongReads: this.#wrongReads, reads: this.#reads });

  record(record: LogRecord): void {
    switch (record.operation) {
      case 'read':
        this.#read(record);
        return;
      case 'write':
        this.#write(record);
        return;
      case 'update':
        this.#update(record);
        return;
      case 'fence':
        this.#fences(record, 'fence', 'before');
        return;
      case 'lock':
      case 'unlock':
        this.#synchronise(record);
        return;
      case 'spawn':
      case 'join':
        this.#emit(record, record.operation, [], [], record.other);
        return;
      case 'alloc':
        this.#forget(record);
        return;
      default:
    }
  }

  #read(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    for (const cell of cells) {
      const known = this.#values[cell];
      if (cells.length === 1) {
        this.#reads++;
        if (known !== undefined && known !== record.value) this.#wrongReads++;
        this.#values[cell] = record.value;
      }
      this.#emit(record, 'R', [{ address: cell, value: this.#values[cell] ?? 0 }]);
    }
  }

  #write(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    if (cells.length === 0) return;
    this.#fences(record, 'store', 'before');
    for (const cell of cells) {
      this.#values[cell] = record.unknown || cells.length > 1 ? undefined : record.value;
      this.#emit(record, 'W', [], [{ address: cell, value: record.value }]);
    }
    this.#fences(record, 'store', 'after');
  }

  #update(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    if (cells.length === 0) return;
    this.#fences(record, 'rmw', 'before');
    for (const cell of cells) {
      const known = this.#values[cell];
      if (cells.length === 1) {
        this.#reads++;
        if (known !== undefined && known !== record.before) this.#wrongReads++;
      }
      this.#values[cell] = cells.length === 1 ? record.value : undefined;
      this.#emit(
        record,
        'U',
        [{ address: cell, value: record.before }],
        [{ address: cell, value: record.value }],
      );
    }
    this.#fences(record, 'rmw', 'after');
  }

  #fences(record: LogRecord, operation: AtomicOperation, side: 'before' | 'after'): void {
    const { order } = record;
    if (order === 'plain' || order === 'volatile') return;
    for (const fence of surround(operation, order)?.[side] ?? [])
      if (fence !== 'load-load') this.#emit(record, fence === 'full' ? 'F' : 'S');
  }

  /** Locks, semaphores, barriers: an atomic access to the object between fences, which keeps their order. */
  #synchronise(record: LogRecord): void {
    this.#emit(record, 'F');
    for (const cell of this.#memory.cellsOf(record.address, record.size)) {
      this.#values[cell] = undefined;
      this.#emit(record, 'U', [{ address: cell, value: 0 }], [{ address: cell, value: 0 }]);
    }
    this.#emit(record, 'F');
  }

  #forget({ address, value: size }: LogRecord): void {
    for (const cell of this.#memory.cellsOf(address, Math.min(size, 1 << 20))) this.#values[cell] = undefined;
  }

  #emit(
    { thread, pc }: LogRecord,
    kind: EventKind,
    reads: readonly Access[] = none,
    writes: readonly Access[] = none,
    other?: number,
  ): void {
    const at = this.#place(pc);
    const index = this.#counts[thread]++;
    this.#visit({
      id: this.#id++,
      thread,
      index,
      kind,
      reads,
      writes,
      ...(other === undefined ? {} : { other }),
      ...(at === undefined ? {} : { at }),
    });
  }
}

const none: readonly Access[] = [];
