// Recorded executions: one event per line as a JSON object, in the order the events happened (docs/trace.md). They
// must be SC executions. A log in which a load does not see the last store to its cell is refused.

import type { Access, Event, EventKind } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import { fromJson, type Integer } from '../../program/integer.js';
import { type AccessOrder, accessOrders } from '../../program/memoryOrder.js';
import { type DiagnosticCode, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';

export interface RecordedTrace {
  readonly events: readonly Event[];
  /** Names of threads, as the file has them. */
  readonly threads: readonly string[];
  /** Names of cells; the address of a cell is its place here. */
  readonly cells: readonly string[];
  /** Initial values by address; 0 if absent. */
  readonly initial: ReadonlyMap<number, Integer>;
}

const operations = [
  'R',
  'W',
  'U',
  'F',
  'S',
  'A',
  'lock',
  'unlock',
  'spawn',
  'join',
  'free',
] as const satisfies readonly EventKind[];
type Operation = (typeof operations)[number];

export function parseTrace(text: string, file: string): RecordedTrace {
  const reader = new TraceReader(file);
  const events: Event[] = [];
  text.split('\n').forEach((line, i) => {
    const event = reader.line(line, i + 1);
    if (event !== undefined) events.push(event);
  });
  return { ...reader.names(), events, initial: reader.initial };
}

type Fields = Readonly<Record<string, unknown>>;

/** Takes the lines one after the other. Its memory is bounded by the threads and cells, not by the lines. */
export class TraceReader {
  /** Initial values by address; 0 if absent. */
  readonly initial = new Map<number, Integer>();
  readonly #file: string;
  readonly #threads = new Names();
  readonly #cells = new Names();
  readonly #value = new Map<number, Integer>();
  readonly #count: number[] = [];
  #events = 0;
  #line = 0;
  #text = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** The names that were met so far. */
  names = (): Pick<RecordedTrace, 'threads' | 'cells'> => ({
    threads: this.#threads.list,
    cells: this.#cells.list,
  });

  /** The event of the line, if it has one. */
  line(text: string, number: number): Event | undefined {
    if (text.trim() === '') return undefined;
    this.#line = number;
    this.#text = text;
    const fields = this.#object(text);
    if (!('initial' in fields)) return this.#event(fields);
    this.#initialValues(fields.initial);
    return undefined;
  }

  #fail(code: DiagnosticCode, message: string, hint?: string): never {
    throw new InputError(
      {
        code,
        message,
        file: this.#file,
        line: this.#line,
        column: 1,
        ...present({ hint }),
      },
      // The frame shows this line alone.
      `${'\n'.repeat(this.#line - 1)}${this.#text}`,
    );
  }

  #object(text: string): Fields {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#fail('trace-syntax', 'the line is not JSON', 'a trace has one JSON object per line');
    }
    return isObject(value) ? value : this.#fail('trace-syntax', 'the line is not a JSON object');
  }

  #initialValues(values: unknown): void {
    const entries = isObject(values)
      ? Object.entries(values)
      : this.#fail('trace-event', '"initial" must be an object of cells and values');
    if (this.#events > 0) this.#fail('trace-event', 'initial values must come before the events');
    for (const [name, value] of entries) {
      const number = fromJson(value);
      if (number === undefined) this.#fail('trace-event', `the initial value of ${name} must be a number`);
      else this.initial.set(this.#cells.number(name), number);
    }
  }

  #event(fields: Fields): Event {
    const kind = this.#operation(fields.op);
    const thread = this.#thread(fields.thread, 'thread');
    const reads = this.#reads(kind, fields);
    const writes = this.#writes(kind, fields, reads);
    const other = kind === 'spawn' || kind === 'join' ? this.#thread(fields.other, 'other') : undefined;
    if (kind === 'spawn' && (this.#count[other ?? 0] ?? 0) > 0)
      this.#fail('trace-event', `thread ${fields.other} had events before it was spawned`);
    for (const { address, value } of reads) this.#check(address, value);
    for (const { address, value } of writes) this.#value.set(address, value);
    const index = this.#count[thread] ?? 0;
    this.#count[thread] = index + 1;
    return {
      id: this.#events++,
      thread,
      index,
      kind,
      reads,
      writes,
      ...present({ other, order: this.#order(fields.order) }),
      ...(fields.failed === true ? { failed: true } : {}),
      ...(fields.acquireFence === true ? { acquireFence: true } : {}),
      ...this.#at(fields),
    };
  }

  /** The order of the lines must be an SC execution. */
  #check(address: Address, value: Integer): void {
    const last = this.#held(address);
    if (value !== last)
      this.#fail(
        'trace-not-sc',
        `${this.#cells.list[address]} is read as ${value} where the lines before it leave ${last}`,
        'the events must be logged in an order in which each load sees the last store',
      );
  }

  #held(address: Address): Integer {
    return this.#value.get(address) ?? this.initial.get(address) ?? 0;
  }

  #operation(op: unknown): Operation {
    const found = operations.find((known) => known === op);
    return (
      found ??
      this.#fail('trace-event', `"op" must be one of ${operations.join(', ')}, not ${JSON.stringify(op)}`)
    );
  }

  #order(order: unknown): AccessOrder | undefined {
    if (order === undefined) return undefined;
    const found = accessOrders.find((known) => known === order);
    return found ?? this.#fail('trace-event', `"order" must be one of ${accessOrders.join(', ')}`);
  }

  #thread(name: unknown, field: string): number {
    if (typeof name !== 'string' && !Number.isSafeInteger(name))
      this.#fail('trace-event', `"${field}" must name a thread with a string or a whole number`);
    return this.#threads.number(String(name));
  }

  #reads(kind: Operation, fields: Fields): Access[] {
    switch (kind) {
      case 'R':
      case 'U':
      case 'lock':
      case 'unlock': {
        if (kind === 'R' && fields.reads !== undefined) return this.#several(fields.reads);
        const address = this.#cell(fields.address, 'address');
        return [
          {
            address,
            value:
              this.#number(fields.read ?? (kind === 'R' ? fields.value : undefined)) ?? this.#held(address),
          },
        ];
      }
      case 'A':
        return this.#several(fields.reads);
      default:
        return [];
    }
  }

  #several(reads: unknown): Access[] {
    return this.#accesses(reads, 'reads', (address) => this.#held(address));
  }

  #writes(kind: Operation, fields: Fields, reads: readonly Access[]): Access[] {
    switch (kind) {
      case 'W':
      case 'U': {
        const address = this.#cell(fields.address, 'address');
        return [{ address, value: this.#number(fields.value) ?? reads[0]?.value ?? this.#held(address) }];
      }
      case 'lock':
        return [{ address: reads[0].address, value: 1 }];
      case 'unlock':
        return [{ address: reads[0].address, value: 0 }];
      case 'A':
        return this.#accesses(fields.writes, 'writes', (address) => this.#held(address));
      case 'free':
        return this.#accesses(fields.writes, 'writes', () => 0);
      default:
        return [];
    }
  }

  /** A list of cells, or of objects with a cell and a value. */
  #accesses(list: unknown, field: string, otherwise: (address: Address) => Integer): Access[] {
    if (list === undefined) return [];
    if (!isArray(list)) return this.#fail('trace-event', `"${field}" must be an array`);
    const found = new Map<number, Access>();
    for (const item of list) {
      const address = this.#cell(isObject(item) ? item.address : item, field);
      const value = (isObject(item) ? this.#number(item.value) : undefined) ?? otherwise(address);
      const order = isObject(item) ? this.#order(item.order) : undefined;
      found.set(address, { address, value, ...present({ order }) });
    }
    return [...found.values()];
  }

  #cell(name: unknown, field: string): number {
    if (typeof name !== 'string' && !Number.isSafeInteger(name))
      this.#fail('trace-event', `"${field}" must name a cell with a string or a whole number`);
    return this.#cells.number(String(name));
  }

  #number(value: unknown): Integer | undefined {
    if (value === undefined) return undefined;
    return fromJson(value) ?? this.#fail('trace-event', 'a value must be a number');
  }

  /** Where the operation is in the source that was logged; without a place, operations are told apart by their order. */
  #at(fields: Fields): Pick<Event, 'at'> {
    const { file, line, column } = fields;
    if (line === undefined) return {};
    if (typeof line !== 'number' || (column !== undefined && typeof column !== 'number'))
      return this.#fail('trace-event', '"line" and "column" must be numbers');
    return { at: { line, column: column ?? 1, ...(typeof file === 'string' ? { file } : {}) } };
  }
}

/** Numbers names in the order they are met. */
class Names {
  readonly list: string[] = [];
  readonly #number = new Map<string, number>();

  number(name: string): number {
    const known = this.#number.get(name);
    if (known !== undefined) return known;
    this.#number.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);
