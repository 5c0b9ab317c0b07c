// From an execution to a schedule, without a solver: the orders that each machine enforces.

import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../../src/execution/event.js';
import type { ModelName } from '../../../src/execution/execution.js';
import type { Concrete, ConcreteEvent } from '../../../src/symbolic/witness/concrete.js';
import { scheduleOf } from '../../../src/symbolic/witness/schedule.js';

const [x, y] = [100, 200];

const event = (thread: number, kind: EventKind, part: Partial<ConcreteEvent> = {}): ConcreteEvent => ({
  thread,
  kind,
  reads: [],
  writes: [],
  ...part,
});
const store = (thread: number, address: number, value = 1): ConcreteEvent =>
  event(thread, 'W', { writes: [{ address, value }] });
const load = (thread: number, address: number, source?: number): ConcreteEvent =>
  event(thread, 'R', { reads: [{ address, value: source === undefined ? 0 : 1, source, ghost: false }] });

function concrete(events: readonly ConcreteEvent[], co: readonly (readonly [number, number[]])[]): Concrete {
  const threads = [...new Set(events.map(({ thread }) => thread))];
  return {
    events,
    co: new Map(co),
    stops: [],
    allocs: [],
    eventOf: () => undefined,
    ended: threads.map(() => true),
    started: threads.map(() => true),
    value: () => 0,
  };
}

/** `0` for a step of thread 0, `0!x` for the commit of its store to x. */
const steps = (given: Concrete, model: ModelName): string[] =>
  scheduleOf(given, model).map((step) =>
    step.kind === 'execute' ? `${step.thread}` : `${step.thread}!${step.address === x ? 'x' : 'y'}`,
  );

describe('a schedule', () => {
  it('lets both loads of SB come before both commits', () => {
    const sb = concrete(
      [store(0, x), load(0, y), store(1, y), load(1, x)],
      [
        [x, [0]],
        [y, [2]],
      ],
    );
    const order = steps(sb, 'tso');
    expect([...order].sort()).toEqual(['0', '0', '0!x', '1', '1', '1!y']);
    expect(order.lastIndexOf('0')).toBeLessThan(order.indexOf('1!y'));
    expect(order.lastIndexOf('1')).toBeLessThan(order.indexOf('0!x'));
    // Without buffers there is no such schedule, and the engine says so.
    expect(() => steps(sb, 'sc')).toThrow('bug in diptych');
  });

  it('commits in program order under TSO and in any order to different cells under PSO', () => {
    // y is seen written and x not.
    const mp = concrete(
      [store(0, x), store(0, y), load(1, y, 1), load(1, x)],
      [
        [x, [0]],
        [y, [1]],
      ],
    );
    expect(steps(mp, 'pso').filter((step) => step.includes('!'))).toEqual(['0!y', '0!x']);
    expect(() => steps(mp, 'tso')).toThrow('bug in diptych');
  });

  it.each<[EventKind, boolean]>([
    ['S', false],
    ['F', false],
    ['R', true],
  ])('after %s between the stores PSO may still turn them around: %s', (kind, may) => {
    const between = kind === 'R' ? load(0, y) : event(0, kind);
    const mp = concrete(
      [store(0, x), between, store(0, y), load(1, y, 2), load(1, x)],
      [
        [x, [0]],
        [y, [2]],
      ],
    );
    const run = (): string[] => steps(mp, 'pso');
    if (may) expect(run().indexOf('0!y')).toBeLessThan(run().indexOf('0!x'));
    else expect(run).toThrow('bug in diptych');
  });

  it('reads from another thread after the commit, from its own before or after', () => {
    const own = concrete([store(0, x), load(0, x, 0)], [[x, [0]]]);
    expect(steps(own, 'tso')).toEqual(['0', '0', '0!x']);
    const other = concrete([store(0, x), load(1, x, 0)], [[x, [0]]]);
    expect(steps(other, 'tso')).toEqual(['0', '0!x', '1']);
  });

  it('keeps the coherence order', () => {
    const order = (co: number[]): string[] =>
      steps(concrete([store(0, x, 1), store(1, x, 2)], [[x, co]]), 'tso');
    expect(order([1, 0]).filter((step) => step.includes('!'))).toEqual(['1!x', '0!x']);
    expect(order([0, 1]).filter((step) => step.includes('!'))).toEqual(['0!x', '1!x']);
  });

  it('joins a thread after all it did', () => {
    const joined = concrete(
      [event(0, 'spawn', { other: 1 }), event(0, 'join', { other: 1 }), store(1, x)],
      [[x, [2]]],
    );
    expect(steps(joined, 'tso')).toEqual(['0', '1', '1!x', '0']);
  });
});
