// Replaying a schedule: the plain machine takes exactly its steps. Whoever found it, the execution either comes about this
// way or the step that is not possible is named.

import type { Execution, ModelName, Schedule, Step } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { compile } from '../bytecode/compile.js';
import { storeBufferModels } from '../machines/index.js';
import { Machine } from '../machines/machine.js';

export type Replay =
  | {
      readonly kind: 'replayed';
      /** What happened; its blocked threads are those that have not ended after the last step. */
      readonly execution: Execution;
      /** Whether nothing was possible after the last step. */
      readonly maximal: boolean;
    }
  /** The machine cannot take the step at this position of the schedule. */
  | { readonly kind: 'impossible'; readonly position: number; readonly step: Step };

export interface ReplayOptions {
  readonly model: ModelName;
  /** Bound of loops that state none. */
  readonly unroll: number;
}

export function replaySchedule(program: Program, schedule: Schedule, options: ReplayOptions): Replay {
  const machine = Machine.start(
    compile(program, { unroll: options.unroll }),
    storeBufferModels[options.model],
  );
  for (const [position, step] of schedule.entries()) {
    if (!machine.steps().some((possible) => sameStep(possible, step)))
      return { kind: 'impossible', position, step };
    machine.apply(step);
  }
  return { kind: 'replayed', execution: machine.execution(), maximal: machine.steps().length === 0 };
}

function sameStep(a: Step, b: Step): boolean {
  if (a.thread !== b.thread) return false;
  return a.kind === 'commit'
    ? b.kind === 'commit' && a.address === b.address
    : b.kind === 'execute' && a.choice === b.choice;
}
