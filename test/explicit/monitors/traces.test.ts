// Reports that depend on the trace, and reports that depend on its interleaving.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPair,
  closeTransitively,
  emptyRelation,
  hasPair,
  wordsFor,
} from '../../../src/execution/bitRelation.js';
import type { Event } from '../../../src/execution/event.js';
import { type Execution, traceKey } from '../../../src/execution/execution.js';
import { immediateHb } from '../../../src/execution/hb.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { HbClock } from '../../../src/explicit/monitors/clocks/hbClock.js';
import { type MonitorName, monitorEvents, monitorNames } from '../../../src/explicit/monitors/index.js';
import { layOut } from '../../../src/program/layout.js';
import type { Program } from '../../../src/program/program.js';
import { Random } from '../../../src/support/prng.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

/** An SC execution in which a random thread takes each step. */
function randomRun(program: Program, seed: number): Execution {
  const random = new Random(seed);
  const machine = Machine.start(compile(program, { unroll: 2 }), storeBufferModels.sc);
  for (let steps = machine.steps(); steps.length > 0; steps = machine.steps())
    machine.apply(random.pick(steps));
  return machine.execution();
}

const place = ({ thread, index }: Event): string => `${thread}.${index}`;

/** For each monitor the pairs it reports, by place. */
function reports(program: Program, { events }: Execution): ReadonlyMap<MonitorName, readonly string[]> {
  const { initial } = layOut(program);
  const observed = monitorEvents(events, {
    monitors: monitorNames,
    threads: program.threads.length,
    initial: (address) => initial.get(address) ?? 0,
  });
  return new Map(
    observed.map(({ name, violations }) => [
      name,
      violations
        .map(({ event, overtaken, address }) => `${place(event)} ${place(overtaken)} ${address}`)
        .sort(),
    ]),
  );
}

describe('happens-before clocks', () => {
  it('are the transitive closure of hb', () => {
    fc.assert(
      fc.property(arbitraryProgram({ size: 10 }), fc.integer(), (program, seed) => {
        const execution = randomRun(program, seed);
        const { events } = execution;
        const words = wordsFor(events.length);
        const hb = emptyRelation(events.length);
        immediateHb(execution).forEach((successors, from) => {
          for (const to of successors) addPair(hb, words, from, to);
        });
        closeTransitively(hb, events.length, words);
        const clock = new HbClock(program.threads.length);
        for (const event of events) {
          clock.advance(event);
          for (const earlier of events) {
            const before = earlier.id === event.id || hasPair(hb, words, earlier.id, event.id);
            expect(earlier.index < clock.past(event.thread)[earlier.thread]).toBe(before);
          }
        }
      }),
      { numRuns: 150, seed: 1 },
    );
  });
});

describe('reports', () => {
  it('of the trace-level monitors are the same on all interleavings of a trace', () => {
    let repeated = 0;
    let reported = 0;
    fc.assert(
      fc.property(arbitraryProgram({ size: 7 }), (program) => {
        const byTrace = new Map<string, ReadonlyMap<MonitorName, readonly string[]>>();
        for (let seed = 0; seed < 12; seed++) {
          const execution = randomRun(program, seed);
          const found = reports(program, execution);
          const key = traceKey(execution);
          const before = byTrace.get(key);
          byTrace.set(key, found);
          if (before === undefined) continue;
          repeated++;
          for (const name of ['bss-tso', 'bss-pso'] as const) {
            expect(found.get(name), name).toEqual(before.get(name));
            reported += found.get(name)?.length ?? 0;
          }
        }
      }),
      { numRuns: 120, seed: 1 },
    );
    expect(repeated).toBeGreaterThan(100);
    expect(reported).toBeGreaterThan(50);
  });

  it('of the published BSS monitors are among those at trace level, as are those of TSO among those of PSO', () => {
    fc.assert(
      fc.property(
        arbitraryProgram({ size: 9, features: ['rmw', 'fence', 'store-fence', 'lock', 'spawn'] }),
        fc.integer(),
        (program, seed) => {
          const found = reports(program, randomRun(program, seed));
          const within = (part: MonitorName, whole: MonitorName): void => {
            for (const pair of found.get(part) ?? []) expect(found.get(whole), part).toContain(pair);
          };
          within('bss-tso-published', 'bss-tso');
          within('bss-pso-published', 'bss-pso');
          within('bss-tso', 'bss-pso');
          within('sober-published', 'sober');
        },
      ),
      { numRuns: 400, seed: 1 },
    );
  });
});
