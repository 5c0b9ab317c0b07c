// Where an execution leaves SC: the prefix is one of SC, with the event it is not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borderline } from '../../src/execution/borderline.js';
import { isSequentiallyConsistent } from '../../src/execution/hb.js';
import { eventTimes } from '../../src/execution/visibility.js';
import { explore } from '../../src/explicit/explore.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

describe('borderline', () => {
  it.each(['tso', 'pso'] as const)('of executions of random programs under %s', (model) => {
    let found = 0;
    fc.assert(
      fc.property(arbitraryProgram({ size: 7 }), (program) => {
        explore(program, {
          model,
          unroll: 2,
          maxExecutions: 50,
          onExecution: (build) => {
            const witness = build();
            const border = borderline(witness);
            expect(border === undefined).toBe(isSequentiallyConsistent(witness.execution));
            if (border === undefined) return;
            found++;
            const position = new Map(border.prefix.map((event, i) => [event.id, i]));
            const { events, rf } = witness.execution;
            // In the SC order every read finds the last write, and threads go their way.
            const last = new Map<number, number>();
            for (const event of border.prefix) {
              event.reads.forEach(({ address }, k) => {
                expect(last.get(address) ?? -1).toBe(rf[event.id][k]);
              });
              for (const { address } of event.writes) last.set(address, event.id);
            }
            for (const { id, thread, index } of events)
              if (position.has(id))
                for (const earlier of events)
                  if (earlier.thread === thread && earlier.index < index)
                    expect(position.get(earlier.id)).toBeLessThan(position.get(id) ?? -1);
            expect(position.has(border.event.id)).toBe(false);
          },
        });
      }),
      { numRuns: 100, seed: 1 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

describe('eventTimes', () => {
  it('places every event, stores not later visible than executed', () => {
    fc.assert(
      fc.property(arbitraryProgram({ size: 7 }), (program) => {
        explore(program, {
          model: 'pso',
          unroll: 2,
          maxExecutions: 20,
          onExecution: (build) => {
            const witness = build();
            const { executed, visible } = eventTimes(witness);
            const { events } = witness.execution;
            expect(new Set(executed).size).toBe(events.length);
            for (const { id, kind } of events) {
              expect(executed[id]).toBeLessThan(witness.schedule.length);
              expect(visible[id]).toBeLessThan(witness.schedule.length);
              if (kind === 'W') expect(visible[id]).toBeGreaterThan(executed[id]);
              else expect(visible[id]).toBe(executed[id]);
            }
          },
        });
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});
