// The data races of one recorded execution. If it has none, other executions of the program may still have some.

import type { Event, EventAt } from '../execution/event.js';
import { RaceMonitor } from '../explicit/monitors/races/raceMonitor.js';
import type { Address } from '../program/identity.js';

export interface TraceRace {
  /** In the order of the log. */
  readonly events: readonly [EventAt, EventAt];
  readonly address: Address;
  /** How many times these two program places raced. */
  readonly count: number;
}

/** A trace numbers its cells from 0 on. Cells below this number are kept in an array, the others in a map. */
const mostCounted = 1 << 22;

/** Handles one event at a time. Memory grows with the threads, cells and program places, not with the trace. */
export class TraceRaces {
  readonly #groups = new Map<string, TraceRace>();
  readonly #monitor = new RaceMonitor(
    8,
    [],
    (first, second, address) => this.#note(first, second, address),
    mostCounted,
  );
  #threads = 8;

  observe(event: Event): void {
    const most = Math.max(event.thread, event.other ?? 0) + 1;
    if (most > this.#threads) {
      while (most > this.#threads) this.#threads *= 2;
      this.#monitor.grow(this.#threads);
    }
    this.#monitor.observe(event);
  }

  /** The cell now belongs to a new block of memory: earlier accesses do not race with later ones. */
  renew = (address: Address): void => this.#monitor.renew(address);

  found = (): readonly TraceRace[] => [...this.#groups.values()];

  #note(a: EventAt, b: EventAt, address: Address): void {
    const key = [a, b].map(place).sort().join(' ');
    const known = this.#groups.get(key);
    this.#groups.set(key, {
      events: known?.events ?? [a, b],
      address: known?.address ?? address,
      count: (known?.count ?? 0) + 1,
    });
  }
}

const place = ({ thread, index, kind, at }: EventAt): string =>
  at === undefined ? `${thread}.${index}` : `${kind} ${at.file ?? ''}:${at.line}:${at.column}`;
