// Part of the table `monitors`: the monitors for streams on logs that are made as they are read, so that what is kept is theirs.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Event, EventKind } from '#diptych/execution/event.js';
import { StreamWatch } from '#diptych/explicit/monitors/streaming/index.js';
import { Random } from '#diptych/support/prng.js';
import { cpuSeconds } from '../run/measure.js';
import type { Cells, Scale, Section } from '../table.js';

const subjects = [['bss-tso'], ['bss-pso'], ['sober'], ['sober', 'bss-tso', 'bss-pso']] as const;
const threads = 8;
const cells = 64;
const none: Event['reads'] = [];
const accesses = Array.from({ length: cells }, (_, address) => [{ address, value: 0 }]);
const places = Array.from({ length: 20 * threads }, (_, i) => ({
  line: 1 + (i % 20),
  column: 1 + (i % threads),
}));

/** Calls `visit` on the events of a random log: half loads, 40 % stores, atomics and fences. */
function randomStream(length: number, visit: (event: Event) => void): void {
  const random = new Random(length);
  const count = new Array<number>(threads).fill(0);
  for (let id = 0; id < length; id++) {
    const thread = random.int(0, threads - 1);
    const access = accesses[random.int(0, cells - 1)];
    const chance = random.int(0, 19);
    const kind: EventKind = chance < 10 ? 'R' : chance < 18 ? 'W' : chance < 19 ? 'U' : 'F';
    visit({
      id,
      thread,
      index: count[thread]++,
      kind,
      reads: kind === 'R' || kind === 'U' ? access : none,
      writes: kind === 'W' || kind === 'U' ? access : none,
      at: places[id % places.length],
    });
  }
}

/** Memory in use, in MB, without what could be collected. */
function used(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

function measure(monitors: (typeof subjects)[number], length: number): Cells {
  const key = `length${length}`;
  randomStream(200_000, () => {});
  const start = cpuSeconds();
  randomStream(length, () => {});
  const making = cpuSeconds() - start;
  const before = used();
  const watch = new StreamWatch({ monitors });
  let found = 0;
  const begin = cpuSeconds();
  randomStream(length, (event) => {
    watch.observe(event);
    for (const { violations } of watch.monitors) {
      found += violations.length;
      violations.length = 0;
    }
  });
  const seconds = cpuSeconds() - begin - making;
  const kept = Math.max(0, used() - before);
  // The watch must still be there when memory is counted.
  return { [key]: Math.round(length / seconds), [`${key}Kept`]: kept, found, watched: watch.monitors.length };
}

export function streamSection(scale: Scale): Section {
  const lengths = scale === 'quick' ? [100_000] : [100_000, 1_000_000, 10_000_000];
  return {
    name: 'streams',
    title: 'Logs of any length',
    about: [
      'The monitors for streams (`diptych monitor`, `diptych record`) with 8 threads over 64 cells: events per second of CPU time, happens-before clocks included and the making of the events left out, and what is kept in memory when the last event has been read.',
    ],
    columns: [
      { key: 'monitor', head: 'monitors', unit: 'text' },
      ...lengths.flatMap((length) => [
        {
          key: `length${length}`,
          head: `${length.toLocaleString('en')} events: events/s`,
          unit: 'count' as const,
        },
        { key: `length${length}Kept`, head: 'kept, MB', unit: 'MB' as const },
      ]),
    ],
    rows: subjects.map((monitors) => ({
      id: `streams ${monitors.join()}`,
      cells: { monitor: monitors.join(', ') },
      parts: lengths.map((length) => ({
        name: `length ${length}`,
        time: `length${length}`,
        limitSeconds: 120,
        measure: () => measure(monitors, length),
      })),
    })),
  };
}
