// Events that no SC execution shows as they are on the weak machine: blocks that older values lead elsewhere, locks that a
// pending store leaves free. All complete monitors find what such events do.

import { describe, expect, it } from 'vitest';
import { completeMonitors, monitoredModel } from '../../../src/explicit/monitors/index.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { program, type ThreadBuilder } from '../../../src/program/builder.js';
import { printProgram } from '../../../src/program/printer.js';
import type { Program } from '../../../src/program/program.js';
import { Random } from '../../../src/support/prng.js';
import { hasNonScTrace, reporting } from './routes.js';

type Build = (random: Random) => Program;

/** Threads of loads, stores, fences and blocks that branch on what they read. */
const dependentBlocks: Build = (random) => {
  const p = program('dependent-blocks');
  const locations = ['x', 'y', 'z'].slice(0, random.int(2, 3)).map((name) => p.location(name));
  const location = () => random.pick(locations);
  const branch = (t: ThreadBuilder, depth: number): void => {
    t.load(location(), `b${depth}`);
    if (random.chance(0.1)) t.assume(`b${depth}`);
    const arm = (inner: ThreadBuilder): void => {
      for (let stores = random.int(0, 2); stores > 0; stores--) inner.store(location(), random.int(0, 3));
      if (random.chance(0.2)) inner.load(location());
      if (depth < 2 && random.chance(0.3)) branch(inner, depth + 1);
    };
    t.if(`b${depth}`, arm, arm);
  };
  const threads = random.int(2, 3);
  for (let i = 0; i < threads; i++)
    p.thread((t) => {
      for (let length = random.int(1, threads === 2 ? 4 : 3); length > 0; length--) {
        const kind = random.int(0, 9);
        if (kind < 3) t.atomic((block) => branch(block, 0));
        else if (kind < 6) t.store(location(), random.int(1, 3));
        else if (kind < 8) t.load(location());
        else if (kind === 8) t.fence();
        else t.storeFence();
      }
    });
  return p.build();
};

/** Threads that lock, unlock and store to the lock. */
const storedLocks: Build = (random) => {
  const p = program('stored-locks');
  const [x, y, m] = ['x', 'y', 'm'].map((name) => p.location(name));
  const threads = random.int(2, 3);
  for (let i = 0; i < threads; i++)
    p.thread((t) => {
      for (let length = random.int(1, threads === 2 ? 5 : 3); length > 0; length--) {
        const kind = random.int(0, 9);
        if (kind < 2) t.lock(m);
        else if (kind === 2) t.unlock(m);
        else if (kind < 6) t.store(random.pick([x, y, m, m]), random.int(0, 2));
        else if (kind < 8) t.load(random.pick([x, y, m]));
        else if (kind === 8) t.fence();
        else t.storeFence();
      }
    });
  return p.build();
};

const waitingLoad = (write: string): Program =>
  parseLitmus(
    `C waits
{ x=0; y=0; }
P0(int* x, int* y) { *y = 1; int r0 = await(x, is, 0); }
P1(int* x, int* y) { ${write}; *y = 1; }
no condition`,
    'waits.litmus',
  );

describe('a load that waits in vain under SC', () => {
  it.each(['*x = 1', 'xchg_relaxed(x, 1)'])('goes ahead of its own stores where another does %s', (write) => {
    const p = waitingLoad(write);
    const found = reporting(p, completeMonitors);
    for (const name of completeMonitors)
      expect([name, found?.has(name)]).toEqual([name, hasNonScTrace(p, monitoredModel[name])]);
    expect(found?.has('sober')).toBe(true);
  });
});

describe('monitors and traces agree', () => {
  it.each([
    ['where older values lead atomic blocks elsewhere', dependentBlocks],
    ['where stores hit locks', storedLocks],
  ])('%s', (_, build) => {
    let violated = 0;
    for (let seed = 0; seed < 250; seed++) {
      const p = build(new Random(seed));
      const found = reporting(p, completeMonitors);
      for (const name of completeMonitors) {
        const expected = hasNonScTrace(p, monitoredModel[name]);
        if (found === undefined || expected === undefined) continue;
        if (expected) violated++;
        expect(found.has(name), `${name} on seed ${seed}\n${printProgram(p)}`).toBe(expected);
      }
    }
    expect(violated).toBeGreaterThan(20);
  });
});
