// What monitors say about one recorded execution. It is one of many: a report shows that the program is not robust, if the
// log is one of SC; silence shows nothing about other executions.

import type { Event } from '../execution/event.js';
import {
  type MonitorName,
  MonitorWatch,
  monitoredModel,
  type Violation,
} from '../explicit/monitors/index.js';
import { pairKey } from '../explicit/monitors/monitorProgram.js';
import type { Integer } from '../program/integer.js';

export interface TraceViolation {
  readonly model: 'tso' | 'pso';
  /** The first of its kind. */
  readonly violation: Violation;
  /** How often the pair of operations was reported, at most by one monitor. */
  readonly count: number;
  readonly counts: ReadonlyMap<MonitorName, number>;
  /** Who reported it. */
  readonly monitors: readonly MonitorName[];
}

export interface TraceVerdict {
  readonly events: number;
  readonly monitors: readonly MonitorName[];
  readonly violations: readonly TraceViolation[];
}

export interface TraceQuestion {
  readonly events: Iterable<Event>;
  readonly threads: number;
  readonly initial: (address: number) => Integer;
  readonly monitors: readonly MonitorName[];
}

export function askTrace({ events, threads, initial, monitors }: TraceQuestion): TraceVerdict {
  const monitoring = new TraceMonitoring(monitors, threads, initial);
  for (const event of events) monitoring.observe(event);
  return monitoring.verdict();
}

/** The same, event by event: what is kept grows with the pairs that are reported, not with the trace. */
export class TraceMonitoring {
  readonly #names: readonly MonitorName[];
  readonly #watch: MonitorWatch;
  readonly #groups = new Map<string, TraceViolation>();
  #events = 0;

  constructor(names: readonly MonitorName[], threads: number, initial: (address: number) => Integer) {
    this.#names = names;
    this.#watch = new MonitorWatch({ monitors: names, threads, initial });
  }

  observe(event: Event): void {
    this.#events++;
    this.#watch.observe(event);
    for (const monitor of this.#watch.monitors) {
      if (monitor.violations.length === 0) continue;
      for (const violation of monitor.violations) this.#note(monitor.name, violation);
      monitor.violations.length = 0;
    }
  }

  verdict = (): TraceVerdict => ({
    events: this.#events,
    monitors: this.#names,
    violations: [...this.#groups.values()],
  });

  #note(name: MonitorName, violation: Violation): void {
    const model = monitoredModel[name];
    const key = `${model} ${pairKey(violation)}`;
    const group = this.#groups.get(key);
    const counts = new Map(group?.counts).set(name, (group?.counts.get(name) ?? 0) + 1);
    this.#groups.set(key, {
      model,
      violation: group?.violation ?? violation,
      count: Math.max(...counts.values()),
      counts,
      monitors: this.#names.filter((known) => counts.has(known)),
    });
  }
}
