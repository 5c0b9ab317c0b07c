// A stronger memory order is never weaker. For all operations, orders, C front ends and models: an operation's
// behaviours with an order are possible with every weaker one.

import { describe, expect, it } from 'vitest';
import type { ModelName } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import {
  acquires,
  type MemoryOrder,
  memoryOrders,
  mergedOrder,
  releases,
} from '../../src/program/memoryOrder.js';
import { surround } from '../../src/program/orderFences.js';
import type { Program } from '../../src/program/program.js';
import { parse } from './c/run.js';

/** Whether `strong` promises all that `weak` does. Consume is treated as acquire, as compilers do. */
const atLeast = (strong: MemoryOrder, weak: MemoryOrder): boolean =>
  strong === 'seq_cst' ||
  ((acquires(strong) || !acquires(weak)) && (releases(strong) || !releases(weak)) && weak !== 'seq_cst');

/** The first thread's accesses before and after the operation on a, and the second thread's meanwhile. */
const contexts: readonly (readonly [before: string, after: string, other: string])[] = [
  ['ST(d, 1)', 'LD(r1, c)', 'LD(s0, a) LD(s1, d)'],
  ['ST(d, 1)', 'LD(r1, c)', 'ST(c, 1) FENCE LD(s0, a)'],
  ['ST(d, 1)', 'ST(c, 1)', 'ST(a, 7) ST(d, 2)'],
  ['ST(d, 1)', 'ST(c, 1)', 'LD(s0, c) LD(s1, d) LD(s2, a)'],
  ['LD(r1, d)', 'LD(r2, c)', 'ST(c, 1) REL ST(d, 1) REL ST(a, 3)'],
];

const expand = (text: string, store: string, load: string): string =>
  text
    .replace(/ST\((\w), (\d)\)/g, store)
    .replace(/LD\((\w+), (\w)\)/g, load)
    .replace('FENCE', 'atomic_thread_fence(memory_order_seq_cst);')
    .replaceAll('REL', 'atomic_thread_fence(memory_order_release);');

const inC = (operation: string, [before, after, other]: (typeof contexts)[number]): Program => {
  const relaxed = (text: string): string =>
    expand(
      text,
      'atomic_store_explicit(&$1, $2, memory_order_relaxed);',
      '$1 = atomic_load_explicit(&$2, memory_order_relaxed);',
    );
  return parse(
    `#include <stdatomic.h>
    #include <pthread.h>
    atomic_int a, c, d; atomic_flag f = ATOMIC_FLAG_INIT; int r0, r1, r2, s0, s1, s2;
    void *t0(void *z) { ${relaxed(before)} ${operation} ${relaxed(after)} return z; }
    void *t1(void *z) { ${relaxed(other)} return z; }
    int main(void) { pthread_t p, q; pthread_create(&p, 0, t0, 0); pthread_create(&q, 0, t1, 0); pthread_join(p, 0); pthread_join(q, 0); }`,
    { observe: ['a', 'c', 'd', 'r0', 'r1', 'r2', 's0', 's1', 's2'] },
  );
};

const inLitmus = (operation: string, [before, after, other]: (typeof contexts)[number]): Program => {
  const relaxed = (text: string): string => expand(text, 'WRITE_ONCE(*$1, $2);', '$1 = READ_ONCE(*$2);');
  return parseLitmus(
    `C t\n{ a=0; c=0; d=0; e=0; }\n
P0(int *a, int *c, int *d, int *e) { int r0; int r1; int r2; ${relaxed(before)} ${operation} ${relaxed(after)} }
P1(int *a, int *c, int *d, int *e) { int s0; int s1; int s2; ${relaxed(other)} }
locations [a; c; d; 0:r0; 0:r1; 0:r2; 1:s0; 1:s1; 1:s2;]`,
    't.litmus',
  );
};

const states = (program: Program, model: ModelName): Set<string> =>
  new Set(
    explore(program, { model, unroll: 4, timeLimitMs: 20_000 }).outcomes.map((values) => values.join(' ')),
  );

const loads = memoryOrders.filter((order) => surround('load', order) !== undefined);
const stores = memoryOrders.filter((order) => surround('store', order) !== undefined);

const shared: readonly (readonly [string, (order: MemoryOrder) => string, readonly MemoryOrder[]])[] = [
  ['load', (order) => `r0 = atomic_load_explicit(&a, memory_order_${order});`, loads],
  ['store', (order) => `atomic_store_explicit(&a, 5, memory_order_${order});`, stores],
  ['exchange', (order) => `r0 = atomic_exchange_explicit(&a, 5, memory_order_${order});`, memoryOrders],
  ['fetch_add', (order) => `r0 = atomic_fetch_add_explicit(&a, 5, memory_order_${order});`, memoryOrders],
  ['thread fence', (order) => `atomic_thread_fence(memory_order_${order});`, memoryOrders],
  [
    'compare-exchange, order of failure',
    (order) =>
      `r0 = atomic_compare_exchange_strong_explicit(&a, &r2, 5, memory_order_relaxed, memory_order_${order});`,
    loads,
  ],
  [
    'compare-exchange, order of success',
    (order) =>
      `r0 = atomic_compare_exchange_strong_explicit(&a, &r2, 5, memory_order_${order}, memory_order_relaxed);`,
    memoryOrders,
  ],
];

const gcc: typeof shared = [
  ['__atomic_store_n', (order) => `__atomic_store_n(&a, 5, __ATOMIC_${order.toUpperCase()});`, stores],
  [
    '__atomic_fetch_or',
    (order) => `r0 = __atomic_fetch_or(&a, 5, __ATOMIC_${order.toUpperCase()});`,
    memoryOrders,
  ],
  ['atomic_flag_clear', (order) => `atomic_flag_clear_explicit(&f, memory_order_${order});`, stores],
  [
    'atomic_flag_test_and_set',
    (order) => `atomic_flag_test_and_set_explicit(&f, memory_order_${order});`,
    memoryOrders,
  ],
  [
    'assignment',
    (order) => (order === 'seq_cst' ? 'a = 5;' : `atomic_store_explicit(&a, 5, memory_order_${order});`),
    stores,
  ],
  [
    'atomic_store',
    (order) =>
      order === 'seq_cst' ? 'atomic_store(&a, 5);' : `atomic_store_explicit(&a, 5, memory_order_${order});`,
    stores,
  ],
  [
    'update',
    (order) => (order === 'seq_cst' ? 'a += 5;' : `atomic_fetch_add_explicit(&a, 5, memory_order_${order});`),
    memoryOrders,
  ],
];

type Build = typeof inC;

function expectMonotone(operation: (typeof shared)[number], build: Build, tried: typeof contexts): void {
  const [, write, orders] = operation;
  for (const context of tried) {
    const programs = orders.map((order) => [order, build(write(order), context)] as const);
    for (const model of ['tso', 'pso'] as const) {
      const allowed = new Map(programs.map(([order, program]) => [order, states(program, model)]));
      for (const strong of orders)
        for (const weak of orders.filter((order) => atLeast(strong, order))) {
          const extra = [...(allowed.get(strong) ?? [])].filter(
            (state) => allowed.get(weak)?.has(state) === false,
          );
          expect(extra, `${model}: ${write(strong)} allows more than ${write(weak)} in ${context}`).toEqual(
            [],
          );
        }
    }
  }
}

describe('a stronger order is never weaker', () => {
  it.each([...shared, ...gcc])('C files: %s', (...operation) =>
    expectMonotone(operation, inC, contexts.slice(0, 3)),
  );
  it.each(shared)('litmus: %s', (...operation) => expectMonotone(operation, inLitmus, contexts));

  it('both front ends give every operation the same events', () => {
    const shapes = (program: Program, thread: number): string[] =>
      program.threads[thread].body.flatMap((s) =>
        s.kind === 'fence' ? [s.fence] : ['load', 'store', 'rmw'].includes(s.kind) ? [s.kind] : [],
      );
    for (const [name, write, orders] of shared.filter(([n]) => !n.startsWith('compare')))
      for (const order of orders)
        expect(shapes(inLitmus(write(order), ['', '', '']), 0), `${name} ${order}`).toEqual(
          shapes(inC(write(order), ['', '', 'ST(a, 7)']), 1).filter(
            (kind, i, all) => !(kind === 'store' && i === all.length - 1 && write(order).startsWith('r0 =')),
          ),
        );
  });
});

describe('the table', () => {
  it('merges the orders of success and failure', () => {
    for (const a of memoryOrders)
      for (const b of memoryOrders) {
        const merged = mergedOrder(a, b);
        expect(atLeast(merged, a) && atLeast(merged, b), `${a} ${b}`).toBe(true);
        expect(mergedOrder(b, a)).toBe(merged);
      }
  });

  it('refuses what C forbids', () => {
    expect(loads).toEqual(['relaxed', 'consume', 'acquire', 'seq_cst']);
    expect(stores).toEqual(['relaxed', 'release', 'seq_cst']);
  });
});
