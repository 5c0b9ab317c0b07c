// Reported reorderings are real: while the later event takes effect, the machine holds the store in its buffer.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSequentiallyConsistent } from '../../src/execution/hb.js';
import { reordered } from '../../src/execution/reordering.js';
import { eventTimes } from '../../src/execution/visibility.js';
import { explore } from '../../src/explicit/explore.js';
import { replaySchedule } from '../../src/explicit/machines/runSchedule.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

it.each(['tso', 'pso'] as const)('names a reordering of every non-SC execution under %s', (model) => {
  let found = 0;
  fc.assert(
    fc.property(arbitraryProgram({ size: 7 }), (program) => {
      explore(program, {
        model,
        unroll: 2,
        maxExecutions: 30,
        onExecution: (build) => {
          const witness = build();
          const what = reordered(witness);
          expect(what === undefined).toBe(isSequentiallyConsistent(witness.execution));
          if (what === undefined) return;
          expect(what.reorderings.length).toBeGreaterThan(0);
          const buffers: (readonly { address: number }[])[][] = [];
          replaySchedule(program, witness.schedule, {
            model,
            unroll: 2,
            onState: ({ threads }) => buffers.push(threads.map(({ buffer }) => [...buffer])),
          });
          const { visible } = eventTimes(witness);
          for (const { store, overtakes, forwarded } of what.reorderings) {
            found++;
            // After the step at `visible[e]` the machine is in state `visible[e] + 1`.
            const held = buffers[visible[overtakes.id] + 1][store.thread];
            expect(held.some(({ address }) => address === store.writes[0].address)).toBe(true);
            if (model === 'tso') expect(overtakes.kind).toBe('R');
            for (const { reads } of forwarded)
              expect(reads[0]).toEqual(expect.objectContaining({ address: store.writes[0].address }));
          }
        },
      });
    }),
    { numRuns: 60, seed: 1 },
  );
  expect(found).toBeGreaterThan(20);
});
