// A monitor observes one sequentially consistent execution, event by event. It reports where a similar execution on a
// machine with store buffers leaves sequential consistency (SOBER, CAV 2008; BSS, TACAS 2011).

import type { Access, Event } from '../../execution/event.js';
import type { Address, ThreadId } from '../../program/identity.js';
import { type Integer, lowWord } from '../../program/integer.js';

export type WeakModel = 'tso' | 'pso';

export const monitorNames = [
  'sober-published',
  'sober',
  'bss-tso-published',
  'bss-pso-published',
  'bss-tso',
  'bss-pso',
] as const;
export type MonitorName = (typeof monitorNames)[number];

/**
 * In some execution of the weak model `event` happens before `overtaken`, a write of another thread to the same cell,
 * although overtaken ->hb* prev ->po event: a happens-before cycle.
 */
export interface Violation {
  readonly event: Event;
  readonly overtaken: Event;
  /** The cell both touch. */
  readonly address: Address;
  /** The events before it in that execution, as counts per thread. */
  readonly past: Past;
  /**
   * The event is an atomic block whose values decide which cells it touches, and the cycle passes through another of
   * them. The cycle exists if the block touches that cell for every value of this one. Only the program can tell.
   */
  readonly ifSameCells: boolean;
  /** In that execution the event goes elsewhere than under SC (diversions.ts), if the machine allows it. */
  readonly diverted?: DivertedEvent;
}

interface DivertedEvent {
  /** The event as it happens there. */
  readonly run: Event;
  /** Per cell the store it comes just before; the other cells it finds as they are. */
  readonly overtakes: ReadonlyMap<number, Event>;
}

/**
 * The questions a monitor may ask about happens-before when an event is observed. The event is not part of it yet.
 */
export interface HappensBefore {
  /**
   * The events that happen before prev, and prev itself: the event just before the thread's next one in program
   * order.
   */
  past(thread: ThreadId): Past;
  /** The events that happen before the event by program order or through cells other than `address`. */
  pastWithout(event: Event, address: Address): Past;
}

/** A set of events closed under happens-before: per thread, how many of its events are in it. */
export type Past = Int32Array;

export interface Monitor {
  readonly name: MonitorName;
  readonly model: WeakModel;
  /** Every violation so far, in the order of the execution. A caller may take them out and empty the list. */
  readonly violations: Violation[];
  /** Takes the next event. */
  observe(event: Event, hb: HappensBefore): void;
}

/** Whether `event` ->hb* prev: the happens-before test of both papers, in one comparison. */
export const isPast = (event: Event, past: Past): boolean => event.index < past[event.thread];

/** Whether it touches several cells at once: an atomic block, a load of several cells, or what frees a block. */
export const touchesSeveral = ({ kind, reads }: Event): boolean =>
  kind === 'A' || kind === 'free' || reads.length > 1;

/** Calls `visit` once for each cell the event touches. */
export function forEachCell(
  event: Event,
  visit: (address: Address, reads: boolean, writes: boolean) => void,
) {
  for (const { address } of event.reads) visit(address, true, writesTo(event, address));
  for (const { address } of event.writes) if (!contains(event.reads, address)) visit(address, false, true);
}

export const writesTo = (event: Event, address: Address): boolean => contains(event.writes, address);

function contains(accesses: readonly Access[], address: Address): boolean {
  for (const access of accesses) if (access.address === address) return true;
  return false;
}

/** The value the event leaves in the cell. */
export function valueWritten(event: Event, address: Address): Integer | undefined {
  return event.writes.find((write) => write.address === address)?.value;
}

/** Whether the event can happen where its cell holds `value`: a lock waits for 0, or `until` says for what; others do not wait. */
export function canHappenOn({ kind, until }: Event, value: Integer): boolean {
  if (until === undefined) return kind !== 'lock' || value === 0;
  return until.test === '==' ? lowWord(value) === until.value : lowWord(value) >= until.value;
}
