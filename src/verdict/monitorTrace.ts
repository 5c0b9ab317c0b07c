// The monitors' reports on one recorded execution. If the log is one of SC, a report shows that the program is not
// robust. Silence says nothing about other executions.

import type { Event } from '../execution/event.js';
import {
  type Monitor,
  type MonitorName,
  monitorEvents,
  monitoredModel,
  type Violation,
} from '../explicit/monitors/index.js';
import { pairKey } from '../explicit/monitors/monitorProgram.js';
import { isStreamMonitor, StreamWatch } from '../explicit/monitors/streaming/index.js';
import type { Address, ThreadId } from '../program/identity.js';
import type { Integer } from '../program/integer.js';

export interface TraceViolation {
  readonly model: 'tso' | 'pso';
  /** The first of its kind. */
  readonly violation: Violation;
  /** How often the pair of operations was reported, at most by one monitor. */
  readonly count: number;
  readonly counts: ReadonlyMap<MonitorName, number>;
  /** The monitors that reported it. */
  readonly monitors: readonly MonitorName[];
}

export interface TraceVerdict {
  readonly events: number;
  readonly monitors: readonly MonitorName[];
  readonly violations: readonly TraceViolation[];
}

/**
 * The monitors of PSO, which another thread may ask about the same trace: no violation is theirs and one of the others'. None if a
 * published monitor is among them, whose violations come after all others.
 */
export const monitorsApart = (names: readonly MonitorName[]): readonly MonitorName[] =>
  names.every(isStreamMonitor) ? names.filter((name) => monitoredModel[name] === 'pso') : [];

/**
 * Works event by event: memory grows with the threads and cells, not with the trace. The published monitors need all
 * of it.
 */
export class TraceMonitoring {
  readonly #names: readonly MonitorName[];
  readonly #initial: (address: Address) => Integer;
  readonly #watch: StreamWatch;
  /** The events that the published monitors see at the end. */
  readonly #published: readonly MonitorName[];
  readonly #kept: Event[] = [];
  #threads = 0;
  readonly #groups = new Map<string, TraceViolation>();
  #events = 0;

  constructor(names: readonly MonitorName[], initial: (address: Address) => Integer) {
    this.#names = names;
    this.#initial = initial;
    this.#watch = new StreamWatch({ monitors: names.filter(isStreamMonitor), initial });
    this.#published = names.filter((name) => !isStreamMonitor(name));
  }

  observe(event: Event): void {
    this.#events++;
    this.#watch.observe(event);
    for (const monitor of this.#watch.monitors) this.#take(monitor);
    if (this.#published.length === 0) return;
    this.#kept.push(event);
    this.#threads = Math.max(this.#threads, event.thread + 1, (event.other ?? 0) + 1);
  }

  /** The cell is part of a new block of memory. */
  renew = (address: Address): void => this.#watch.renew(address);

  /** The thread does nothing more. */
  end = (thread: ThreadId): void => this.#watch.end(thread);

  verdict(): TraceVerdict {
    const settings = { monitors: this.#published, threads: this.#threads, initial: this.#initial };
    for (const monitor of monitorEvents(this.#kept.splice(0), settings)) this.#take(monitor);
    return { events: this.#events, monitors: this.#names, violations: [...this.#groups.values()] };
  }

  #take({ name, violations }: Pick<Monitor, 'name' | 'violations'>): void {
    if (violations.length === 0) return;
    for (const violation of violations) this.#note(name, violation);
    violations.length = 0;
  }

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
