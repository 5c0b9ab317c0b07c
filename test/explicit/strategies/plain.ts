// Interleavings counted on the plain machine, one by one, with their preemptions.

import { compile } from '../../../src/explicit/bytecode/compile.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import type { Program } from '../../../src/program/program.js';

/** At index k, the number of maximal SC interleavings with exactly k preemptions. */
export function interleavings(program: Program, unroll = 8): number[] {
  const counts: number[] = [];
  const walk = (machine: Machine, running: number, preemptions: number): void => {
    const steps = machine.steps();
    if (steps.length === 0) counts[preemptions] = (counts[preemptions] ?? 0) + 1;
    const goesOn = steps.some((step) => step.thread === running);
    for (const step of steps) {
      const next = machine.clone();
      next.apply(step);
      walk(next, step.thread, preemptions + Number(goesOn && step.thread !== running));
    }
  };
  walk(Machine.start(compile(program, { unroll }), storeBufferModels.sc), -1, 0);
  return Array.from(counts, (count) => count ?? 0);
}
