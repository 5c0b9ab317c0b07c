// The data races of one recorded execution. They are of this execution; its silence says nothing about others.

import type { Event, EventAt } from '../execution/event.js';
import { RaceMonitor } from '../explicit/monitors/races/raceMonitor.js';
import type { Address } from '../program/identity.js';

export interface TraceRace {
  /** In the order of the log. */
  readonly events: readonly [EventAt, EventAt];
  readonly address: Address;
  /** How often the two places raced. */
  readonly count: number;
}

/** Cells of a trace are numbers from 0 on; more of them do not lie in an array. */
const mostCounted = 1 << 22;

/** Works event by event: memory grows with the threads, cells and program places, not with the trace. */
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

  /** The cell is part of a new block of memory. */
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
