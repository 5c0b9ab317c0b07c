import { describe, expect, it } from 'vitest';
import { judgeGraph } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import type { Event } from '../../src/execution/event.js';
import type { Execution, Witness } from '../../src/execution/execution.js';
import { hbCycle } from '../../src/execution/hb.js';
import { explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { type BreakingFence, breakingFences } from '../../src/repair/breaking.js';

/** The execution with fences in it. */
function fenced(execution: Execution, fences: readonly BreakingFence[]): Execution {
  const events: Event[] = execution.events.map((event) => ({
    ...event,
    index:
      event.index +
      fences.filter(({ before: b }) => b.thread === event.thread && b.index <= event.index).length,
  }));
  for (const { fence, before } of fences) {
    const { thread, index } = events[before.id];
    const kind = fence === 'full' ? 'F' : 'S';
    events.push({ id: events.length, thread, index: index - 1, kind, reads: [], writes: [] });
  }
  return { ...execution, events, rf: events.map((_, i) => execution.rf[i] ?? []) };
}

describe('fences that break a cycle', () => {
  it.each(['tso', 'pso'] as const)('make the execution impossible under %s', (model) => {
    let seen = 0;
    for (let seed = 1; seed <= 300 && seen < 150; seed++) {
      const witnesses: Witness[] = [];
      explore(randomProgram(seed, { size: 8 }), {
        model,
        unroll: 2,
        maxExecutions: 60,
        onExecution: (build) => witnesses.push(build()),
      });
      for (const witness of witnesses.slice(0, 20)) {
        const cycle = hbCycle(witness.execution);
        if (cycle === undefined) continue;
        seen++;
        const fences = breakingFences(witness, cycle);
        expect(fences.length).toBeGreaterThan(0);
        expect([seed, judgeGraph(loadModel(model), fenced(witness.execution, fences)).allowed]).toEqual([
          seed,
          false,
        ]);
      }
    }
    expect(seen).toBeGreaterThan(20);
  });
});
