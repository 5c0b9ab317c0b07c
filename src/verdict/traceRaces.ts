// The data races of one recorded execution. They are of this execution; its silence says nothing about others.

import type { Event } from '../execution/event.js';
import { RaceMonitor } from '../explicit/monitors/races/raceMonitor.js';

export interface TraceRace {
  /** In the order of the log. */
  readonly events: readonly [Event, Event];
  readonly address: number;
  /** How often the two places raced. */
  readonly count: number;
}

export function racesOfTrace(events: Iterable<Event>, threads: number): readonly TraceRace[] {
  const monitor = new RaceMonitor(threads);
  const seen = new Map<string, Event>();
  const groups = new Map<string, TraceRace>();
  const nameOf = ({ thread, index }: { thread: number; index: number }): string => `${thread}.${index}`;
  for (const event of events) {
    monitor.observe(event);
    seen.set(nameOf(event), event);
    for (const { sides, address } of monitor.races) {
      const [a, b] = sides.map((side) => seen.get(nameOf(side)) ?? event);
      const pair: [Event, Event] = a.id < b.id ? [a, b] : [b, a];
      const key = pair.map(place).sort().join(' ');
      const known = groups.get(key);
      groups.set(key, {
        events: known?.events ?? pair,
        address: known?.address ?? address,
        count: (known?.count ?? 0) + 1,
      });
    }
    monitor.races.length = 0;
  }
  return [...groups.values()];
}

const place = ({ thread, index, kind, at }: Event): string =>
  at === undefined ? `${thread}.${index}` : `${kind} ${at.file ?? ''}:${at.line}:${at.column}`;
