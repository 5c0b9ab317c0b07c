// The threads that a thread has joined when it or the process ends, against every run of its code. A read may yield
// any small number.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, binary, constant, type Expr, evaluate, register } from '../../src/program/expression.js';
import { joinedBy } from '../../src/program/joined.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';

const children = 3;
const read = [0, 1, 2];
const registers = ['a', 'b'];

const name = fc.constantFrom(...registers);
const small = fc.integer({ min: 0, max: 2 });
const expr: fc.Arbitrary<Expr> = fc.oneof(
  { weight: 3, arbitrary: small.map((n) => constant(n)) },
  { weight: 3, arbitrary: name.map((n) => register(n)) },
  fc
    .tuple(fc.constantFrom('+' as const, '<' as const, '==' as const), name, small)
    .map(([op, r, n]) => binary(op, register(r), constant(n))),
  fc.constant(binary('!=', addressOf('x'), constant(0))),
);

/** Statements in a place from which these labels can be left, and these loops gone on with. */
function statements(
  depth: number,
  reads: boolean,
  blocks: readonly string[],
  loops: readonly string[],
): fc.Arbitrary<Statement[]> {
  const inside = (label: string, isLoop: boolean): fc.Arbitrary<Statement[]> =>
    statements(depth - 1, reads, [...blocks, label], isLoop ? [...loops, label] : loops);
  const label = `l${depth}`;
  const flow = (): fc.Arbitrary<Statement>[] => [
    fc
      .tuple(expr, statements(depth - 1, reads, blocks, loops), statements(depth - 1, reads, blocks, loops))
      .map(([condition, whenTrue, whenFalse]) => ({ kind: 'if', condition, whenTrue, whenFalse })),
    inside(label, false).map((body) => ({ kind: 'block', label, body })),
    fc
      .tuple(expr, inside(label, true))
      .map(([condition, body]) => ({ kind: 'while', label, condition, body })),
  ];
  const leave: fc.Arbitrary<Statement>[] = [
    ...(blocks.length > 0
      ? [fc.constantFrom(...blocks).map((l): Statement => ({ kind: 'break', label: l }))]
      : []),
    ...(loops.length > 0
      ? [fc.constantFrom(...loops).map((l): Statement => ({ kind: 'continue', label: l }))]
      : []),
  ];
  const looks: fc.Arbitrary<Statement>[] = reads
    ? [
        name.map((target) => ({ kind: 'load', target, address: addressOf('x') })),
        name.map((target) => ({ kind: 'nondet', target, from: 0, to: 2 })),
      ]
    : [];
  const one: fc.Arbitrary<Statement> = fc.oneof(
    { weight: 4, arbitrary: expr.map((thread): Statement => ({ kind: 'join', thread })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(name, expr)
        .map(([target, value]): Statement => ({ kind: 'assign', target, value })),
    },
    ...looks.map((arbitrary) => ({ weight: 1, arbitrary })),
    ...(depth > 0 ? flow() : []).map((arbitrary) => ({ weight: 2, arbitrary })),
    ...leave.map((arbitrary) => ({ weight: 1, arbitrary })),
    { weight: 1, arbitrary: fc.constant<Statement>({ kind: 'assume', condition: constant(0), exits: true }) },
  );
  return fc.array(one, { maxLength: depth === 2 ? 5 : 3 });
}

const programOf = (body: readonly Statement[]): Program =>
  validate({
    name: 'joins',
    locations: [{ name: 'x', initial: [0] }],
    threads: [
      { name: 'main', start: 'initial', parameters: [], registers: new Map([['b', 1]]), body },
      ...Array.from({ length: children }, (_, i) => ({
        name: `t${i + 1}`,
        start: 'spawned' as const,
        parameters: [],
        registers: new Map(),
        body: [],
      })),
    ],
    endsWith: 0,
    observed: [],
  });

interface State {
  readonly values: ReadonlyMap<string, number | bigint>;
  readonly joined: ReadonlySet<number>;
}
interface Fuel {
  readonly left: number;
  readonly all: { steps: number };
}
const less = ({ left, all }: Fuel, by: number): Fuel => ({ left: left - by, all });
type Ending = { readonly state: State; readonly jump?: Statement };
/** A run of more steps than this has no end; of a program with more steps in all its runs nothing is said. */
const mostSteps = 30;
const mostInAll = 3000;

/** Every way in which the statements may end. */
function* runs(body: readonly Statement[], state: State, fuel: Fuel): Generator<Ending> {
  const [first, ...rest] = body;
  if (first === undefined) return yield { state };
  if (fuel.left <= 0 || ++fuel.all.steps > mostInAll) return;
  const after = less(fuel, 1);
  for (const ending of runOne(first, state, after))
    if (ending.jump === undefined) yield* runs(rest, ending.state, after);
    else yield ending;
}

function* runOne(s: Statement, state: State, fuel: Fuel): Generator<Ending> {
  const value = (e: Expr): number =>
    Number(
      evaluate(
        e,
        (r) => state.values.get(r) ?? 0,
        () => 64,
      ),
    );
  const set = (target: string, to: number): Ending => ({
    state: { ...state, values: new Map(state.values).set(target, to) },
  });
  switch (s.kind) {
    case 'assign':
      return yield set(s.target, value(s.value));
    case 'load':
    case 'nondet':
      for (const to of read) yield set(s.target, to);
      return;
    case 'join':
      return yield { state: { ...state, joined: new Set([...state.joined, value(s.thread)]) } };
    case 'if':
      return yield* runs(value(s.condition) === 0 ? s.whenFalse : s.whenTrue, state, fuel);
    case 'block':
      for (const ending of runs(s.body, state, fuel))
        yield ending.jump?.kind === 'break' && ending.jump.label === s.label
          ? { state: ending.state }
          : ending;
      return;
    case 'while': {
      if (value(s.condition) === 0) return yield { state };
      for (const ending of runs(s.body, state, fuel)) {
        const own = ending.jump !== undefined && 'label' in ending.jump && ending.jump.label === s.label;
        if (own && ending.jump?.kind === 'break') yield { state: ending.state };
        else if (ending.jump === undefined || own) yield* runs([s], ending.state, less(fuel, 2));
        else yield ending;
      }
      return;
    }
    // the process ends: nothing around it goes on
    case 'assume':
    case 'break':
    case 'continue':
      return yield { state, jump: s };
    default:
      throw new Error(s.kind);
  }
}

/** The threads joined in every run that ends; undefined if none ends within the steps. */
function joinedInAll(body: readonly Statement[]): ReadonlySet<number> | undefined {
  let all: ReadonlySet<number> | undefined;
  const start: State = { values: new Map([['b', 1]]), joined: new Set() };
  const fuel: Fuel = { left: mostSteps, all: { steps: 0 } };
  for (const { state } of runs(body, start, fuel)) {
    const before = all;
    all = before === undefined ? state.joined : new Set([...state.joined].filter((t) => before.has(t)));
  }
  return fuel.all.steps > mostInAll ? undefined : all;
}

const sorted = (threads: Iterable<number | bigint>): number[] =>
  [...threads].map(Number).sort((a, b) => a - b);

describe('the threads that a thread has joined when it ends', () => {
  it('are joined in every run, whatever is read', () => {
    let some = 0;
    fc.assert(
      fc.property(statements(2, true, [], []), (body) => {
        const expected = joinedInAll(body);
        if (expected === undefined) return;
        const found = sorted(joinedBy(programOf(body), 0));
        some += found.length > 0 ? 1 : 0;
        expect(sorted(expected)).toEqual(expect.arrayContaining(found));
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 800) },
    );
    expect(some).toBeGreaterThan(0);
  });

  it('are all that it joins where nothing is read', () => {
    fc.assert(
      fc.property(statements(2, false, [], []), (body) => {
        const expected = joinedInAll(body);
        // An address is not known before the program is laid out.
        if (expected === undefined || JSON.stringify(body).includes('address')) return;
        expect(sorted(joinedBy(programOf(body), 0))).toEqual(sorted(expected));
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 800) },
    );
  });

  it('are not those of statements that a jump may pass over', () => {
    const x: Statement = { kind: 'load', target: 'a', address: addressOf('x') };
    const join: Statement = { kind: 'join', thread: constant(1) };
    const maybe = (...whenTrue: Statement[]): Statement => ({
      kind: 'if',
      condition: register('a'),
      whenTrue,
      whenFalse: [],
    });
    const block = (label: string, ...body: Statement[]): Statement => ({ kind: 'block', label, body });
    const once = (...body: Statement[]): Statement => ({
      kind: 'while',
      label: 'l',
      condition: register('b'),
      body: [{ kind: 'assign', target: 'b', value: constant(0) }, ...body],
    });
    const joins = (...body: Statement[]): number[] => sorted(joinedBy(programOf(body), 0));
    expect(joins(block('l', x, maybe({ kind: 'break', label: 'l' }), join))).toEqual([]);
    expect(joins(once(x, maybe({ kind: 'continue', label: 'l' }), join))).toEqual([]);
    expect(joins(once(x, maybe({ kind: 'break', label: 'l' }), join))).toEqual([]);
    // an overwritten register is known again
    expect(joins(x, { kind: 'assign', target: 'a', value: constant(1) }, maybe(join))).toEqual([1]);
    // a jump within what may be executed passes over nothing else
    expect(joins(x, maybe(block('l', { kind: 'break', label: 'l' })), join)).toEqual([1]);
    expect(joins(x, maybe(once({ kind: 'continue', label: 'l' })), join)).toEqual([1]);
    // one that never ends does not end otherwise either
    expect(joins(x, maybe(once({ kind: 'assign', target: 'b', value: constant(1) })), join)).toEqual([1]);
    // both branches join it
    const either: Statement = {
      kind: 'if',
      condition: register('a'),
      whenTrue: [{ kind: 'join', thread: constant(1), interruptible: true }],
      whenFalse: [join, { kind: 'join', thread: constant(2) }],
    };
    expect(joins(x, either)).toEqual([1]);
  });
});
