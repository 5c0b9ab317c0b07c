// The streaming monitors report of every event the same as those that keep the whole execution, for every forgotten
// past.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event, EventKind } from '../../../src/execution/event.js';
import { type Monitor, MonitorWatch } from '../../../src/explicit/monitors/index.js';
import { StreamWatch } from '../../../src/explicit/monitors/streaming/index.js';
import type { StreamMonitor } from '../../../src/explicit/monitors/streaming/streamMonitor.js';
import { Random } from '../../../src/support/prng.js';

const monitors = ['sober', 'bss-tso', 'bss-pso'] as const;

const kinds: readonly (readonly [number, EventKind])[] = [
  [30, 'R'],
  [30, 'W'],
  [4, 'U'],
  [3, 'F'],
  [3, 'S'],
  [2, 'A'],
  [3, 'lock'],
  [3, 'unlock'],
  [1, 'free'],
  [1, 'spawn'],
  [1, 'join'],
];

/** A random log: half of the threads are there from the start, the others are spawned; some are joined. */
function* randomLog(seed: number, length: number, late: boolean): Generator<Event> {
  const random = new Random(seed);
  const threads = random.int(2, 12);
  const cells = random.int(1, 6);
  const counts = new Array<number>(threads).fill(0);
  const held = new Map<number, number>();
  let live = Array.from({ length: Math.ceil(threads / 2) }, (_, t) => t);
  let unborn = Array.from({ length: threads - live.length }, (_, t) => t + live.length);
  const emit = (
    thread: number,
    kind: EventKind,
    id: number,
    more: Partial<Pick<Event, 'reads' | 'writes' | 'other'>>,
  ): Event => {
    for (const { address, value } of more.writes ?? []) held.set(address, Number(value));
    return { id, thread, index: counts[thread]++, kind, reads: [], writes: [], ...more };
  };
  let id = 0;
  const apart = seed % 2 === 0 ? 1 : 0x1_0000_0000;
  if (!late) {
    for (const thread of live) yield emit(thread, 'F', id++, {});
    // Locks look further back: their past is kept from the first one on.
    for (let cell = 0; cell < cells; cell++)
      for (const [kind, from, to] of [
        ['lock', 0, 1],
        ['unlock', 1, 0],
      ] as const) {
        const address = cell * apart;
        yield emit(0, kind, id++, {
          reads: [{ address, value: from }],
          writes: [{ address, value: to }],
        });
      }
  }
  while (id < length) {
    const thread = random.pick(live);
    const kind = random.weighted(kinds);
    const address = random.int(0, cells - 1) * apart;
    const found = { address, value: held.get(address) ?? 0 };
    const put = { address, value: random.int(0, 2) };
    const others = live.filter((other) => other !== thread);
    switch (kind) {
      case 'R':
        yield emit(thread, kind, id++, { reads: [found] });
        break;
      case 'W':
        yield emit(thread, kind, id++, { writes: [put] });
        break;
      case 'lock':
        if (found.value === 0)
          yield emit(thread, kind, id++, { reads: [found], writes: [{ address, value: 1 }] });
        break;
      case 'unlock':
        yield emit(thread, kind, id++, { reads: [found], writes: [{ address, value: 0 }] });
        break;
      case 'U':
        yield emit(thread, kind, id++, { reads: [found], writes: [put] });
        break;
      case 'A': {
        const other = { address: address + 1, value: held.get(address + 1) ?? 0 };
        yield emit(thread, kind, id++, { reads: [found, other], writes: random.chance(0.5) ? [put] : [] });
        break;
      }
      case 'free':
        yield emit(thread, kind, id++, { writes: [put, { address: address + 1, value: 0 }] });
        break;
      case 'spawn': {
        const [other] = unborn;
        if (other === undefined) break;
        unborn = unborn.slice(1);
        yield emit(thread, kind, id++, { other });
        live.push(other);
        break;
      }
      case 'join': {
        if (others.length < 2) break;
        const other = random.pick(others);
        live = live.filter((one) => one !== other);
        yield emit(thread, kind, id++, { other });
        break;
      }
      default:
        yield emit(thread, kind, id++, {});
    }
  }
}

/** The reports on each event, emptied. */
const taken = (all: readonly (Monitor | StreamMonitor)[]): string[] =>
  all.flatMap(({ name, violations }) =>
    violations
      .splice(0)
      .map(
        ({ event, overtaken, address, ifSameCells, past }) =>
          `${name} ${event.id} ${overtaken.id} ${address} ${ifSameCells} ${[...past].join().replace(/(,0)*$/, '')}`,
      ),
  );

describe('monitors for streams', () => {
  it('say of every event what the others say', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 40 }), (seed, pruneEvery) => {
        const stream = new StreamWatch({ monitors, pruneEvery, window: 1e9 });
        const reference = new MonitorWatch({ monitors, threads: 12 });
        const said: string[] = [];
        const known: string[] = [];
        for (const event of randomLog(seed, 250, false)) {
          stream.observe(event);
          reference.observe(event);
          said.push(...taken(stream.monitors));
          known.push(...taken(reference.monitors));
        }
        expect(said).toEqual(known);
      }),
      { numRuns: 40 },
    );
  });

  it('say nothing else when threads appear from nowhere or sleep for longer than is waited for', () => {
    let missed = 0;
    let told = 0;
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 20 }), (seed, window) => {
        const stream = new StreamWatch({ monitors, pruneEvery: 3, window });
        const reference = new MonitorWatch({ monitors, threads: 12 });
        const said: string[] = [];
        const known = new Set<string>();
        for (const event of randomLog(seed, 200, true)) {
          stream.observe(event);
          reference.observe(event);
          said.push(...taken(stream.monitors));
          for (const one of taken(reference.monitors)) known.add(one);
        }
        expect(said.filter((one) => !known.has(one))).toEqual([]);
        missed += known.size - said.length;
        told += said.length;
      }),
      { numRuns: 40 },
    );
    expect(told).toBeGreaterThan(missed);
  });

  it('keep no more of a long log than of a short one', () => {
    const kept = (length: number): number => {
      const stream = new StreamWatch({ monitors, pruneEvery: 100 });
      let id = 0;
      for (let round = 0; id < length; round++)
        for (const thread of [0, 1, 2]) {
          const access = [{ address: (round + thread) % 5, value: round }];
          const found = [{ address: (round + thread + 1) % 5, value: round }];
          const index = 2 * round;
          stream.observe({ id: id++, thread, index, kind: 'W', reads: [], writes: access });
          stream.observe({ id: id++, thread, index: index + 1, kind: 'R', reads: found, writes: [] });
          for (const { violations } of stream.monitors) violations.length = 0;
        }
      return stream.monitors.reduce((sum, monitor) => sum + monitor.prune(1000), 0);
    };
    expect(kept(20_000)).toBeLessThanOrEqual(kept(2_000) + 10);
  });
});
