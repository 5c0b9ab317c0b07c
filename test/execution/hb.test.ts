import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeGraph } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import type { Event } from '../../src/execution/event.js';
import { type Execution, initialWrite } from '../../src/execution/execution.js';
import { hbCycle, isSequentiallyConsistent } from '../../src/execution/hb.js';
import { programOrder } from '../../src/execution/programOrder.js';
import { candidates } from '../cat/candidates.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

const [x, y] = [100, 102];

/** Events in the order given; threads count their own. */
function execution(
  events: readonly (Pick<Event, 'thread' | 'kind'> & Partial<Event>)[],
  rf: Record<number, readonly number[]>,
  co: Record<number, readonly number[]>,
): Execution {
  const lengths = new Map<number, number>();
  return {
    events: events.map((event, id) => {
      const index = lengths.get(event.thread) ?? 0;
      lengths.set(event.thread, index + 1);
      return { reads: [], writes: [], ...event, id, index };
    }),
    rf: events.map((_, id) => rf[id] ?? []),
    co: new Map(Object.entries(co).map(([address, ids]) => [Number(address), ids])),
    blocked: new Map(),
    findings: [],
  };
}
const W = (thread: number, address: number) => ({
  thread,
  kind: 'W' as const,
  writes: [{ address, value: 1 }],
});
const R = (thread: number, address: number) => ({
  thread,
  kind: 'R' as const,
  reads: [{ address, value: 0 }],
});

describe('hbCycle', () => {
  test('store buffering', () => {
    const sb = execution(
      [W(0, x), R(0, y), W(1, y), R(1, x)],
      { 1: [initialWrite], 3: [initialWrite] },
      { [x]: [0], [y]: [2] },
    );
    expect(hbCycle(sb)).toEqual([
      { from: 0, to: 1, relation: 'po' },
      { from: 1, to: 2, relation: 'fr' },
      { from: 2, to: 3, relation: 'po' },
      { from: 3, to: 0, relation: 'fr' },
    ]);
    expect(isSequentiallyConsistent(sb)).toBe(false);
  });

  test('no cycle when one load sees the other store', () => {
    const sc = execution(
      [W(0, x), R(0, y), W(1, y), R(1, x)],
      { 1: [2], 3: [initialWrite] },
      { [x]: [0], [y]: [2] },
    );
    expect(hbCycle(sc)).toBeUndefined();
  });

  test('po passes over the events between', () => {
    const long = execution(
      [W(0, x), { thread: 0, kind: 'choice' }, R(0, x), R(0, y), W(1, y), { thread: 1, kind: 'S' }, R(1, x)],
      { 2: [0], 3: [initialWrite], 6: [initialWrite] },
      { [x]: [0], [y]: [4] },
    );
    expect(hbCycle(long)?.map(({ from, to, relation }) => `${from}${relation}${to}`)).toEqual([
      '0po3',
      '3fr4',
      '4po6',
      '6fr0',
    ]);
  });

  test('an atomic that skips a write', () => {
    const skipping = execution(
      [
        W(0, x),
        { thread: 1, kind: 'U', reads: [{ address: x, value: 0 }], writes: [{ address: x, value: 1 }] },
      ],
      { 1: [initialWrite] },
      { [x]: [0, 1] },
    );
    expect(hbCycle(skipping)?.map(({ relation }) => relation)).toEqual(['co', 'fr']);
  });
});

test('a spawn is before its thread, a join after it, even if it does nothing', () => {
  const { events, ...rest } = execution(
    [
      W(0, x),
      { thread: 0, kind: 'spawn', other: 2 },
      { thread: 0, kind: 'spawn', other: 1 },
      W(1, x),
      { thread: 3, kind: 'join', other: 2 },
      { thread: 3, kind: 'join', other: 1 },
    ],
    {},
    { [x]: [0, 3] },
  );
  const po = programOrder({ events, ...rest });
  const after = (id: number) => events.map((e) => e.id).filter((to) => ((po[id] >>> to) & 1) === 1);
  expect(events.map(({ id }) => after(id))).toEqual([[1, 2, 3, 4, 5], [2, 3, 4, 5], [3, 5], [5], [5], []]);
});

/** The length of a shortest cycle, by trying all sequences of pairs of the four relations. */
function girth({ events, rf, co }: Execution, po: Uint32Array): number {
  const before = new Set<string>();
  for (const a of events)
    for (const b of events) if (((po[a.id] >>> b.id) & 1) === 1) before.add(`${a.id} ${b.id}`);
  for (const { id, reads } of events)
    reads.forEach(({ address }, k) => {
      const source = rf[id][k];
      before.add(`${source} ${id}`);
      const writers = co.get(address) ?? [];
      writers.slice(writers.indexOf(source) + 1).forEach((w) => {
        if (w !== id) before.add(`${id} ${w}`);
      });
    });
  for (const writers of co.values())
    writers.forEach((w, i) => {
      for (const later of writers.slice(i + 1)) before.add(`${w} ${later}`);
    });
  let reach = events.map((a) => events.map((b) => before.has(`${a.id} ${b.id}`)));
  for (let length = 1; length <= events.length; length++) {
    if (reach.some((row, i) => row[i])) return length;
    reach = reach.map((row) =>
      events.map((b) => events.some((via) => row[via.id] && before.has(`${via.id} ${b.id}`))),
    );
  }
  return Number.POSITIVE_INFINITY;
}

test('hbCycle is a shortest cycle, and there is none iff the execution is SC', () => {
  const sc = loadModel('sc');
  fc.assert(
    fc.property(arbitraryProgram({ size: 6 }), (program) => {
      for (const { execution } of candidates(program).slice(0, 200)) {
        const allowed = judgeGraph(sc, execution).allowed;
        expect(isSequentiallyConsistent(execution)).toBe(allowed);
        const cycle = hbCycle(execution);
        expect(cycle?.length ?? Number.POSITIVE_INFINITY).toBe(girth(execution, programOrder(execution)));
        cycle?.forEach(({ to }, i) => {
          expect(to).toBe(cycle[(i + 1) % cycle.length].from);
        });
      }
    }),
    { numRuns: 40, seed: 1 },
  );
});
