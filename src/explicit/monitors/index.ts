// The monitors by name, and how one SC execution is put before them.

import type { Event } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { BssPso } from './bssPso.js';
import { BssPsoPublished } from './bssPsoPublished.js';
import { BssTso } from './bssTso.js';
import { BssTsoPublished } from './bssTsoPublished.js';
import { HbClock } from './clocks/hbClock.js';
import type { Monitor, MonitorName, WeakModel } from './monitor.js';
import { Sober } from './sober.js';

export { type Monitor, type MonitorName, monitorNames, type Violation, type WeakModel } from './monitor.js';

/** The model each monitor is about. */
export const monitoredModel: Readonly<Record<MonitorName, WeakModel>> = {
  'sober-published': 'tso',
  sober: 'tso',
  'bss-tso-published': 'tso',
  'bss-pso-published': 'pso',
  'bss-tso': 'tso',
  'bss-pso': 'pso',
};

/** Those that find a violation on one interleaving per trace, if the program has any. */
export const completeMonitors: readonly MonitorName[] = ['sober', 'bss-tso', 'bss-pso'];

function createMonitor(name: MonitorName, threads: number, initial: (address: Address) => Integer): Monitor {
  switch (name) {
    case 'sober':
    case 'sober-published':
      return new Sober(name, threads, initial);
    case 'bss-tso-published':
      return new BssTsoPublished(threads, initial);
    case 'bss-pso-published':
      return new BssPsoPublished(threads, initial);
    case 'bss-tso':
      return new BssTso(threads, initial);
    case 'bss-pso':
      return new BssPso(threads, initial);
  }
}

interface MonitorSettings {
  readonly monitors: readonly MonitorName[];
  /** How many threads there are. */
  readonly threads: number;
  /** The initial value of a cell; 0 if absent. */
  readonly initial?: (address: Address) => Integer;
}

/** Monitors that watch one SC execution, event by event. */
export class MonitorWatch {
  readonly monitors: readonly Monitor[];
  readonly #clock: HbClock;

  constructor({ monitors, threads, initial = () => 0 }: MonitorSettings) {
    this.#clock = new HbClock(threads);
    this.monitors = monitors.map((name) => createMonitor(name, threads, initial));
  }

  observe(event: Event): void {
    for (const monitor of this.monitors) monitor.observe(event, this.#clock);
    this.#clock.advance(event);
  }
}

/** Runs monitors on the events of an SC execution, in the order they happened. */
export function monitorEvents(events: Iterable<Event>, settings: MonitorSettings): readonly Monitor[] {
  const watch = new MonitorWatch(settings);
  for (const event of events) watch.observe(event);
  return watch.monitors;
}
