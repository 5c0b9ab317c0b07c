// What monitors say about one recorded execution. It is one of many: a report shows that the program is not robust, if the
// log is one of SC; silence shows nothing about other executions.

import type { Event } from '../execution/event.js';
import {
  type MonitorName,
  monitorEvents,
  monitoredModel,
  type Violation,
} from '../explicit/monitors/index.js';
import { pairKey } from '../explicit/monitors/monitorProgram.js';
import type { Integer } from '../program/integer.js';

export interface TraceViolation {
  readonly model: 'tso' | 'pso';
  /** The first of its kind. */
  readonly violation: Violation;
  /** How often the pair of operations was reported. */
  readonly count: number;
  /** Who reported it. */
  readonly monitors: readonly MonitorName[];
}

export interface TraceVerdict {
  readonly events: number;
  readonly monitors: readonly MonitorName[];
  readonly violations: readonly TraceViolation[];
}

export interface TraceQuestion {
  readonly events: readonly Event[];
  readonly threads: number;
  readonly initial: (address: number) => Integer;
  readonly monitors: readonly MonitorName[];
}

export function askTrace({ events, threads, initial, monitors }: TraceQuestion): TraceVerdict {
  const groups = new Map<string, TraceViolation>();
  for (const { name, violations } of monitorEvents(events, { monitors, threads, initial })) {
    const model = monitoredModel[name];
    const counts = new Map<string, { violation: Violation; count: number }>();
    for (const violation of violations) {
      const key = `${model} ${pairKey(violation)}`;
      const seen = counts.get(key);
      if (seen === undefined) counts.set(key, { violation, count: 1 });
      else seen.count++;
    }
    for (const [key, { violation, count }] of counts) {
      const group = groups.get(key);
      groups.set(key, {
        model,
        violation: group?.violation ?? violation,
        count: Math.max(group?.count ?? 0, count),
        monitors: [...(group?.monitors ?? []), name],
      });
    }
  }
  return { events: events.length, monitors, violations: [...groups.values()] };
}
