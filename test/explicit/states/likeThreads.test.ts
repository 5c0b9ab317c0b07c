// Cells of threads that can be exchanged, and the steps that show that they cannot after all.

import { describe, expect, it } from 'vitest';
import type { ModelName } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { startThreads } from '../../../src/explicit/fast/advance.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { FastState } from '../../../src/explicit/fast/state.js';
import { execute } from '../../../src/explicit/fast/steps.js';
import { rewind } from '../../../src/explicit/fast/undo.js';
import { LikeThreads } from '../../../src/explicit/states/likeThreads.js';
import { likenessOf } from '../../../src/explicit/symmetry/likeness.js';
import { program, type ThreadBuilder } from '../../../src/program/builder.js';
import { addressOf, binary, constant, type Expr } from '../../../src/program/expression.js';

type Fill = (t: ThreadBuilder) => unknown;
const names = ['own1', 'x', 'more1', 'own2', 'more2', 'held', 'y'];
/** Guards stand between the cells. */
const cells = new Map(names.map((name, i) => [name, 2 * i]));
const cell = (name: string): number => cells.get(name) ?? -1;
/** An address that is computed: the program does not say where it leads. */
const computed = (name: string, r: Expr): Expr => binary('+', addressOf(name), r);
const takes = (t: ThreadBuilder, self: number): ThreadBuilder =>
  t.add({ kind: 'lock', address: addressOf('held'), leaves: { op: '=', value: constant(self) } });
const gives = (t: ThreadBuilder, self: number): ThreadBuilder =>
  t.add({ kind: 'unlock', address: addressOf('held'), holder: constant(self) });
const member =
  (self: number): Fill =>
  (t) => {
    for (const name of ['own', 'more']) t.store(addressOf(`${name}${self}`), 1);
    gives(takes(t, self + 6), self + 6);
  };

function made(first: Fill, members: readonly Fill[]) {
  const p = program('like');
  for (const name of names) p.location(name);
  for (const fill of [first, ...members]) p.thread((t) => void fill(t));
  return compile(p.build(), { unroll: 2 });
}

/** With a machine at the start of the program, whose threads 1 and 2 are alike. */
function withMachine(
  first: Fill,
  use: (m: FastState, like: LikeThreads) => void,
  model: ModelName = 'sc',
  members: readonly Fill[] = [member(1), member(2)],
): void {
  const { groups, holding } = likenessOf(made(() => {}, [member(1), member(2)]));
  const likeness = { groups, holding, isBroken: false };
  visitMaximalExecutions(made(first, members), {
    model,
    searcher: (m) => ({
      explored: () => 0,
      run: () => {
        rewind(m, 0);
        startThreads(m);
        use(
          m,
          new LikeThreads(m, {
            ...likeness,
            holding: { ...holding, is: (s) => likenessOf(m.code).holding.is(s) },
          }),
        );
        return { finished: true, redundant: 0 };
      },
    }),
    groups: [],
    onTick: () => true,
    onRestart: () => {},
    onVisit: () => true,
  });
}

describe('threads that can be exchanged', () => {
  it('have cells of their own, and a lock with their numbers', () => {
    withMachine(
      () => {},
      (m, like) => {
        expect(m.globals).toBe(2 * names.length);
        expect(like.groups).toEqual([[1, 2]]);
        expect([...like.isIn, ...like.first]).toEqual([0, 1, 1, 0, 1, 1]);
        expect(like.own.map((own) => [...own])).toEqual([
          [],
          [cell('own1'), cell('more1')],
          [cell('own2'), cell('more2')],
        ]);
        expect([...like.locks]).toEqual([cell('held')]);
        expect([...like.number]).toEqual([0, 7, 8]);
        expect(names.map((name) => like.kind[cell(name)])).toEqual([1, 0, 1, 1, 1, 2, 0]);
        expect(names.map((name) => like.isOwn(cell(name)))).toEqual([
          true,
          false,
          true,
          true,
          true,
          false,
          false,
        ]);
        const named = (thread: number): number[] => names.map((name) => like.nameFor(thread, cell(name)));
        expect(named(0)).toEqual(names.map(cell));
        expect(named(1)).toEqual([-1, cell('x'), -2, ...names.slice(3).map(cell)]);
        expect(named(2)).toEqual([...names.slice(0, 3).map(cell), -1, -2, cell('held'), cell('y')]);
        expect(like.isBroken).toBe(false);
      },
    );
  });

  it.each<[what: string, first: Fill, isBroken: boolean, model?: ModelName]>([
    ['another cell', (t) => t.store(addressOf('x'), 1), false],
    ['another cell in a block', (t) => t.atomic((s) => void s.load(addressOf('x'))), false],
    ['a cell of a thread of the group', (t) => t.load(computed('own1', t.assign('r', 0))), true],
    ['a later cell in a block', (t) => t.atomic((s) => void s.load(addressOf('y'))), false],
    ['the second cell', (t) => t.load(computed('x', t.assign('r', 0))), false],
    [
      'a cell of a thread of the group in a block',
      (t) => t.atomic((s) => s.store(computed('more2', s.assign('r', 0)), 1)),
      true,
    ],
    ['the lock', (t) => t.load(computed('held', t.assign('r', 0))), true],
    ['the lock in a block', (t) => t.atomic((s) => void s.load(computed('held', s.assign('r', 0)))), true],
    [
      'the lock by a store that is buffered',
      (t) => t.store(computed('held', t.assign('r', 0)), 1),
      true,
      'tso',
    ],
    ['the lock as the others do', (t) => takes(t, 9), false],
  ])('are told apart once another thread touches their cells: %s', (_, first, isBroken, model = 'sc') => {
    withMachine(
      first,
      (m, like) => {
        execute(m, model === 'sc' ? 0 : m.threads);
        expect(m.depth).toBe(1);
        like.lookBack();
        expect(like.isBroken).toBe(isBroken);
      },
      model,
    );
  });

  it('are told apart by a store to their lock, although its thread has begun with the lock', () => {
    withMachine(
      (t) => gives(takes(t, 9), 9).store(computed('held', t.assign('r', 0)), 1),
      (m, like) => {
        const found = [0, 0, m.threads].map((process) => {
          execute(m, process);
          like.lookBack();
          return like.isBroken;
        });
        expect(found).toEqual([false, false, true]);
      },
      'tso',
    );
  });

  it('touch their own cells and their lock', () => {
    for (const model of ['sc', 'tso'] as const)
      withMachine(
        () => {},
        (m, like) => {
          for (let steps = 0; steps < 4; steps++) {
            execute(m, model === 'tso' && steps < 2 ? m.threads + 1 : 1);
            like.lookBack();
            expect([steps, like.isBroken]).toEqual([steps, false]);
          }
        },
        model,
      );
  });

  it.each<[what: string, first: Fill, isBroken: boolean]>([
    [
      'another cell',
      (t) =>
        t.add({
          kind: 'load',
          target: 'a',
          address: addressOf('x'),
          until: { test: '==', value: constant(5) },
        }),
      false,
    ],
    [
      'a cell of the group',
      (t) =>
        t.add({
          kind: 'load',
          target: 'a',
          address: computed('own1', t.assign('r', 0)),
          until: { test: '==', value: constant(5) },
        }),
      true,
    ],
    ['a lock in a cell of the group', (t) => t.lock(computed('held', t.assign('r', 0))), true],
    [
      'the lock',
      (t) =>
        t.add({
          kind: 'lock',
          address: computed('held', t.assign('r', 0)),
          until: { test: '==', value: constant(5) },
        }),
      true,
    ],
    ['the lock as the others do', (t) => takes(t, 9), false],
    ['nothing', (t) => t.load(computed('own1', t.assign('r', 0))), false],
  ])('are told apart if another thread waits for their cells: %s', (_, first, isBroken) => {
    withMachine(first, (_m, like) => {
      like.lookAt(0);
      expect(like.isBroken).toBe(isBroken);
    });
  });

  it('do not differ in the names of registers', () => {
    const p = program('registers');
    for (const name of ['own1', 'own2']) {
      p.location(name);
      p.thread((t) => t.store(addressOf(name), binary('+', t.load(addressOf(name), name), constant(1))));
    }
    expect(likenessOf(compile(p.build(), { unroll: 2 })).groups).toEqual([]);
  });
});
