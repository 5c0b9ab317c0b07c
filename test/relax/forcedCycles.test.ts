// Which predicted cycles a run has: pairs that were taken apart are found however many stores wait with them.

import { expect, it } from 'vitest';
import type { Event } from '../../src/execution/event.js';
import { initialWrite } from '../../src/execution/execution.js';
import { findInstance } from '../../src/relax/confirm.js';
import { cyclesIn } from '../../src/relax/forcedCycles.js';

/** Thread, kind, cell, and when it took effect; loads read initial values. Its label is its number. */
type Access = readonly [thread: number, kind: 'R' | 'W', address: number, effect: number];

function runOf(accesses: readonly Access[]) {
  const counts = new Map<number, number>();
  const events = accesses.map(([thread, kind, address], id): Event => {
    const index = counts.get(thread) ?? 0;
    counts.set(thread, index + 1);
    const touched = [{ address, value: 0 }];
    const [reads, writes] = kind === 'R' ? [touched, []] : [[], touched];
    return { id, thread, index, kind, reads, writes };
  });
  const co = new Map<number, number[]>();
  for (const id of events.map(({ id }) => id).sort((a, b) => accesses[a][3] - accesses[b][3])) {
    const [, kind, address] = accesses[id];
    if (kind === 'W') co.set(address, [...(co.get(address) ?? []), id]);
  }
  return {
    execution: { events, rf: events.map(({ kind }) => (kind === 'R' ? [initialWrite] : [])), co },
    labels: events.map(({ id }) => id),
    effects: accesses.map(([, , , effect]) => effect),
  };
}

it('a load that overtakes several stores overtakes the first of them, too', () => {
  const run = runOf([
    [0, 'W', 0, 10],
    [0, 'W', 2, 12],
    [0, 'R', 1, 3],
    [1, 'W', 1, 4],
    [1, 'R', 0, 5],
  ]);
  const cycle = [0, 2, 3, 4];
  expect(findInstance(run, cycle)).toEqual(cycle);
  expect(cyclesIn(run, [{ cycle }])).toHaveLength(1);
});

it('nothing is overtaken that is in memory', () => {
  const run = runOf([
    [0, 'W', 0, 1],
    [0, 'W', 2, 12],
    [0, 'R', 1, 3],
    [1, 'W', 1, 4],
    [1, 'R', 0, 5],
  ]);
  expect(cyclesIn(run, [{ cycle: [0, 2, 3, 4] }])).toHaveLength(0);
});
