// Random programs in which one thread is there several times.

import { everything } from '../../../src/generate/observe.js';
import { randomProgram } from '../../../src/generate/random.js';
import { addressOf, constant } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';

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
