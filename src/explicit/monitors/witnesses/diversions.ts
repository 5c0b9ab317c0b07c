// Diversions: events that go elsewhere on a weak machine than in any SC execution near it, so that no SC execution
// shows them.
// - An atomic block whose reads decide which cells it touches. SC shows where the newest values lead it, not where it
//   goes while some stores are held back.
// - A lock that is waited for in vain because a plain store hit its cell. The cell is free while that store is held
//   back.
//
// The program tells what such an event does on every choice of one write (or the initial value) per cell it comes to.
// Take the events before it, the past of its prev and of those writes. A choice is suspicious if it passes over
// stores of another thread in that past: the event comes before them and they happen before it. weakOrder.ts and
// witness.ts decide whether the machine can be brought there.
//
// A cycle can also come back to the event by fr, from a reader of a cell's value before the event wrote it. One such
// reader is enough for a cycle: each is tried.

import { type Event, isStore } from '../../../execution/event.js';
import type { Code } from '../../bytecode/compile.js';
import { mergeInto } from '../clocks/hbClock.js';
import { canHappenOn, isPast, type Past, type Violation, writesTo } from '../monitor.js';
import { CellHistories, type Positions } from './cellHistories.js';

/**
 * The stores that atomic blocks and waiting locks of the SC execution could overtake, if the machine of the model
 * allows it.
 */
export function* diversions(code: Code, events: readonly Event[]): Generator<Violation> {
  const histories = new CellHistories(code, events);
  for (const event of events)
    if (event.kind === 'A')
      yield* new Diversions(histories, event, histories.pastBefore(event), (choice) =>
        histories.runBlock(event, choice),
      ).violations();
  for (const { lock, past } of histories.waiting())
    yield* new Diversions(histories, lock, past, (choice) =>
      [...choice].every(([address, position]) => canHappenOn(lock, histories.value(address, position) ?? 0))
        ? lock
        : undefined,
    ).violations();
}

class Diversions {
  constructor(
    readonly histories: CellHistories,
    /** As SC shows it. */
    readonly event: Event,
    readonly pastBefore: Past,
    /** The event if the cells it comes to hold the chosen writes; undefined if it cannot happen there. */
    readonly run: (choice: Positions) => Event | undefined,
  ) {}

  violations(): Generator<Violation> {
    return this.#extend(new Map(), this.pastBefore);
  }

  /** Follows the event as far as the choice leads and chooses for the next cell. */
  *#extend(choice: Positions, past: Past): Generator<Violation> {
    const run = this.run(choice);
    if (run === undefined) return;
    const next = [...run.reads, ...run.writes].find(({ address }) => !choice.has(address))?.address;
    if (next === undefined) {
      yield* this.#judge(run, choice, past);
      return;
    }
    const writes = this.histories.writes(next);
    for (let position = -1; position < writes.length; position++) {
      const extended = new Map(choice).set(next, position);
      const wider = position < 0 ? past : this.#join(past, writes[position]);
      if (wider !== undefined && this.#overtaken(extended, wider) !== undefined)
        yield* this.#extend(extended, wider);
    }
  }

  *#judge(run: Event, choice: Positions, past: Past): Generator<Violation> {
    const violation = this.#violation(run, choice, past);
    if (violation !== undefined) {
      yield violation;
      return;
    }
    for (const [address, position] of choice)
      if (writesTo(run, address))
        for (const reader of this.histories.readers(address, position)) {
          const wider = this.#join(past, reader);
          const byReader = wider === undefined ? undefined : this.#violation(run, choice, wider);
          if (byReader !== undefined) yield byReader;
        }
  }

  #violation(run: Event, choice: Positions, past: Past): Violation | undefined {
    const overtakes = this.#overtaken(choice, past) ?? new Map<number, Event>();
    const [first] = overtakes;
    if (first === undefined) return undefined;
    const [address, overtaken] = first;
    return { event: this.event, overtaken, address, past, ifSameCells: false, diverted: { run, overtakes } };
  }

  /** The past with another event and what is before it; undefined if this event is. */
  #join(past: Past, other: Event): Past | undefined {
    const joined = past.slice();
    mergeInto(joined, this.histories.clock(other));
    return isPast(this.event, joined) ? undefined : joined;
  }

  /**
   * Per cell the first store of the past that the choice passes over; undefined if one of them cannot be pending. A
   * load overtakes any writes of others while the own stores before it are pending.
   */
  #overtaken(choice: Positions, past: Past): Map<number, Event> | undefined {
    const overtaken = new Map<number, Event>();
    for (const [address, position] of choice) {
      const writes = this.histories.writes(address);
      const first = writes[position + 1];
      if (first === undefined || !isPast(first, past)) continue;
      if (first.thread === this.event.thread) return undefined;
      for (let i = position + 1; i < writes.length && isPast(writes[i], past); i++)
        if (!this.#mayPass(writes[i], first)) return undefined;
      overtaken.set(address, first);
    }
    return overtaken;
  }

  #mayPass(write: Event, first: Event): boolean {
    return this.event.kind === 'R'
      ? write.thread !== this.event.thread
      : isStore(write.kind) && write.thread === first.thread;
  }
}
