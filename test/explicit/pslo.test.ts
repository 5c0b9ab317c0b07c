// The PSLO machine: stale loads where Fig. 6 has them, and never a load that goes back in time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialWrite } from '../../src/execution/execution.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { PsloMachine } from '../../src/explicit/machines/pslo.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import type { Program } from '../../src/program/program.js';
import { Random } from '../../src/support/prng.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

/** Message passing: the writer is done, the reader has read the flag; may its next load be stale? */
function secondLoadCanBeStale(between: string): boolean {
  const program = parseLitmus(
    `C mp
{}
P0(int *data, int *flag) { *data = 1; smp_wmb(); *flag = 1; }
P1(int *data, int *flag) { int r = *flag; ${between} int s = *data; }
exists (1:r=1 /\\ 1:s=0)`,
    'mp.litmus',
  );
  const machine = PsloMachine.begin(compile(program, { unroll: 1 }));
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

/** A random run that is stale as often as it can. */
function run(program: Program, seed: number): PsloMachine {
  const random = new Random(seed);
  const machine = PsloMachine.begin(compile(program, { unroll: 2 }));
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
        (program, seed) => {
          const { events, rf, co } = run(program, seed).execution();
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
