// Random programs in which one thread is there several times.

import { everything } from '../../../src/generate/observe.js';
import { randomProgram } from '../../../src/generate/random.js';
import { addressOf, binary, constant, register } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { Random } from '../../../src/support/prng.js';

/** A random program in which one thread is there several times. */
export function withCopies(seed: number, copies: number): Program {
  const p = randomProgram(seed, { size: 5, threads: [1, 2] });
  const [first, ...others] = p.threads;
  const threads = [...Array.from({ length: copies }, (_, i) => ({ ...first, name: `copy${i}` })), ...others];
  return { name: p.name, locations: p.locations, threads, observed: everything(p.locations, threads) };
}

/** The same, where each copy holds for some time a lock that names its holder; others may look at the lock. */
export function withHolders(seed: number, copies: number): Program {
  const p = withCopies(seed, copies);
  const lock = { name: 'held', initial: [0] };
  const held = addressOf('held');
  const threads = p.threads.map((thread, t) => {
    const self = constant(t + 7);
    const from = seed % 3 === 0 ? 1 : 0;
    const body: Statement[] = [
      ...thread.body.slice(0, from),
      { kind: 'lock', address: held, leaves: { op: '=', value: self } },
      ...thread.body.slice(from),
      { kind: 'unlock', address: held, holder: seed % 7 === 0 ? constant(7) : self },
    ];
    if (t < copies) return { ...thread, body };
    return seed % 5 !== 0
      ? thread
      : { ...thread, body: [...thread.body, { kind: 'load', target: 'seen', address: held } as const] };
  });
  const locations = [...p.locations, lock];
  return {
    ...p,
    locations,
    threads,
    observed: everything(seed % 11 === 0 ? locations : p.locations, threads),
  };
}

/** A thread that starts like ones, and does other things between: by branches, loops and checks of which it is known how they end. */
export function withStarter(seed: number, copies: number): Program {
  const random = new Random(seed);
  const p = randomProgram(seed, { size: 3, threads: [1, 1], features: [] });
  const [{ body: alike }] = p.threads;
  const [{ name: cell }] = p.locations;
  const store = (value: number): Statement => ({
    kind: 'store',
    address: addressOf(cell),
    value: constant(value),
  });
  const body: Statement[] = [{ kind: 'assign', target: 'k', value: constant(random.int(0, 1)) }];
  for (let t = 1; t <= copies; t++) {
    const spawn: Statement = { kind: 'spawn', thread: t, args: [] };
    const label = `round${t}`;
    const between: readonly (() => Statement[])[] = [
      () => [],
      () => [{ kind: 'if', condition: register('k'), whenTrue: [store(7)], whenFalse: [] }],
      () => [{ kind: 'if', condition: register('k'), whenTrue: [], whenFalse: [store(8)] }],
      () => [{ kind: 'assert', condition: register('k') }],
      () => [
        { kind: 'assign', target: 'i', value: constant(0) },
        {
          kind: 'while',
          label,
          condition: binary('<', register('i'), constant(random.int(0, 2))),
          body: [store(t), { kind: 'assign', target: 'i', value: binary('+', register('i'), constant(1)) }],
          bound: 3,
        },
      ],
      () => [
        { kind: 'load', target: 'k', address: addressOf(cell) },
        { kind: 'if', condition: register('k'), whenTrue: [store(9)], whenFalse: [] },
      ],
    ];
    body.push(spawn, ...between[random.int(0, between.length - 1)]());
    if (random.chance(0.2)) body.push({ kind: 'join', thread: constant(t) });
  }
  const threads = [
    { name: 'starter', start: 'initial' as const, parameters: [], registers: new Map(), body },
    ...Array.from({ length: copies }, (_, i) => ({
      name: `copy${i}`,
      start: 'spawned' as const,
      parameters: [],
      registers: new Map(),
      body: alike,
    })),
  ];
  return validate({
    name: `starter${seed}`,
    locations: p.locations,
    threads,
    observed: everything(p.locations, threads),
  });
}
