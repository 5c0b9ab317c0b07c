// Every violation any monitor reports is an execution: the machine accepts it, the model's cat file allows it, and its
// happens-before has the reported cycle.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/cat/judge.js';
import { loadModel } from '../../../src/cat/models.js';
import { addPair, closeTransitively, hasPair, wordsFor } from '../../../src/execution/bitRelation.js';
import type { Event } from '../../../src/execution/event.js';
import { type Execution, initialWrite } from '../../../src/execution/execution.js';
import { forEachFromRead, hbCycle } from '../../../src/execution/hb.js';
import { programOrder } from '../../../src/execution/programOrder.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { explore } from '../../../src/explicit/explore.js';
import { monitorEvents, monitorNames, type Violation } from '../../../src/explicit/monitors/index.js';
import { violatingWitness } from '../../../src/explicit/monitors/witnesses/witness.js';
import { layOut } from '../../../src/program/layout.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

/** hb*, by its definition. */
function happensBefore(execution: Execution): (from: number, to: number) => boolean {
  const { events, rf, co } = execution;
  const words = wordsFor(events.length);
  const hb = programOrder(execution);
  events.forEach((_, id) => {
    for (const source of rf[id]) if (source !== initialWrite) addPair(hb, words, source, id);
  });
  for (const writers of co.values())
    writers.forEach((from, i) => {
      for (const to of writers.slice(i + 1)) addPair(hb, words, from, to);
    });
  forEachFromRead(execution, (read, write) => addPair(hb, words, read, write));
  closeTransitively(hb, events.length, words);
  return (from, to) => hasPair(hb, words, from, to);
}

/** The event at the same place of its thread. */
const counterpart = (execution: Execution, { thread, index }: Event): number =>
  execution.events.findIndex((e) => e.thread === thread && e.index === index);

function hasCycle(execution: Execution, { event, overtaken }: Violation): boolean {
  const hb = happensBefore(execution);
  const e = counterpart(execution, event);
  const w = counterpart(execution, overtaken);
  return hb(e, w) && hb(w, e);
}

describe('a reported violation is an execution of the weak machine', () => {
  it.each(monitorNames)('%s', (name) => {
    let reported = 0;
    fc.assert(
      fc.property(arbitraryProgram({ size: 8 }), (program) => {
        const code = compile(program, { unroll: 3 });
        const { initial } = layOut(program);
        explore(program, {
          model: 'sc',
          unroll: 3,
          maxExecutions: 30,
          onExecution: (sc) => {
            const { events } = sc().execution;
            const [monitor] = monitorEvents(events, {
              monitors: [name],
              threads: program.threads.length,
              initial: (address) => initial.get(address) ?? 0,
            });
            for (const violation of monitor.violations) {
              const witness = violatingWitness(code, monitor.model, events, violation);
              if (witness === undefined) {
                expect(violation.ifSameCells).toBe(true);
                continue;
              }
              reported++;
              expect(judge(loadModel(monitor.model), program, witness.execution)).toMatchObject({
                allowed: true,
              });
              expect(hbCycle(witness.execution)).toBeDefined();
              if (violation.event.kind !== 'A') expect(hasCycle(witness.execution, violation)).toBe(true);
            }
          },
        });
      }),
      { numRuns: 120, seed: 1 },
    );
    expect(reported).toBeGreaterThan(10);
  });
});
