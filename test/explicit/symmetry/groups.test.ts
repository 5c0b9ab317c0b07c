// Which threads can be exchanged. A reason against it that is missed makes answers wrong; one that is imagined costs executions.

import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import type { Recording } from '../../../src/explicit/fast/recording.js';
import { choiceKey } from '../../../src/explicit/fast/state.js';
import { exchangesOf } from '../../../src/explicit/symmetry/exchange.js';
import { symmetricGroups } from '../../../src/explicit/symmetry/groups.js';
import { holdingOf } from '../../../src/explicit/symmetry/holders.js';
import { likenessOf } from '../../../src/explicit/symmetry/likeness.js';
import type { Observable } from '../../../src/program/condition.js';
import { addressOf, binary, constant, type Expr, register } from '../../../src/program/expression.js';
import type { Location, Program, Thread } from '../../../src/program/program.js';
import type { Statement, StatementOf } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';

const at = (place: string | Expr): Expr => (typeof place === 'string' ? addressOf(place) : place);
const store = (place: string | Expr, value = constant(1)): Statement => ({
  kind: 'store',
  address: at(place),
  value,
});
const load = (place: string | Expr, target = 'a'): Statement => ({
  kind: 'load',
  target,
  address: at(place),
});
const take = (place: string | Expr, number: number): StatementOf<'lock'> => ({
  kind: 'lock',
  address: at(place),
  leaves: { op: '=', value: constant(number) },
});
const give = (place: string | Expr, number: number): Statement => ({
  kind: 'unlock',
  address: at(place),
  holder: constant(number),
});
const spawn = (thread: number, ...args: Expr[]): Statement => ({ kind: 'spawn', thread, args });
const join = (thread: Expr): Statement => ({ kind: 'join', thread });
/** Waits for a store to the place, in the way a loop that only reads does. */
const awaits = (place: string): Statement => ({
  kind: 'assume',
  condition: register('a'),
  awaits: { kind: 'while', label: 'l', condition: constant(1), body: [load(place)] },
});

const initial = (...body: Statement[]): Omit<Thread, 'name'> => ({
  start: 'initial',
  parameters: [],
  registers: new Map(),
  body,
});
const spawned = (...body: Statement[]): Omit<Thread, 'name'> => ({ ...initial(...body), start: 'spawned' });
const twice = (...body: Statement[]): Omit<Thread, 'name'>[] => [initial(...body), initial(...body)];

const cell = (name: string): Observable => ({ kind: 'cell', location: name, index: 0 });
const seen = (thread: number, name = 'a'): Observable => ({ kind: 'register', thread, register: name });

function programOf(
  threads: readonly Omit<Thread, 'name'>[],
  { locations = [], ...rest }: Partial<Program> = {},
): Program {
  const given = new Set(locations.map(({ name }) => name));
  const others = ['x', 'y', 'e0', 'e1', 'l', 'm'].filter((name) => !given.has(name));
  return validate({
    name: 'p',
    locations: [...locations, ...others.map((name): Location => ({ name, initial: [0] }))],
    threads: threads.map((thread, t) => ({ name: `P${t}`, ...thread })),
    observed: [],
    ...rest,
  });
}

/** The groups of DPOR, and those of the search by states. */
function groups(program: Program): readonly [ordered: unknown, like: unknown] {
  const code = compile(program, { unroll: 2 });
  return [symmetricGroups(code), likenessOf(code).groups].map((found) =>
    found.map(({ threads }) => threads),
  ) as [unknown, unknown];
}

const [both, none] = [[[0, 1]], []];
const started = [[1, 2]];
const nobody = initial(load('y', 'other'));

describe('threads of the same code', () => {
  it.each<
    [what: string, threads: Omit<Thread, 'name'>[], rest: Partial<Program>, ordered: unknown, like: unknown]
  >([
    ['can be exchanged', [...twice(store('x'), load('y')), nobody], {}, both, both],
    ['can be exchanged after a load', twice(load('y'), store('x')), {}, both, both],
    [
      'can be exchanged wherever they stand in the source',
      [
        initial({ ...store('x'), at: { line: 1, column: 1 } }),
        initial({ ...store('x'), at: { line: 2, column: 1 } }),
      ],
      {},
      both,
      both,
    ],
    ['have no order if they do not write', twice(load('y')), {}, none, both],
    [
      'have no order by a wait',
      twice({ ...load('y'), until: { test: '==', value: constant(1) } } as Statement, store('x')),
      {},
      none,
      both,
    ],
    ['have no order by an address that is read', twice(load('y'), store(register('a'))), {}, none, both],
    ['have no order by an address without a cell', twice(store(constant(9999))), {}, none, both],
    [
      'have no order by a store behind a load that can fail',
      twice(load('y'), store('x')),
      { locations: [{ name: 'y', initial: [0], uninitialised: true }] },
      none,
      both,
    ],
    [
      'have no order by a store behind a load of what may have ended',
      [...twice(load('y'), store('x')), initial({ ...store('e0'), lifetime: 'begins' } as Statement)],
      {},
      none,
      both,
    ],
    [
      'keep the values they choose',
      twice({ kind: 'nondet', target: 'c', from: 0, to: 1 }, store('x')),
      {},
      none,
      both,
    ],
    [
      'are told apart by blocks',
      twice({ kind: 'alloc', target: 'b', size: constant(1), zeroed: true }, store('x')),
      {},
      none,
      none,
    ],
    [
      'are told apart by what is seen of one',
      twice(load('y'), store('x')),
      { observed: [seen(0)] },
      none,
      none,
    ],
    [
      'look the same if the same is seen of both',
      twice(load('y'), store('x')),
      { observed: [seen(0), seen(1)] },
      both,
      both,
    ],
    [
      'are told apart by a condition of the states that count',
      twice(load('y'), store('x')),
      {
        observed: [seen(0), seen(1)],
        filter: { kind: 'compare', op: '=', left: seen(1), right: { kind: 'const', value: 1 } },
      },
      none,
      none,
    ],
    [
      'are not told apart by a condition of another thread',
      [...twice(load('y'), store('x')), nobody],
      {
        observed: [seen(2, 'other')],
        filter: { kind: 'compare', op: '=', left: seen(2, 'other'), right: { kind: 'const', value: 1 } },
      },
      both,
      both,
    ],
  ])('%s', (_, threads, rest, ordered, like) => {
    expect(groups(programOf(threads, rest))).toEqual([ordered, like]);
  });
});

describe('threads that a thread starts', () => {
  const work = (): Omit<Thread, 'name'>[] => [spawned(store('x'), load('y')), spawned(store('x'), load('y'))];
  const given = (): Omit<Thread, 'name'>[] => work().map((thread) => ({ ...thread, parameters: ['k'] }));
  const branch: Statement = { kind: 'if', condition: register('a'), whenTrue: [store('y')], whenFalse: [] };

  it.each<[what: string, threads: Omit<Thread, 'name'>[], expected: unknown]>([
    [
      'can be exchanged',
      [initial(spawn(1), spawn(2), join(constant(1)), join(constant(2))), ...work()],
      started,
    ],
    ['with an event between', [initial(spawn(1), store('y'), spawn(2)), ...work()], none],
    [
      'before its way depends on what it reads',
      [initial(spawn(1), spawn(2), join(constant(1)), join(constant(2)), load('x'), branch), ...work()],
      started,
    ],
    ['with other arguments', [initial(spawn(1, constant(1)), spawn(2, constant(2))), ...given()], none],
    ['with the same arguments', [initial(spawn(1, constant(1)), spawn(2, constant(1))), ...given()], started],
    [
      'with arguments that it reads',
      [initial(load('x'), load('y', 'b'), spawn(1, register('a')), spawn(2, register('b'))), ...given()],
      none,
    ],
    ['of which it joins one', [initial(spawn(1), spawn(2), join(constant(1))), ...work()], none],
    [
      'of which it joins one that depends on what it reads',
      [initial(spawn(1), spawn(2), load('y'), join(register('a'))), ...work()],
      none,
    ],
    [
      'of which another thread joins one',
      [initial(spawn(1), spawn(2)), ...work(), initial(join(constant(1)))],
      none,
    ],
  ])('%s', (_, threads, expected) => {
    expect(groups(programOf(threads))).toEqual([expected, expected]);
  });
});

describe('threads that differ in a cell of their own', () => {
  const own = (name: string, ...more: Statement[]): Omit<Thread, 'name'> =>
    initial(store('x'), store(name), load(name), ...more);
  const pair = [own('e0'), own('e1')];

  it.each<[what: string, threads: Omit<Thread, 'name'>[], rest: Partial<Program>, like: unknown]>([
    ['can be exchanged', pair, {}, both],
    ['not if another thread names it', [...pair, initial(store('e1', constant(2)))], {}, none],
    ['not if a thread waits for it', [own('e0', awaits('e0')), own('e1', awaits('e1'))], {}, none],
    [
      'not if its address is a value',
      [own('e0', store('y', addressOf('e0'))), own('e1', store('y', addressOf('e1')))],
      {},
      none,
    ],
    [
      'not if a register begins with its address',
      [...pair, { ...nobody, registers: new Map([['p', { location: 'e1', index: 0 }]]) }],
      {},
      none,
    ],
    [
      'not if a cell begins with its address',
      pair,
      { locations: [{ name: 'y', initial: [{ location: 'e1', index: 0 }] }] },
      none,
    ],
    ['not if it is seen', pair, { observed: [cell('e0')] }, none],
    [
      'not if there are several',
      pair,
      { locations: ['e0', 'e1'].map((name) => ({ name, initial: [0, 0] })) },
      none,
    ],
    ['not if they begin with other values', pair, { locations: [{ name: 'e0', initial: [1] }] }, none],
  ])('%s', (_, threads, rest, like) => {
    expect(groups(programOf(threads, rest))).toEqual([none, like]);
  });

  it('are the same when they are asked for again', () => {
    const code = compile(programOf(pair), { unroll: 2 });
    expect(likenessOf(code).isBroken).toBe(false);
    expect(likenessOf(code)).toBe(likenessOf(code));
  });
});

describe('locks that hold the number of their holder', () => {
  const holds = (number: number, ...more: Statement[]): Omit<Thread, 'name'> =>
    initial(take('l', number), store('x'), give('l', number), ...more);
  const pair = [holds(1), holds(2)];
  const elsewhere = initial(load('y'), load(register('a')));
  const numbers = [
    [0, 1],
    [1, 2],
  ];

  it.each<
    [
      what: string,
      threads: Omit<Thread, 'name'>[],
      rest: Partial<Program>,
      numbers: unknown,
      watched: unknown,
    ]
  >([
    ['are found', pair, {}, numbers, numbers],
    [
      'are found in an array',
      ([1, 2] as const).map((n) => {
        const l = binary('+', addressOf('l'), constant(1));
        return initial(take(l, n), give(l, n));
      }),
      { locations: [{ name: 'l', initial: [0, 0] }] },
      numbers,
      numbers,
    ],
    [
      'not at another address',
      ([1, 2] as const).map((n) => {
        const l = binary('^', addressOf('l'), constant(0));
        return initial(take(l, n), give(l, n));
      }),
      {},
      none,
      none,
    ],
    ['only if the search watches computed addresses', [...pair, elsewhere], {}, none, numbers],
    ['not if a holder computes one', [holds(1), initial(load('y'), take(register('a'), 2))], {}, none, none],
    ['not if another thread looks at them', [...pair, initial(load('l'))], {}, none, none],
    ['not if another thread waits for them', [...pair, initial(load('y'), awaits('l'))], {}, none, none],
    ['not if they are seen', pair, { observed: [cell('l')] }, none, none],
    ['not if they begin with a number', pair, { locations: [{ name: 'l', initial: [1] }] }, none, none],
    [
      'not if they begin without a value',
      pair,
      { locations: [{ name: 'l', initial: [0], uninitialised: true }] },
      none,
      none,
    ],
    ['not if two threads have the same number', [holds(1), holds(1)], {}, none, none],
    ['not if a thread has two numbers', [holds(1, take('m', 3), give('m', 3)), holds(2)], {}, none, none],
    [
      'beside another lock that is looked at',
      [holds(1, take('m', 3), give('m', 3)), holds(2), initial(load('m'))],
      {},
      numbers,
      numbers,
    ],
    [
      'that are taken when they are 0',
      ([1, 2] as const).map((n) =>
        initial({ ...take('l', n), until: { test: '==', value: constant(0) } }, give('l', n)),
      ),
      {},
      numbers,
      numbers,
    ],
  ])('%s', (_, threads, rest, expected, whenWatched) => {
    const program = programOf(threads, rest);
    const { layout } = compile(program, { unroll: 2 });
    expect([...holdingOf(program, layout).numbers]).toEqual(expected);
    expect([...holdingOf(program, layout, true).numbers]).toEqual(whenWatched);
  });

  it.each([
    { test: '==', value: constant(1) },
    { test: '>=', value: constant(0) },
    { test: '==', value: register('a') },
  ] as const)('not if they are taken at another value: $test', (until) => {
    const program = programOf([
      initial({ ...take('l', 1), until }, give('m', 1)),
      initial({ ...take('l', 2), until }, give('m', 2)),
    ]);
    const { locks } = holdingOf(program, compile(program, { unroll: 2 }).layout);
    expect([...locks]).toEqual([expect.anything()]);
  });

  it('leave their threads alike', () => {
    expect(groups(programOf(pair))).toEqual([both, both]);
    expect(groups(programOf([...pair, elsewhere]))).toEqual([none, both]);
  });
});

describe('two threads that are exchanged', () => {
  const observed = [seen(0), seen(1), seen(2), cell('x')];
  const [exchange, ...more] = exchangesOf(
    [
      {
        threads: [0, 1],
        own: [
          [10, 11],
          [20, 21],
        ],
      },
    ],
    observed,
  );

  it('exchange what is seen of them', () => {
    expect(more).toEqual([]);
    expect(exchange.outcome([5, 6, 7, 8])).toEqual([6, 5, 7, 8]);
  });

  it('exchange their steps, their own cells and their choices', () => {
    const recording = (steps: readonly number[], chosen: Recording['chosen']): Recording => ({
      steps: Int32Array.from(steps),
      chosen,
    });
    const before = recording(
      [0, -1, 0, 10, 0, 30, 1, 21, 1, 20, 2, 11],
      new Map([
        [choiceKey(0, 0), 3],
        [choiceKey(1, 2), 4],
        [choiceKey(2, 1), 5],
      ]),
    );
    const after = recording(
      [1, -1, 1, 20, 1, 30, 0, 11, 0, 10, 2, 21],
      new Map([
        [choiceKey(1, 0), 3],
        [choiceKey(0, 2), 4],
        [choiceKey(2, 1), 5],
      ]),
    );
    expect(exchange.recording(before)).toEqual(after);
    expect(exchange.recording(after)).toEqual(before);
  });
});
