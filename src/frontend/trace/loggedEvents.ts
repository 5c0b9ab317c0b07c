// The events of a binary log, for monitors. Operations become what they are on a machine with store buffers, by their memory
// orders (one table, program/orderFences.ts); accesses to memory of one thread alone are left out; an access over several
// cells is one event per cell. A read that does not find the last value written is told: then something wrote that was not
// recorded, or the order was lost.

import type { Access, Event, EventKind } from '../../execution/event.js';
import type { ThreadId } from '../../program/identity.js';
import { type AccessOrder, acquires } from '../../program/memoryOrder.js';
import { type AtomicOperation, surround } from '../../program/orderFences.js';
import type { SourceSpan } from '../../program/statement.js';
import { forEachRecord, type LogRecord } from './binaryLog.js';
import type { LoggedMemory } from './loggedCells.js';

export interface LoggedCheck {
  /** Reads that found another value than the last one written. */
  readonly wrongReads: number;
  readonly reads: number;
}

/** The receiver of the events, in order. */
interface LogReader {
  event(event: Event): void;
  /** The cell is part of a new block of the heap: it has nothing to do with what was there before. */
  renewed?(cell: number): void;
  /** The thread does nothing more. */
  ended?(thread: ThreadId): void;
}

/** `place` gives the source of an instruction. */
export function forEachLoggedEvent(
  path: string,
  memory: LoggedMemory,
  place: (pc: number) => SourceSpan | undefined,
  reader: LogReader,
): LoggedCheck {
  const writer = new EventWriter(memory, place, reader);
  forEachRecord(path, (record) => writer.record(record), memory.wanted);
  return writer.check();
}

/** All events of a log have the same fields, in the same order: the monitors' code for them is then quicker. */
class LoggedEvent implements Event {
  readonly id: number;
  readonly thread: ThreadId;
  readonly index: number;
  readonly kind: EventKind;
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
  at?: SourceSpan;
  order?: AccessOrder;
  other?: ThreadId;
  failed?: true;
  acquireFence?: true;

  constructor(
    id: number,
    thread: ThreadId,
    index: number,
    kind: EventKind,
    reads: readonly Access[],
    writes: readonly Access[],
  ) {
    this.id = id;
    this.thread = thread;
    this.index = index;
    this.kind = kind;
    this.reads = reads;
    this.writes = writes;
  }
}

class EventWriter {
  readonly #memory: LoggedMemory;
  readonly #place: (pc: number) => SourceSpan | undefined;
  readonly #reader: LogReader;
  readonly #counts: number[];
  /** Threads that had an acquire fence, which is no event, since their last event. */
  readonly #acquireFence: boolean[];
  /** Per cell the value that is known to be there. */
  readonly #values: (number | undefined)[];
  /** Per cell the last access: most others find or leave the same value. */
  readonly #accesses: (readonly [Access])[];
  #id = 0;
  #reads = 0;
  #wrongReads = 0;

  constructor(memory: LoggedMemory, place: (pc: number) => SourceSpan | undefined, reader: LogReader) {
    this.#memory = memory;
    this.#place = place;
    this.#reader = reader;
    this.#counts = new Array<number>(memory.threads).fill(0);
    this.#acquireFence = new Array<boolean>(memory.threads).fill(false);
    this.#values = new Array<number | undefined>(memory.cells.length).fill(undefined);
    this.#accesses = memory.cells.map((_, address) => [{ address, value: 0 }]);
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
      case 'read-range':
        this.#readRange(record);
        return;
      case 'write-range':
        this.#writeRange(record);
        return;
      case 'fence':
        this.#fence(record);
        return;
      case 'lock':
      case 'unlock':
        this.#synchronise(record, record.operation);
        return;
      case 'spawn':
      case 'join':
        this.#emit(record, record.operation, none, none, undefined, record.other);
        return;
      case 'alloc':
        for (const cell of this.#memory.cellsIn(record.address, record.value)) {
          this.#values[cell] = undefined;
          this.#reader.renewed?.(cell);
        }
        return;
      case 'exit':
        this.#reader.ended?.(record.thread);
        return;
      default:
    }
  }

  #read(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    for (const cell of cells) {
      if (cells.length === 1) {
        this.#check(cell, record.value);
        this.#values[cell] = record.value;
      }
      this.#emit(record, 'R', this.#access(cell, this.#values[cell] ?? 0), none, orderOf(record));
    }
  }

  #write(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    if (cells.length === 0) return;
    this.#around(record, 'store', 'before');
    for (const cell of cells) {
      this.#values[cell] = record.unknown || cells.length > 1 ? undefined : record.value;
      this.#emit(record, 'W', none, this.#access(cell, record.value), orderOf(record));
    }
    this.#around(record, 'store', 'after');
  }

  /** Of a range only the first eight bytes have a known value. */
  #readRange(record: LogRecord): void {
    const cells = this.#memory.cellsIn(record.address, record.before);
    const valued = this.#memory.cellsOf(record.address, 8);
    if (valued.length === 1) {
      this.#check(valued[0], record.value);
      this.#values[valued[0]] = record.value;
    }
    for (const cell of cells) this.#emit(record, 'R', this.#access(cell, this.#values[cell] ?? 0), none);
  }

  #writeRange(record: LogRecord): void {
    for (const cell of this.#memory.cellsIn(record.address, record.before)) {
      this.#values[cell] = undefined;
      this.#emit(record, 'W', none, this.#access(cell, record.value));
    }
  }

  #update(record: LogRecord): void {
    const cells = this.#memory.cellsOf(record.address, record.size);
    if (cells.length === 0) return;
    this.#around(record, 'rmw', 'before');
    const { failed } = record;
    const order = failed ? orderOf({ order: record.failureOrder }) : orderOf(record);
    for (const cell of cells) {
      if (cells.length === 1) this.#check(cell, record.before);
      this.#values[cell] = cells.length === 1 ? record.value : undefined;
      const read = this.#access(cell, record.before);
      this.#emit(record, 'U', read, this.#access(cell, record.value), order, undefined, failed);
    }
    this.#around(record, 'rmw', 'after');
  }

  #access(cell: number, value: number): readonly [Access] {
    const last = this.#accesses[cell];
    if (last[0].value === value) return last;
    const access: readonly [Access] = [{ address: cell, value }];
    this.#accesses[cell] = access;
    return access;
  }

  #check(cell: number, value: number): void {
    const known = this.#values[cell];
    this.#reads++;
    if (known !== undefined && known !== value) this.#wrongReads++;
  }

  /** The fences that an atomic operation is made with on these machines: for the language they are part of it. */
  #around(record: LogRecord, operation: AtomicOperation, side: 'before' | 'after'): void {
    const { order } = record;
    if (order === 'plain' || order === 'volatile') return;
    for (const fence of surround(operation, order)?.[side] ?? [])
      if (fence !== 'load-load')
        this.#emit(record, fence === 'full' ? 'F' : 'S', none, none, noLanguageFence);
  }

  #fence(record: LogRecord): void {
    const { order, thread } = record;
    if (order === 'plain' || order === 'volatile') return;
    let acquired = false;
    for (const fence of surround('fence', order)?.before ?? []) {
      if (fence === 'load-load') continue;
      this.#emit(record, fence === 'full' ? 'F' : 'S', none, none, order);
      acquired = true;
    }
    if (!acquired && acquires(order)) this.#acquireFence[thread] = true;
  }

  /** Locks, semaphores, barriers: an atomic access to the object between fences, which keeps their order. */
  #synchronise(record: LogRecord, operation: 'lock' | 'unlock'): void {
    this.#emit(record, 'F', none, none, noLanguageFence);
    const order = operation === 'lock' ? 'acquire' : 'release';
    for (const cell of this.#memory.cellsOf(record.address, record.size)) {
      this.#values[cell] = undefined;
      this.#emit(record, 'U', this.#access(cell, 0), this.#access(cell, 0), order);
    }
    this.#emit(record, 'F', none, none, noLanguageFence);
  }

  #emit(
    { thread, pc }: LogRecord,
    kind: EventKind,
    reads: readonly Access[],
    writes: readonly Access[],
    order?: AccessOrder,
    other?: number,
    failed = false,
  ): void {
    const event = new LoggedEvent(this.#id++, thread, this.#counts[thread]++, kind, reads, writes);
    const at = this.#place(pc);
    if (at !== undefined) event.at = at;
    if (order !== undefined) event.order = order;
    if (other !== undefined) event.other = other;
    if (failed) event.failed = true;
    if (this.#acquireFence[thread]) {
      this.#acquireFence[thread] = false;
      event.acquireFence = true;
    }
    this.#reader.event(event);
  }
}

const none: readonly Access[] = [];

/** A fence of the machine that the language does not have: the race monitor takes no notice of it. */
const noLanguageFence = 'volatile';

const orderOf = ({ order }: Pick<LogRecord, 'order'>): AccessOrder | undefined =>
  order === 'plain' ? undefined : order;
