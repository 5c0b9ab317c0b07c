// Final states that are still reachable, against the search that the engine uses and against every split of a run in two.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, type Step } from '../../src/execution/execution.js';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { explore } from '../../src/explicit/explore.js';
import { storeBufferModels } from '../../src/explicit/machines/index.js';
import { Machine } from '../../src/explicit/machines/machine.js';
import { enabledSteps } from '../../src/explicit/reference/enabled.js';
import { reachableFrom } from '../../src/explicit/reference/reachable.js';
import { parseC } from '../../src/frontend/c/index.js';
import { randomProgram } from '../../src/generate/random.js';
import { atProcessEnd } from '../../src/program/processEnd.js';
import type { Program } from '../../src/program/program.js';

const unroll = 2;
const everything = { mostStates: 200_000 };
const start = (program: Program, model: ModelName): Machine =>
  Machine.start(compile(program, { unroll }), storeBufferModels[model]);
const sorted = (outcomes: readonly (readonly unknown[])[]): string[] => outcomes.map((o) => o.join()).sort();

describe('states that are still reachable', () => {
  it('is at the start what the engine finds, for random programs', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        for (const model of modelNames) {
          const found = reachableFrom(start(program, model), everything);
          const expected = explore(program, { model, unroll });
          expect(found.complete).toBe(true);
          expect(sorted(found.outcomes)).toEqual(sorted(expected.outcomes));
          expect([...new Set(found.findings.map(({ kind }) => kind))].sort()).toEqual(
            [...new Set(expected.findings.map(({ finding }) => finding.kind))].sort(),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is at each point the union over the steps that are possible there', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(), { maxLength: 12 }), (seed, picks) => {
        const machine = start(randomProgram(seed), 'pso');
        for (const pick of picks) {
          const { steps } = enabledSteps(machine);
          if (steps.length === 0) break;
          const after = (step: Step): Machine => {
            const next = machine.clone();
            next.apply(step);
            return next;
          };
          const here = new Set(sorted(reachableFrom(machine, everything).outcomes));
          const union = steps.flatMap((step) => sorted(reachableFrom(after(step), everything).outcomes));
          expect(new Set(union)).toEqual(here);
          machine.apply(steps[pick % steps.length]);
        }
      }),
      { numRuns: 15 },
    );
  });

  it.each(['docs/examples/mutex.c', 'benchmarks/c/store_buffering.c', 'benchmarks/c/publish_volatile.c'])(
    'is what the engine finds in %s, where the process may end before its threads',
    (file) => {
      const program = atProcessEnd(parseC(readFileSync(file, 'utf8'), file, { unroll }));
      for (const model of modelNames) {
        const found = reachableFrom(start(program, model), everything);
        const expected = explore(program, { model, unroll });
        expect(found.complete).toBe(true);
        expect(sorted(found.outcomes)).toEqual(sorted(expected.outcomes));
        expect(found.findings.length).toBe(expected.findings.length);
      }
    },
  );

  it('says what the next load of each thread can read, and that a search was cut short', () => {
    const program = parseC(
      'int x; void *w(void *a) { x = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int r = x; pthread_join(t, 0); return r; }\n'.replace(
        '',
        '#include <pthread.h>\n',
      ),
      'a.c',
    );
    const machine = start(program, 'tso');
    machine.apply({ kind: 'execute', thread: 0 });
    const { reads } = reachableFrom(machine, everything);
    expect(reads.filter(({ thread }) => thread === 0).map(({ value }) => value)).toEqual([0, 1]);
    expect(reachableFrom(machine, { mostStates: 2 }).complete).toBe(false);
  });

  it('lists only the ends of a range of values that is too long to choose from', () => {
    const file = 'int nondet_int(void); int x; int main(void) { x = nondet_int(); return 0; }';
    const { steps, all } = enabledSteps(start(parseC(file, 'a.c'), 'sc'));
    expect(all).toBe(false);
    expect(steps.length).toBeLessThan(10);
    expect(steps).toContainEqual({ kind: 'execute', thread: 0, choice: 0 });
  });
});
