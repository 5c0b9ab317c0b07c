// Small programs under each model: their states, the executions that the search shows, and how often it meets a state again. counts.txt has
// the numbers, and that of ticks. Final states and findings are those that DPOR sees.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ModelName, outcomeKey } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { dporSearcher } from '../../../src/explicit/dpor/search.js';
import { maximalExecutions, visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { Searcher } from '../../../src/explicit/fast/searcher.js';
import type { FastState } from '../../../src/explicit/fast/state.js';
import { stateSearcher } from '../../../src/explicit/states/search.js';
import { everything } from '../../../src/generate/observe.js';
import { program, type ThreadBuilder } from '../../../src/program/builder.js';
import { addressOf, binary, constant, register } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';

type Fill = (t: ThreadBuilder) => unknown;
const [x, y, z, m, k, w] = ['x', 'y', 'z', 'm', 'k', 'w'].map(addressOf);
const own = (t: number) => addressOf(`own${t}`);
const plus =
  (cell: typeof x, value = 1): Fill =>
  (t) =>
    t.store(cell, binary('+', t.load(cell), constant(value)));
const locked =
  (lock: typeof x, ...body: Fill[]): Fill =>
  (t) => {
    t.lock(lock);
    for (const part of body) part(t);
    t.unlock(lock);
  };
const held =
  (self: number, ...body: Fill[]): Fill =>
  (t) => {
    t.add({ kind: 'lock', address: m, leaves: { op: '=', value: constant(self) } });
    for (const part of body) part(t);
    t.add({ kind: 'unlock', address: m, holder: constant(self) });
  };
const all =
  (...parts: Fill[]): Fill =>
  (t) =>
    parts.map((part) => part(t));
const awaits = (cell: typeof x, value: number): Statement => ({
  kind: 'load',
  target: 'a',
  address: cell,
  until: { test: '==', value: constant(value) },
});

/** Threads that are there from the start, and those that are started. */
const programs: Readonly<Record<string, readonly [first: readonly Fill[], later?: readonly Fill[]]>> = {
  'store buffering': [[(t) => t.store(x, 1).store(z, t.load(y)), (t) => t.store(y, 1).store(m, t.load(x))]],
  'store buffering with fences': [
    [(t) => t.store(x, 1).fence().store(z, t.load(y)), (t) => t.store(y, 1).fence().store(m, t.load(x))],
  ],
  'message passing': [
    [(t) => t.store(x, 1).storeFence().store(y, 1), (t) => t.store(z, binary('+', t.load(y), t.load(x)))],
  ],
  'two stores in a buffer': [[(t) => t.store(x, 1).store(y, 1).store(x, 2), (t) => [t.load(x), t.load(y)]]],
  'threads apart': [[plus(own(0)), plus(own(1)), plus(own(2))]],
  'threads apart, but for their ends': [
    [all(plus(own(0)), plus(x)), all(plus(own(1)), plus(x)), plus(own(2))],
  ],
  'a counter': [[plus(x), plus(x), plus(x)]],
  'a counter and a lock': [[locked(m, plus(x)), locked(m, plus(x)), locked(m, plus(x))]],
  'a lock within a lock': [[locked(m, locked(k, plus(x))), locked(m, locked(k, plus(x))), plus(y)]],
  'locks in two orders': [[locked(m, locked(k, plus(x))), locked(k, locked(m, plus(x)))]],
  'a lock beside the counter': [[locked(m, plus(x)), plus(x), locked(m, plus(x))]],
  'a lock that a store opens': [[locked(m, plus(x)), locked(m, plus(x)), (t) => t.store(m, 0)]],
  'a lock that a block opens': [
    [locked(m, plus(x)), locked(m, plus(x)), (t) => t.atomic((s) => void s.store(m, 0))],
  ],
  'a lock that another thread gives back': [
    [(t) => plus(x)(t.lock(m)), (t) => t.unlock(m), locked(m, plus(x))],
  ],
  'locks that name their holders': [[held(7, plus(x)), held(8, plus(x)), held(9, plus(y))]],
  'threads that are started': [
    [(t) => t.spawn(1).spawn(2).join(1).store(y, t.load(x)).join(2)],
    [plus(x), plus(x)],
  ],
  'threads that start threads': [
    [(t) => plus(x)(t.spawn(2)), plus(y)],
    [(t) => plus(x)(t.spawn(3)), all(plus(y), plus(x))],
  ],
  'threads that join before others begin': [
    [(t) => t.spawn(1).join(1).spawn(2).join(2).store(y, t.load(x))],
    [plus(x), plus(x)],
  ],
  'a thread that is started late': [
    [all(plus(x), (t) => t.spawn(2), plus(y)), plus(x)],
    [(t) => [t.fetch('+', x, 1), t.load(y)]],
  ],
  'threads that are started late, each by the one before': [
    [all(plus(x), (t) => t.spawn(2)), all(plus(z), plus(y))],
    [all(plus(y), (t) => t.spawn(3)), all((t) => t.fetch('+', z, 1), plus(x))],
  ],
  'a thread that joins another before it conflicts': [
    [(t) => t.store(x, 1), (t) => t.join(2).store(y, t.load(x)), (t) => t.store(z, 1), (t) => t.store(z, 2)],
  ],
  'a thread that joins the one it conflicts with': [[plus(x), (t) => plus(x)(t.join(0)), plus(z), plus(z)]],
  'a lock that its holder opens by a store': [
    [(t) => t.lock(m).store(x, 1).store(m, 0), (t) => t.lock(m).store(y, t.load(x)).unlock(m)],
  ],
  'a load that waits beside a store that waits': [
    [
      (t) => t.store(y, 1).add(awaits(x, 2)).store(z, t.load(k)),
      (t) => t.store(x, 2),
      (t) => [t.xchg(k, 1), t.store(w, t.load(y))],
    ],
  ],
  'a block that writes in some executions': [
    [
      (t) =>
        t.atomic((s) =>
          s.if(
            s.load(y),
            (b) => b.store(x, 1),
            (b) => void b.load(x),
          ),
        ),
      (t) => t.store(y, 1),
      (t) => t.store(z, t.load(x)),
    ],
  ],
  'a free beside a load of another cell': [
    [
      (t) => {
        t.alloc(2, 'p');
        t.store(x, 'p').free('p');
      },
      (t) => t.if(t.load(x, 'q'), (s) => s.store(y, s.load(binary('+', register('q'), constant(1))))),
    ],
  ],
  'choices before and between': [
    [(t) => plus(x, 1)(t.store(x, t.nondet(0, 2)).if(t.nondet(0, 1), (s) => s.store(y, 1))), plus(x)],
  ],
  'choices that are forgotten': [
    [(t) => [t.assign('r', t.nondet(0, 3)), t.assign('r', 0), t.store(x, t.load(y))], plus(y)],
  ],
  'a failed assertion': [
    [(t) => t.store(x, 1).assert(binary('==', t.load(y), constant(0))), (t) => t.store(y, 1)],
  ],
  'an assumption': [
    [(t) => t.assume(t.load(x)).store(y, 1), plus(x), (t) => t.assume(t.load(y)).store(x, 0)],
  ],
  'a waiting load': [[(t) => t.add(awaits(x, 2)).store(y, 1), plus(x), plus(x)]],
  'a load that waits for a store of its own': [
    [(t) => t.store(x, 2).store(y, 1).add(awaits(x, 2)).store(z, 1), plus(y)],
  ],
  'a loop that is cut': [[(t) => t.while(1, (s) => s.store(x, t.load(y))), plus(y)]],
  'blocks of several cells': [
    [
      (t) => t.atomic((s) => s.store(x, s.load(y))),
      (t) => t.atomic((s) => s.store(y, binary('+', s.load(x), constant(1)))),
      plus(z),
    ],
  ],
  'read-modify-writes': [
    [
      (t) => [t.fetch('+', x, 1), t.fetch('+', own(0), 1)],
      (t) => [t.fetch('+', own(1), 1), t.fetch('+', x, 1)],
      (t) => t.cas(x, 1, 5),
    ],
  ],
  'the heap': [
    [
      (t) => {
        t.alloc(2, 'p');
        t.store(x, 'p').store('p', 3).free('p');
      },
      (t) => t.if(t.load(x, 'q'), (s) => s.store(y, s.load('q'))),
    ],
  ],
  'a block that both free': [
    [
      (t) => {
        t.alloc(1, 'p');
        t.store(x, 'p').free('p');
      },
      (t) => t.free(t.load(x)),
    ],
  ],
  'copies that differ in their cells': [
    [0, 1, 2].map((t) => all(plus(own(t)), (s) => s.fetch('+', x, 1), plus(own(t)))),
  ],
  'copies with a choice': [
    [0, 1].map(() => (t: ThreadBuilder) => t.if(t.nondet(0, 1), (s) => void s.fetch('+', x, 1))),
  ],
};

function made([first, later = []]: readonly [readonly Fill[], (readonly Fill[])?]): Program {
  const p = program('counts');
  for (const name of ['x', 'y', 'z', 'm', 'k', 'own0', 'own1', 'own2', 'w']) p.location(name);
  for (const fill of first) p.thread((t) => void fill(t));
  for (const fill of later) p.thread((t) => void fill(t), { spawned: [] });
  const built = p.build();
  return {
    ...built,
    observed: everything(built.locations, built.threads).filter(
      (o) => o.kind === 'cell' && 'wxyz'.includes(o.location),
    ),
  };
}

function searched(tested: Program, model: ModelName, searcher: (m: FastState) => Searcher) {
  const remarks = new Set<string>();
  let [visits, ticks] = [0, 0];
  const { finished, outcomes, redundant } = visitMaximalExecutions(compile(tested, { unroll: 2 }), {
    model,
    searcher,
    groups: [],
    choices: 'every-value',
    onTick: () => ++ticks > 0,
    onRestart: () => {},
    onVisit: (visit) => {
      visits++;
      for (const remark of visit.remarks) remarks.add(remark);
      return true;
    },
  });
  return { finished, ends: [...outcomes.map(outcomeKey), ...remarks].sort(), visits, redundant, ticks };
}

const kinds = [
  ['whole', { reduced: false }],
  ['reduced', {}],
  ['exchanged', { exchanged: true }],
] as const;
const enough = 100_000;

const counted = (tested: Program, model: ModelName): string =>
  kinds
    .map(([kind, options]) => {
      const budget = { left: enough };
      const { visits, redundant, ticks } = searched(tested, model, stateSearcher(budget, options));
      return `${kind} ${enough - budget.left} ${visits} ${redundant} ${ticks}`;
    })
    .join(', ');

const expected = new Map(
  readFileSync(join(import.meta.dirname, 'counts.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [string, string]),
);

describe.each(Object.entries(programs))('a search by states of %s', (name, threads) => {
  it.each(['sc', 'tso', 'pso'] as const)('comes to all ends, in so many states, under %s', (model) => {
    const tested = made(threads);
    const { ends } = searched(tested, model, dporSearcher(true));
    for (const [kind, options] of kinds.slice(0, 2)) {
      const found = searched(tested, model, stateSearcher({ left: enough }, options));
      expect([kind, found.finished, found.ends]).toEqual([kind, true, ends]);
    }
    expect(counted(tested, model)).toBe(expected.get(`${name}, ${model}`));
  });
});

describe('a search by states', () => {
  const many = made([[0, 1, 2, 3].map(() => all(plus(x), plus(y)))]);
  const of = (budget: { left: number }, onTick: () => boolean) => {
    let visits = 0;
    const goOn = maximalExecutions(compile(many, { unroll: 2 }), {
      model: 'sc',
      searcher: stateSearcher(budget, { reduced: false }),
      groups: [],
      onTick,
      onRestart: () => {},
      onVisit: () => ++visits > 0,
    });
    return { goOn, visits: () => visits };
  };

  it('goes no further than its budget', () => {
    for (const left of [0, 1, 7]) {
      const budget = { left };
      expect(of(budget, () => true).goOn().finished).toBe(false);
      expect(budget.left).toBe(-1);
    }
  });

  it('stops at an execution where it is asked to', () => {
    const { finished } = visitMaximalExecutions(compile(many, { unroll: 2 }), {
      model: 'sc',
      searcher: stateSearcher({ left: enough }),
      groups: [],
      onTick: () => true,
      onRestart: () => {},
      onVisit: () => false,
    });
    expect(finished).toBe(false);
  });

  it('stops where it is asked to, now and then, and goes on', () => {
    const [whole, stopped] = [{ left: enough }, { left: enough }];
    let [ticks, stops] = [0, 0];
    const once = of(whole, () => ++ticks > 0);
    expect(once.goOn().finished).toBe(true);
    const often = of(stopped, () => ++stops % 2 === 1);
    let runs = 1;
    while (!often.goOn().finished) runs++;
    expect([whole.left, once.visits(), ticks > 3]).toEqual([stopped.left, often.visits(), true]);
    expect([stops, runs]).toEqual([ticks, Math.floor(ticks / 2) + 1]);
  });
});
