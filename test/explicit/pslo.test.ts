// The PSLO machine: stale loads where Fig. 6 has them, and never a load that goes back in time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialWrite } from '../../src/execution/execution.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { PsloMachine } from '../../src/explicit/machines/pslo.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { program, type ThreadBuilder } from '../../src/program/builder.js';
import { addressOf, constant, type Expr, register } from '../../src/program/expression.js';
import { heapBase } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { Random } from '../../src/support/prng.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

/** Message passing: the writer is done, the reader has read the flag; may its next load be stale? */
function secondLoadCanBeStale(between: string): boolean {
  const tested = parseLitmus(
    `C mp
{}
P0(int *data, int *flag) { *data = 1; smp_wmb(); *flag = 1; }
P1(int *data, int *flag) { int r = *flag; ${between} int s = *data; }
exists (1:r=1 /\\ 1:s=0)`,
    'mp.litmus',
  );
  const machine = PsloMachine.begin(compile(tested, { unroll: 1 }));
  const [data, flag] = [...machine.code.layout.addressOf.values()];
  for (let i = 0; i < 3; i++) machine.apply({ kind: 'execute', thread: 0 });
  for (const address of [data, flag]) machine.apply({ kind: 'commit', thread: 0, address });
  machine.apply({ kind: 'execute', thread: 1 });
  if (between === 'smp_mb();' || between === 'smp_wmb();') machine.apply({ kind: 'execute', thread: 1 });
  return machine.canBeStale(1);
}

describe('a load after a load', () => {
  it('may be stale', () => expect(secondLoadCanBeStale('')).toBe(true));
  it('may be stale across a store-store fence', () => expect(secondLoadCanBeStale('smp_wmb();')).toBe(true));
  it('is not after a load-load fence', () => expect(secondLoadCanBeStale('smp_rmb();')).toBe(false));
  it('is not after a full fence', () => expect(secondLoadCanBeStale('smp_mb();')).toBe(false));
});

/** `e0` executes the next event of thread 0, `s0` the load it has come to with the oldest value, `cx0` commits its store to x. */
function afterSteps(tested: Program, steps: string): PsloMachine {
  const machine = PsloMachine.begin(compile(tested, { unroll: 1 }));
  for (const step of steps.split(' ')) {
    const thread = Number(step.at(-1));
    const address = machine.code.layout.addressOf.get(step.slice(1, -1)) ?? heapBase;
    if (step.startsWith('c')) machine.apply({ kind: 'commit', thread, address });
    else if (step.startsWith('s')) machine.applyStale(thread);
    else machine.apply({ kind: 'execute', thread });
  }
  return machine;
}

type Fill = (t: ThreadBuilder) => unknown;
const [x, y, u] = ['x', 'y', 'u'].map(addressOf);
function programOf(threads: readonly Fill[], spawned: readonly Fill[] = []): Program {
  const p = program('stale');
  p.location('x', 3);
  p.location('y');
  p.location('u');
  for (const fill of threads) p.thread((t) => void fill(t));
  for (const fill of spawned) p.thread((t) => void fill(t), { spawned: [] });
  const made = p.build();
  const locations = made.locations.map((l) => (l.name === 'u' ? { ...l, uninitialised: true } : l));
  return { ...made, locations };
}

describe('whether a thread may see an older value', () => {
  const store: Fill = (t) => t.store(x, 1);
  it.each<[what: string, threads: readonly Fill[], steps: string, thread: number, can: boolean]>([
    ['one that it has not seen', [store, (t) => t.load(x)], 'e0 cx0', 1, true],
    ['not before the commit', [store, (t) => t.load(x)], 'e0', 1, false],
    ['not at a store', [store, (t) => t.store(x, 2)], 'e0 cx0', 1, false],
    ['not at a read-modify-write', [store, (t) => t.fetch('+', x, 2)], 'e0 cx0', 1, false],
    ['not after its end', [store, (t) => t.load(x)], 'e0 cx0 e1', 1, false],
    ['not after an assumption that does not hold', [store, (t) => t.assume(0).load(x)], 'e0 cx0', 1, false],
    [
      'not of what it has stored last itself',
      [store, (t) => [t.store(x, 2), t.load(x)]],
      'e0 cx0 e1 cx1',
      1,
      false,
    ],
    [
      'of what others have stored since',
      [store, (t) => [t.store(x, 2), t.load(x)]],
      'e1 cx1 e0 cx0',
      1,
      true,
    ],
    ['not where its buffer has a store', [store, (t) => [t.store(x, 2), t.load(x)]], 'e0 cx0 e1', 1, false],
    [
      'not of what it has changed last itself',
      [store, (t) => [t.fetch('+', x, 2), t.load(x)]],
      'e0 cx0 e1',
      1,
      false,
    ],
    ['not of what it has read', [store, (t) => [t.load(x), t.load(x)]], 'e0 cx0 e1', 1, false],
    ['of what it has read in its old state', [store, (t) => [t.load(x), t.load(x)]], 'e0 cx0 s1', 1, true],
    ['of what was read before the store', [store, (t) => [t.load(x), t.load(x)]], 'e1 e0 cx0', 1, true],
    [
      'not of what it has read in the end after an old state',
      [store, (t) => [t.load(x), t.load(x), t.load(x)]],
      'e0 cx0 s1 e1',
      1,
      false,
    ],
    [
      'another cell than the one it has read',
      [(t) => t.store(x, 1).store(y, 1), (t) => [t.load(x), t.load(y)]],
      'e0 e0 cx0 cy0 e1',
      1,
      true,
    ],
    ['not after its full fence', [store, (t) => [t.fence(), t.load(x)]], 'e0 cx0 e1', 1, false],
    ['after a full fence before the store', [store, (t) => [t.fence(), t.load(x)]], 'e1 e0 cx0', 1, true],
    [
      'not after its atomic block',
      [store, (t) => [t.atomic((s) => void s.load(y)), t.load(x)]],
      'e0 cx0 e1',
      1,
      false,
    ],
    ['not after it took a lock', [store, (t) => [t.lock(y), t.load(x)]], 'e0 cx0 e1', 1, false],
    [
      'after a full fence of another thread',
      [(t) => t.store(x, 1).fence(), (t) => t.load(x)],
      'e0 cx0 e0',
      1,
      true,
    ],
    ['after a choice', [store, (t) => [t.nondet(0, 1), t.load(x)]], 'e0 cx0 e1', 1, true],
    [
      'after a read-modify-write of another cell',
      [store, (t) => [t.fetch('+', y, 2), t.load(x)]],
      'e0 cx0 e1',
      1,
      true,
    ],
  ])('%s', (_, threads, steps, thread, can) => {
    expect(afterSteps(programOf(threads), steps).canBeStale(thread)).toBe(can);
  });

  it.each([
    ['not in a thread that was started after the store', 'e0 cx0 e0', false],
    ['in a thread that was started before the store', 'e0 e1 e0 cx0', true],
  ])('%s', (_, steps, can) => {
    const isBefore = steps.startsWith('e0 cx0');
    const starts: Fill = (t) => (isBefore ? t.store(x, 1).spawn(1) : t.spawn(1).store(x, 1));
    const child: Fill = (t) => (isBefore ? t.load(x) : [t.load(y), t.load(x)]);
    expect(afterSteps(programOf([starts], [child]), steps).canBeStale(1)).toBe(can);
  });

  it('nor in the thread that has joined the other', () => {
    const started = programOf([(t) => [t.spawn(1).join(1), t.load(x)]], [store]);
    expect(afterSteps(started, 'e0 e1 cx1').canBeStale(0)).toBe(false);
    expect(afterSteps(started, 'e0 e1 cx1 e0').canBeStale(0)).toBe(false);
  });
});

describe('an older value', () => {
  /** The reads of the thread, and what was found. */
  function seen(threads: readonly Fill[], steps: string, thread = 1): readonly string[] {
    const { events, rf, findings } = afterSteps(programOf(threads), steps).execution();
    return [
      ...events.flatMap((e) =>
        e.thread === thread ? e.reads.map(({ value }, i) => `${value} of ${rf[e.id][i]}`) : [],
      ),
      ...findings.map(({ kind }) => kind),
    ];
  }
  const lifetime = (address: Expr, how: 'ends' | 'empties' | 'begins'): Statement => ({
    kind: 'store',
    address,
    value: constant(0),
    lifetime: how,
  });
  const gives =
    (zeroed: boolean): Fill =>
    (t) => {
      // a block of the other kind stands before it
      t.alloc(2, 'q', !zeroed);
      t.alloc(2, 'p', zeroed);
      t.store(x, 'p').store(register('p'), 5);
    };
  const takes: Fill = (t) => t.load(t.load(x, 'p'));

  it.each<[what: string, threads: readonly Fill[], steps: string, reads: readonly string[]]>([
    ['is that of the beginning', [(t) => t.store(x, 1), (t) => t.load(x)], 'e0 cx0 s1', ['3 of -1']],
    [
      'is the newest if there is no older one',
      [(t) => t.store(x, 1), (t) => [t.load(x), t.load(x)]],
      'e0 cx0 e1 s1',
      ['1 of 0', '1 of 0'],
    ],
    [
      'may be missing',
      [(t) => t.store(u, 1), (t) => t.load(u)],
      'e0 cu0 s1',
      ['0 of -1', 'uninitialised-read'],
    ],
    [
      'is the last that was seen',
      [(t) => t.store(x, 1).store(x, 2).store(x, 4), (t) => [t.load(x), t.load(x), t.load(x)]],
      'e0 e0 e0 cx0 e1 cx0 cx0 s1 e1',
      ['1 of 0', '1 of 0', '4 of 2'],
    ],
    [
      'was taken away',
      [
        (t) => t.add(lifetime(x, 'empties')).store(x, 2),
        (t) => [t.add({ kind: 'load', target: 'a', address: x, has: 'v' }), t.load(x)],
      ],
      'e0 e0 cx0 e1 cx0 s1',
      ['0 of 0', '0 of 0', 'uninitialised-read'],
    ],
    [
      'belongs to an object that had not begun again',
      [(t) => t.add(lifetime(x, 'ends')).add(lifetime(x, 'begins')), (t) => [t.fence(), t.load(x)]],
      'e0 e0 cx0 e1 cx0 s1',
      ['0 of 0', 'use-after-free'],
    ],
    [
      'is one from before the object ended',
      [(t) => t.add(lifetime(x, 'ends')), (t) => t.load(x)],
      'e0 cx0 s1',
      ['3 of -1'],
    ],
  ])('%s', (_, threads, steps, reads) => {
    expect(seen(threads, steps)).toEqual(reads);
  });

  it('goes into the register', () => {
    const threads: Fill[] = [(t) => t.store(x, 1), (t) => t.store(y, t.load(x))];
    const { events } = afterSteps(programOf(threads), 'e0 cx0 s1 e1').execution();
    expect(events.at(-1)?.writes.map(({ value }) => value)).toEqual([3]);
  });

  it.each([true, false])('of a block is 0 if it was zeroed: %s', (zeroed) => {
    const machine = afterSteps(programOf([gives(zeroed), takes]), 'e0 e0 cx0 e1');
    const [, block] = machine.execution().allocs ?? [];
    machine.apply({ kind: 'commit', thread: 0, address: block.address });
    expect(machine.canBeStale(1)).toBe(true);
    machine.applyStale(1);
    const { events, rf, findings } = machine.execution();
    expect([events.at(-1)?.reads[0].value, rf.at(-1)]).toEqual([0, [-1]]);
    expect(findings.map(({ kind }) => kind)).toEqual(zeroed ? [] : ['uninitialised-read']);
  });

  it('of a block that was freed is none', () => {
    const frees: Fill = (t) => {
      t.alloc(1, 'p', true);
      t.store(x, 'p').free('p').store('p', 5);
    };
    const reads: Fill = (t) => {
      const p = t.load(x, 'p');
      t.fence().load(p);
    };
    const machine = afterSteps(programOf([frees, reads]), 'e0 e0 e0 cx0 ch0 e1 e1 ch0 s1');
    expect(machine.execution().findings.map(({ kind, thread }) => `${thread} ${kind}`)).toEqual([
      '0 use-after-free',
      '1 use-after-free',
    ]);
    const [event] = machine.execution().events.slice(-1);
    expect(event.reads.map(({ value }) => value)).toEqual([0]);
  });
});

/** A random run that is stale as often as it can. */
function run(tested: Program, seed: number): PsloMachine {
  const random = new Random(seed);
  const machine = PsloMachine.begin(compile(tested, { unroll: 2 }));
  for (let steps = machine.steps(); steps.length > 0; steps = machine.steps()) {
    const step = random.pick(steps);
    if (step.kind === 'execute' && machine.canBeStale(step.thread) && random.chance(0.7))
      machine.applyStale(step.thread);
    else machine.apply(step);
  }
  return machine;
}

describe('runs of random programs', () => {
  it('are coherent: what a thread sees of a cell never goes back', () => {
    let stale = 0;
    fc.assert(
      fc.property(
        arbitraryProgram({ size: 10, features: ['rmw', 'fence', 'store-fence', 'spawn', 'if', 'loop'] }),
        fc.integer(),
        (tested, seed) => {
          const { events, rf, co } = run(tested, seed).execution();
          const place = (address: number, writer: number): number =>
            writer === initialWrite ? -1 : (co.get(address) ?? []).indexOf(writer);
          const seen = new Map<string, number>();
          for (const { id, thread, reads, writes } of events) {
            const see = (address: number, writer: number): void => {
              const key = `${thread} ${address}`;
              const now = place(address, writer);
              expect(now).toBeGreaterThanOrEqual(seen.get(key) ?? -1);
              seen.set(key, now);
            };
            reads.forEach(({ address }, k) => {
              see(address, rf[id][k]);
              if (writes.length === 0 && place(address, rf[id][k]) < (co.get(address)?.length ?? 0) - 1)
                stale++;
            });
            for (const { address } of writes) see(address, id);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(stale).toBeGreaterThan(20);
  });
});
