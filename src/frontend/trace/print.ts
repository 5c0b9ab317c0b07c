// An SC execution as a recorded trace (docs/trace.md), in the form that parse.ts reads.

import type { Access, Event } from '../../execution/event.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { present } from '../../support/present.js';

export interface TraceNames {
  thread(thread: ThreadId): string;
  cell(address: Address): string;
}

/** One line per event; `events` are in the order they happened, choices are left out. */
export function printTrace(
  events: readonly Event[],
  names: TraceNames,
  initial: ReadonlyMap<number, Integer>,
): string {
  const values = Object.fromEntries([...initial].map(([address, value]) => [names.cell(address), value]));
  const lines = events.filter(({ kind }) => kind !== 'choice').map((event) => eventFields(event, names));
  return `${[{ initial: values }, ...lines].map((line) => JSON.stringify(line, digits)).join('\n')}\n`;
}

/** An integer that a JSON number cannot hold is a string of its digits. */
const digits = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

function eventFields(event: Event, names: TraceNames): object {
  const { other, order, failed, acquireFence } = event;
  const access = ({ address, ...rest }: Access): object => ({ address: names.cell(address), ...rest });
  return {
    thread: names.thread(event.thread),
    op: event.kind,
    ...memoryFields(event, names, access),
    ...(other === undefined ? {} : { other: names.thread(other) }),
    ...present({ order, failed, acquireFence }),
    ...(event.at === undefined ? {} : event.at),
  };
}

function memoryFields(
  { kind, reads, writes }: Event,
  names: TraceNames,
  access: (access: Access) => object,
): object {
  switch (kind) {
    case 'R':
      if (reads.length !== 1) return { reads: reads.map(access) };
      return { address: names.cell(reads[0].address), value: reads[0].value };
    case 'W':
      return { address: names.cell(writes[0].address), value: writes[0].value };
    case 'U':
      return { address: names.cell(reads[0].address), read: reads[0].value, value: writes[0].value };
    case 'lock':
    case 'unlock':
      return { address: names.cell(reads[0].address), read: reads[0].value };
    case 'A':
      return { reads: reads.map(access), writes: writes.map(access) };
    case 'free':
      return { writes: writes.map(access) };
    default:
      return {};
  }
}
