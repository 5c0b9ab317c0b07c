// Random valid programs that use every statement, operator and kind of name, for properties that hold for all programs.

import fc from 'fast-check';
import type { Condition, Formula, Observable, Operand } from '../../src/program/condition.js';
import { observableKey, observablesOf } from '../../src/program/condition.js';
import {
  addressOf,
  binary,
  binaryOps,
  conditional,
  constant,
  conversionOps,
  type Expr,
  register,
  unary,
  unaryOps,
} from '../../src/program/expression.js';
import { type Width, widths } from '../../src/program/integer.js';
import { accessOrders, memoryOrders } from '../../src/program/memoryOrder.js';
import type { InitialValue, Location, Program, Thread } from '../../src/program/program.js';
import { fetchOps, type Statement } from '../../src/program/statement.js';

const plainNames = ['x', 'y', 'z', 'r0', 'r1', 'P0', 'P1', 'EAX', 'a_b', '.res', 't.1'];
const oddNames = [
  'if',
  'int',
  'exists',
  'lock',
  '_',
  '0',
  '1a',
  '%a0',
  'a b',
  'x`y',
  '{',
  '}',
  '(*',
  '//',
  '/*',
];
const oddestNames = ['"', '\\', 'a\nb', ';', '<<', 'é', 'atomic', 'no', 'bound', '&x', '-1', ''];
const nameArb = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...plainNames) },
  { weight: 1, arbitrary: fc.constantFrom(...oddNames) },
  { weight: 1, arbitrary: fc.constantFrom(...oddestNames) },
);
const int32 = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.constantFrom(-0x8000_0000, 0x7fff_ffff),
);

interface Scope {
  readonly locations: readonly string[];
  /** Threads that may be spawned, with their number of parameters. */
  readonly spawnable: readonly { readonly thread: number; readonly parameters: number }[];
}

/** Registers whose names end in w have 64 bits. */
const wideNames = ['w', 'r0w', 'if w', 'longw'];
const wideNameArb = fc.constantFrom(...wideNames);
const int64 = fc.oneof(
  int32.map((value) => constant(value, 64)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => constant(value, 64)),
  fc.constantFrom(2n ** 31n, 2n ** 32n - 1n, -(2n ** 63n), 2n ** 53n).map((value) => constant(value, 64)),
);

function exprsArb(scope: Scope): { narrow: fc.Arbitrary<Expr>; wide: fc.Arbitrary<Expr> } {
  const narrowing = conversionOps.filter((op) => op !== 'low32' && !op.endsWith('32'));
  return fc.letrec<{ narrow: Expr; wide: Expr; leaf: Expr }>((tie) => ({
    leaf: fc.oneof<fc.Arbitrary<Expr>[]>(
      int32.map((value): Expr => ({ kind: 'const', value })),
      nameArb.map((name): Expr => ({ kind: 'register', name })),
      ...(scope.locations.length === 0 ? [] : [fc.constantFrom(...scope.locations).map(addressOf)]),
    ),
    narrow: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.tuple(fc.constantFrom(...unaryOps, ...narrowing), tie('narrow')).map(([op, e]) => unary(op, e)),
      fc
        .tuple(fc.constantFrom(...binaryOps), tie('narrow'), tie('narrow'))
        .map(([op, a, b]) => binary(op, a, b)),
      fc.tuple(tie('narrow'), tie('narrow'), tie('narrow')).map(([c, a, b]) => conditional(c, a, b)),
      tie('wide').map((e) => unary('low32', e)),
      fc
        .tuple(fc.constantFrom('==', '<', '>=u', '&&'), tie('wide'), tie('wide'))
        .map(([op, a, b]) => binary(op, a, b)),
    ),
    wide: fc.oneof(
      { depthSize: 'small' },
      int64,
      wideNameArb.map((name) => register(name, 64)),
      fc.tuple(fc.constantFrom('sext32', 'zext32'), tie('leaf')).map(([op, e]) => unary(op, e)),
      fc.tuple(fc.constantFrom('-', '~'), tie('wide')).map(([op, e]) => unary(op, e)),
      fc
        .tuple(fc.constantFrom('+', '/u', '<<', '^'), tie('wide'), tie('wide'))
        .map(([op, a, b]) => binary(op, a, b)),
      fc.tuple(tie('narrow'), tie('wide'), tie('wide')).map(([c, a, b]) => conditional(c, a, b)),
    ),
  }));
}

function optional<T, K extends string>(key: K, value: fc.Arbitrary<T>): fc.Arbitrary<{ [k in K]?: T }> {
  return fc.record({ [key]: value }, { requiredKeys: [] }) as fc.Arbitrary<{ [k in K]?: T }>;
}

interface Place {
  readonly depth: number;
  readonly blocks: readonly string[];
  readonly loops: readonly string[];
  readonly atomic: boolean;
}

/** Loads, stores and read-modify-writes that say their width. */
function sizedArb(
  narrow: fc.Arbitrary<Expr>,
  wide: fc.Arbitrary<Expr>,
  target: fc.Arbitrary<string>,
): fc.Arbitrary<Statement> {
  const sized = (width: Width): fc.Arbitrary<Statement> => {
    const value = width === 64 ? wide : narrow;
    const into = width === 64 ? wideNameArb : target;
    return fc
      .tuple(fc.nat({ max: 4 }), narrow, value, value, into, fc.constantFrom(...fetchOps))
      .map(([choice, address, a, b, t, op]): Statement => {
        switch (choice) {
          case 0:
            return { kind: 'load', target: t, address, width };
          case 1:
            return { kind: 'store', address, value: a, width };
          case 2:
            return { kind: 'rmw', target: t, address, op: { kind: 'xchg', value: a }, width };
          case 3:
            return { kind: 'rmw', address, op: { kind: 'fetch', op, value: a }, width };
          default:
            return { kind: 'rmw', target: t, address, op: { kind: 'cas', expected: a, desired: b }, width };
        }
      });
  };
  return fc.constantFrom(...widths.filter((width) => width !== 32)).chain(sized);
}

function statementArb(scope: Scope, place: Place): fc.Arbitrary<Statement> {
  const { narrow: expr, wide } = exprsArb(scope);
  const k = <K extends string>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  const target = nameArb;
  const simple: fc.Arbitrary<Statement>[] = [
    fc.record({ kind: k('assign'), target, value: expr }),
    fc.record({ kind: k('assign'), target: wideNameArb, value: wide }),
    ordered(fc.record({ kind: k('load'), target, address: fc.oneof(expr, wide) })),
    ordered(fc.record({ kind: k('store'), address: expr, value: expr })),
    ordered(sizedArb(expr, wide, target)),
    fc
      .tuple(
        optional('target', target),
        fc.record({
          address: expr,
          op: fc.oneof(
            fc.record({ kind: k('xchg'), value: expr }),
            fc.record({ kind: k('fetch'), op: fc.constantFrom(...fetchOps), value: expr }),
            fc.record({ kind: k('cas'), expected: expr, desired: expr }),
          ),
        }),
      )
      .chain(([t, rest]) => ordered(fc.constant<Statement>({ kind: 'rmw', ...t, ...rest }))),
    fc.record({ kind: k('assume'), condition: expr }),
    fc
      .tuple(optional('message', fc.string()), expr)
      .map(([message, condition]): Statement => ({ kind: 'assert', condition, ...message })),
    ...(place.blocks.length === 0
      ? []
      : [fc.record({ kind: k('break'), label: fc.constantFrom(...place.blocks) })]),
    ...(place.loops.length === 0
      ? []
      : [fc.record({ kind: k('continue'), label: fc.constantFrom(...place.loops) })]),
  ];
  const outside: fc.Arbitrary<Statement>[] = [
    ordered(
      fc.record({
        kind: k('fence'),
        fence: fc.constantFrom('full' as const, 'store-store' as const, 'load-load' as const),
      }),
    ),
    fc
      .tuple(
        target,
        optional('from', fc.integer({ min: -9, max: 0 })),
        optional('to', fc.integer({ min: 0, max: 9 })),
      )
      .map(([t, from, to]): Statement => ({ kind: 'nondet', target: t, ...from, ...to })),
    fc.record({ kind: k('join'), thread: expr }),
    fc.record({ kind: fc.constantFrom('lock' as const, 'unlock' as const, 'free' as const), address: expr }),
    fc.record({ kind: k('alloc'), target, size: expr, zeroed: fc.boolean() }),
    wideNameArb.map(
      (t): Statement => ({ kind: 'alloc', target: t, size: constant(1), zeroed: true, width: 64 }),
    ),
    wideNameArb.map((t): Statement => ({ kind: 'nondet', target: t, from: -1, to: 2n ** 60n, width: 64 })),
    ...scope.spawnable.map(({ thread, parameters }) =>
      fc
        .array(expr, { minLength: parameters, maxLength: parameters })
        .map((args): Statement => ({ kind: 'spawn', thread, args })),
    ),
  ];
  if (place.depth === 0) return fc.oneof(...simple, ...(place.atomic ? [] : outside));
  const inner = (change: Partial<Place> = {}): fc.Arbitrary<Statement[]> =>
    fc.array(statementArb(scope, { ...place, ...change, depth: place.depth - 1 }), { maxLength: 3 });
  const nested: fc.Arbitrary<Statement>[] = [
    fc.record({ kind: k('if'), condition: expr, whenTrue: inner(), whenFalse: inner() }),
    nameArb.chain((label) =>
      inner({ blocks: [...place.blocks, label] }).map((body): Statement => ({ kind: 'block', label, body })),
    ),
    nameArb.chain((label) =>
      fc
        .tuple(
          expr,
          inner({ blocks: [...place.blocks, label], loops: [...place.loops, label] }),
          optional('bound', fc.nat({ max: 5 })),
        )
        .map(([condition, body, bound]): Statement => ({ kind: 'while', label, condition, body, ...bound })),
    ),
    ...(place.atomic
      ? []
      : [
          ordered(
            inner({ atomic: true, blocks: [], loops: [] }).map(
              (body): Statement => ({ kind: 'atomic', body }),
            ),
          ),
        ]),
  ];
  return fc.oneof(...simple, ...(place.atomic ? [] : outside), ...nested);
}

/** With any order, that of failure for a read-modify-write too. */
const ordered = (statement: fc.Arbitrary<Statement>): fc.Arbitrary<Statement> =>
  fc
    .tuple(
      statement,
      optional('order', fc.constantFrom(...accessOrders)),
      optional('failure', fc.constantFrom(...memoryOrders)),
    )
    .map(([s, order, failure]) => ({ ...s, ...order, ...(s.kind === 'rmw' ? failure : {}) }));

function initialArb(locations: readonly Location[], wide: boolean): fc.Arbitrary<InitialValue> {
  if (locations.length === 0) return int32;
  return fc.oneof(
    { weight: 3, arbitrary: int32 },
    { weight: wide ? 1 : 0, arbitrary: int64.map((e) => (e.kind === 'const' ? e.value : 0)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...locations)
        .chain(({ name, initial }) =>
          fc.nat({ max: initial.length - 1 }).map((index) => ({ location: name, index })),
        ),
    },
  );
}

const locationsArb: fc.Arbitrary<Location[]> = fc
  .uniqueArray(fc.tuple(nameArb, fc.integer({ min: 1, max: 3 }), fc.boolean()), {
    maxLength: 4,
    selector: ([name]) => name,
  })
  .map((shapes) =>
    shapes.map(([name, size, array]) => ({
      name,
      initial: new Array<number>(size).fill(0),
      ...(array ? { array } : {}),
    })),
  )
  .chain((shapes) =>
    fc.tuple(
      ...shapes.map((location) =>
        fc
          .array(initialArb(shapes, true), {
            minLength: location.initial.length,
            maxLength: location.initial.length,
          })
          .map((initial) => ({ ...location, initial })),
      ),
    ),
  );

function observableArb(locations: readonly Location[], threads: number): fc.Arbitrary<Observable> {
  const register = fc
    .tuple(fc.nat({ max: threads - 1 }), nameArb)
    .map(([thread, name]): Observable => ({ kind: 'register', thread, register: name }));
  if (locations.length === 0) return register;
  return fc.oneof(
    register,
    fc
      .constantFrom(...locations)
      .chain(({ name, initial }) =>
        fc
          .nat({ max: initial.length - 1 })
          .map((index): Observable => ({ kind: 'cell', location: name, index })),
      ),
  );
}

function formulaArb(observable: fc.Arbitrary<Observable>): fc.Arbitrary<Formula> {
  const operand: fc.Arbitrary<Operand> = fc.oneof(
    int32.map((value): Operand => ({ kind: 'const', value })),
    int64.map((e): Operand => ({ kind: 'const', value: e.kind === 'const' ? e.value : 0 })),
    observable,
    observable.map(
      (o): Operand => (o.kind === 'cell' ? { ...o, kind: 'address' } : { kind: 'const', value: 7 }),
    ),
  );
  const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({
        kind: fc.constant('compare' as const),
        op: fc.constantFrom('=' as const, '!=' as const),
        left: observable,
        right: operand,
      }),
      fc.constantFrom<Formula>({ kind: 'true' }, { kind: 'false' }),
      fc.record({ kind: fc.constant('not' as const), operand: tie('formula') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const, 'implies' as const),
        left: tie('formula'),
        right: tie('formula'),
      }),
    ),
  }));
  return formula;
}

function threadArb(
  locations: readonly Location[],
  scope: Scope,
  shape: Pick<Thread, 'start' | 'parameters'>,
): fc.Arbitrary<Thread> {
  return fc.record({
    name: nameArb,
    start: fc.constant(shape.start),
    parameters: fc.constant(shape.parameters),
    registers: fc
      .array(fc.tuple(nameArb, initialArb(locations, false)), { maxLength: 2 })
      .map((r) => new Map(r)),
    body: fc.array(statementArb(scope, { depth: 2, blocks: [], loops: [], atomic: false }), { maxLength: 5 }),
  });
}

export const programArb: fc.Arbitrary<Program> = fc
  .tuple(
    locationsArb,
    fc.integer({ min: 1, max: 2 }),
    fc.array(fc.uniqueArray(nameArb, { maxLength: 2 }), { maxLength: 2 }),
  )
  .chain(([locations, initials, spawned]) => {
    const count = initials + spawned.length;
    const shapes = [
      ...Array.from({ length: initials }, () => ({ start: 'initial' as const, parameters: [] })),
      ...spawned.map((parameters) => ({ start: 'spawned' as const, parameters })),
    ];
    const threads = fc.tuple(
      ...shapes.map((shape, i) => {
        const spawnable = spawned
          .map((parameters, j) => ({ thread: initials + j, parameters: parameters.length }))
          .filter(({ thread }) => thread !== i);
        return threadArb(locations, { locations: locations.map(({ name }) => name), spawnable }, shape);
      }),
    );
    const observable = observableArb(locations, count);
    const condition: fc.Arbitrary<Condition> = fc.record({
      quantifier: fc.constantFrom('exists' as const, 'not exists' as const, 'forall' as const),
      formula: formulaArb(observable),
    });
    return fc
      .record({
        name: fc.oneof(fc.constantFrom('SB', '2+2W', 'a b', '"', 'x{', ''), fc.string()),
        threads,
        condition: fc.option(condition, { nil: undefined }),
        filter: fc.option(formulaArb(observable), { nil: undefined }),
        observed: fc.array(
          fc.oneof(
            observable,
            fc.tuple(observable, fc.constantFrom(...widths)).map(([o, unsigned]) => ({ ...o, unsigned })),
          ),
          { maxLength: 3 },
        ),
      })
      .map(({ condition: c, filter, observed, ...rest }): Program => {
        const mentioned = [c?.formula, filter].flatMap((f) => (f === undefined ? [] : observablesOf(f)));
        const all = new Map([...mentioned, ...observed].map((o) => [observableKey(o), o]));
        // a name belongs to one thread, and P1 only to thread 1
        const threadNames = rest.threads.map(({ name }) => name);
        const named = rest.threads.map((thread, i) =>
          /^P\d+$/.test(thread.name) || threadNames.indexOf(thread.name) < i
            ? { ...thread, name: `${thread.name}.${i}` }
            : thread,
        );
        return {
          locations,
          ...rest,
          threads: named,
          observed: [...all.values()],
          ...(c === undefined ? {} : { condition: c }),
          ...(filter === undefined ? {} : { filter }),
        };
      });
  });
