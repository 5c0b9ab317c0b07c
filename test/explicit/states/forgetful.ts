// Random programs that choose, act on the choice and forget it. So states differ in what their past has left behind, and in nothing else.

import { everything } from '../../../src/generate/observe.js';
import { addressOf, binary, constant, type Expr, register } from '../../../src/program/expression.js';
import type { Program, Thread } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { Random } from '../../../src/support/prng.js';

const load = (target: string, name: string): Statement => ({
  kind: 'load',
  target,
  address: addressOf(name),
});
const store = (name: string, value: Expr): Statement => ({ kind: 'store', address: addressOf(name), value });

/** An optional action of a thread, by its number: threads count from 1. */
type Act = (t: number, random: Random, threads: number) => Statement[];

const acts: Readonly<Record<string, Act>> = {
  stores: (_, random) => [store(random.chance(0.5) ? 'x' : 'y', constant(random.int(1, 2)))],
  fences: () => [{ kind: 'fence', fence: 'store-store' }],
  waits: () => [{ kind: 'fence', fence: 'full' }],
  own: (t) => [store(`own${t}`, constant(1))],
  takes: (t) => [{ kind: 'lock', address: addressOf('m'), leaves: { op: '=', value: constant(t + 7) } }],
  gives: (t) => [{ kind: 'unlock', address: addressOf('m'), holder: constant(t + 7) }],
  // a lock that does not say which thread holds it
  locks: () => [{ kind: 'lock', address: addressOf('m') }],
  unlocks: () => [{ kind: 'unlock', address: addressOf('m') }],
  fails: () => [{ kind: 'assert', condition: constant(0) }],
  // by one of two findings
  faults: () => [
    { kind: 'nondet', target: 'r', from: 0, to: 1 },
    { kind: 'load', target: 'r', address: binary('*', register('r'), constant(3)) },
  ],
  joins: (t, random, threads) => {
    const other = random.int(1, threads);
    return other === t ? [] : [{ kind: 'join', thread: constant(other) }];
  },
};

const maybe = (random: Random, body: Statement[]): Statement[] => [
  { kind: 'nondet', target: 'r', from: 0, to: 1 },
  random.chance(0.3)
    ? { kind: 'if', condition: register('r'), whenTrue: body, whenFalse: [] }
    : { kind: 'if', condition: binary('==', register('r'), constant(0)), whenTrue: [], whenFalse: body },
  { kind: 'assign', target: 'r', value: constant(0) },
];

function bodyOf(t: number, random: Random, threads: number, kinds: readonly Act[]): Statement[] {
  const act = (): Statement[] => kinds[random.int(0, kinds.length - 1)](t, random, threads);
  const read = (): Statement[] => [
    load(random.chance(0.5) ? 's' : 'r', ['x', 'y', `own${t}`][random.int(0, 2)]),
  ];
  const parts = [() => maybe(random, act()), () => maybe(random, act()), act, read];
  const body = Array.from({ length: random.int(1, 2) }, () => parts[random.int(0, 3)]()).flat();
  const first = random.chance(0.2) ? act() : maybe(random, act());
  return [...first, ...body, ...(random.chance(0.7) ? read() : [])];
}

/** A thread starts others. `alike`: all of them do the same, and each has a cell of its own; some of these programs have no starter. */
export function forgetful(seed: number, alike: boolean, kinds: readonly string[]): Program {
  const random = new Random(seed);
  const count = 2;
  const starts = !alike || random.chance(0.7);
  const chosen = kinds.map((kind) => acts[kind]);
  const threads = Array.from({ length: count }, (_, i): Thread => {
    const own = alike ? new Random(seed + 1) : random;
    return {
      name: `P${i + 1}`,
      start: starts ? 'spawned' : 'initial',
      parameters: [],
      registers: new Map(),
      body: bodyOf(i + 1, own, count, chosen),
    };
  });
  const spawns = threads.flatMap((_, i): Statement[] => {
    const start: Statement = { kind: 'spawn', thread: i + 1, args: [] };
    return !alike && random.chance(0.3) ? maybe(random, [start]) : [start];
  });
  const joins = threads
    .map((_, i): Statement => ({ kind: 'join', thread: constant(i + 1) }))
    .filter(() => random.chance(0.5));
  const after = random.chance(0.5) ? [...joins, load('s', 'x')] : [];
  const starter: Thread = {
    name: 'P0',
    start: 'initial',
    parameters: [],
    registers: new Map(),
    body: [...spawns, ...after],
  };
  const all = starts ? [starter, ...threads] : threads;
  const shared = ['x', 'y'].map((name) => ({ name, initial: [0] }));
  const others = ['m', 'own1', 'own2'].map((name) => ({ name, initial: [0] }));
  const observed = everything(shared, all).filter((o) => o.kind === 'cell' || o.register === 's');
  return validate({
    name: `forgetful${seed}`,
    locations: [...shared, ...others],
    threads: all,
    observed,
  });
}
