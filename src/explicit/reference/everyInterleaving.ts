// The reference explorer (--dpor none): every interleaving on the plain machine, memoised on the trace so far.
// Registers, memory and buffers are functions of the trace, which also says how far each thread and its commits are. So
// two paths that reach the same trace go on alike.

import type { Execution, Schedule, Step } from '../../execution/execution.js';
import { traceKey } from '../../execution/execution.js';
import type { CutLoop } from '../../execution/finding.js';
import type { Code } from '../bytecode/compile.js';
import { Machine } from '../machines/machine.js';
import type { StoreBufferModel } from '../machines/storeBuffer.js';

interface ReferenceResult {
  /** False when `shouldStop` ended the exploration. */
  readonly complete: boolean;
  /** Distinct states visited. */
  readonly states: number;
}

/** Calls `visit` once for each maximal trace of the program. */
export function everyInterleaving(
  code: Code,
  model: StoreBufferModel,
  visit: (execution: Execution, schedule: Schedule, cutLoops: readonly CutLoop[]) => void,
  shouldStop: () => boolean = () => false,
): ReferenceResult {
  const seen = new Set<string>();
  const schedule: Step[] = [];
  let complete = true;
  const explore = (machine: Machine): void => {
    if (shouldStop()) {
      complete = false;
      return;
    }
    const key = stateKey(machine);
    if (seen.has(key)) return;
    seen.add(key);
    const steps = machine.steps();
    if (steps.length === 0) visit(machine.execution(), [...schedule], machine.trace.cutLoops);
    for (const step of steps) {
      const next = machine.clone();
      next.apply(step);
      schedule.push(step);
      explore(next);
      schedule.pop();
    }
  };
  explore(Machine.start(code, model));
  return { complete, states: seen.size };
}

/** The trace so far; a store that is in no coherence order yet is still buffered. */
function stateKey(machine: Machine): string {
  const { events, rf, co, findings } = machine.trace;
  return `${traceKey({ events, rf, co, blocked: new Map(), findings })}|${findings.length}`;
}
