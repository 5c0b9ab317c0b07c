// Two accounts of an execution agree for any numbering of events, and differ as soon as one says anything else.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Execution, initialWrite } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { finalRegister, program } from '../../src/program/builder.js';
import { unlikeness } from '../../src/verdict/sameExecution.js';

const p = program('exchange');
const [x, y] = [p.location('x'), p.location('y')];
p.thread((t) => {
  t.store(x, 1).xchg(y, 2, 'r');
  t.load(x, 's');
});
p.thread((t) => {
  t.store(x, 2).xchg(y, 3, 'r');
  t.load(y, 's');
});
p.observe(...[0, 1].flatMap((t) => [finalRegister(t, 'r'), finalRegister(t, 's')]));
const executions: Execution[] = [];
explore(p.build(), { model: 'pso', onOutcome: (_, witness) => void executions.push(witness().execution) });

const execution = fc.constantFrom(...executions);

/** The same with other numbers. */
function renumbered({ events, rf, co, ...rest }: Execution, order: readonly number[]): Execution {
  const renamed = (id: number): number => (id === initialWrite ? id : order.indexOf(id));
  return {
    ...rest,
    events: order.map((old, id) => ({ ...events[old], id })),
    rf: order.map((old) => rf[old].map(renamed)),
    co: new Map([...co].toReversed().map(([address, writers]) => [address, writers.map(renamed)])),
  };
}

const anyOrder = execution.chain((e) =>
  fc.tuple(
    fc.constant(e),
    fc.shuffledSubarray([...e.events.keys()], { minLength: e.events.length, maxLength: e.events.length }),
  ),
);

/** One change each, at event `at`. */
const changes: readonly ((e: Execution, at: number) => Partial<Execution>)[] = [
  ({ events }, at) => ({ events: events.filter((_, i) => i !== at) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], kind: 'F' }) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], other: 1 }) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], choice: 1 }) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], order: 'relaxed' }) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], failed: true }) }),
  ({ events }, at) => ({ events: events.with(at, { ...events[at], acquireFence: true }) }),
  ({ events }, at) => ({
    events: events.with(at, { ...events[at], reads: [...events[at].reads, { address: 7, value: 7 }] }),
  }),
  ({ events }, at) => ({
    events: events.with(at, { ...events[at], writes: [{ address: 7, value: 7, order: 'relaxed' }] }),
  }),
  ({ co }, at) => ({ co: new Map([...co].map(([a, w], i) => [a, i === at % co.size ? w.toReversed() : w])) }),
  ({ co }, at) => ({ co: new Map([...co].filter((_, i) => i !== at % co.size)) }),
  ({ outcome = [] }) => ({ outcome: [...outcome, 1] }),
  ({ outcome = [] }) => ({ outcome: outcome.map((value) => Number(value) + 1) }),
  () => ({ blocked: new Map([[0, 'lock']]) }),
  () => ({ findings: [{ kind: 'assertion', thread: 0, message: 'm' }] }),
];

describe('accounts of an execution', () => {
  it('are alike whatever numbers and order the events have', () => {
    fc.assert(
      fc.property(anyOrder, ([e, order]) => {
        expect(unlikeness(e, renumbered(e, order), true)).toBeUndefined();
      }),
    );
  });

  it('are unlike after any change', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat({ max: 5 }), fc.constantFrom(...changes), ([e, order], at, change) => {
        const changed = { ...e, ...change(e, at) };
        expect(unlikeness(changed, renumbered(e, order), true)).toBeDefined();
        expect(unlikeness(renumbered(e, order), changed, true)).toBeDefined();
      }),
    );
  });

  it('are unlike if a read has another source', () => {
    fc.assert(
      fc.property(anyOrder, fc.nat({ max: 5 }), ([e, order], at) => {
        const rf = e.rf.map((sources, id) =>
          id === at ? sources.map((s) => (s === initialWrite ? id : initialWrite)) : sources,
        );
        const isRead = e.rf[at].length > 0;
        expect(unlikeness({ ...e, rf }, renumbered(e, order), true) !== undefined).toBe(isRead);
      }),
    );
  });

  it('may end differently if their ends are not looked at', () => {
    const [e] = executions;
    const stopped: Execution = { ...e, blocked: new Map([[0, 'lock']]), outcome: [9] };
    expect(unlikeness(e, stopped, false)).toBeUndefined();
  });
});
