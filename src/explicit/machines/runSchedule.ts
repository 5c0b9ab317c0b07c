// Replays a schedule: the plain machine takes exactly its steps. Either the execution comes about this way, or the
// impossible step is named.

import type { Execution, ModelName, Schedule, Step } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { type Code, compile } from '../bytecode/compile.js';
import { storeBufferModels } from './index.js';
import { Machine } from './machine.js';

export interface Replayed {
  readonly kind: 'replayed';
  /** The execution; its blocked threads are those that have not ended after the last step. */
  readonly execution: Execution;
  /** Whether nothing was possible after the last step. */
  readonly maximal: boolean;
}

export type Replay =
  | Replayed
  /** The machine cannot take the step at this position of the schedule. */
  | { readonly kind: 'impossible'; readonly position: number; readonly step: Step };

interface ReplayOptions {
  readonly model: ModelName;
  /** Bound of loops that state none. */
  readonly unroll: number;
  /** Called before the first step and after each. */
  readonly onState?: (machine: Machine) => void;
}

export function replaySchedule(program: Program, schedule: Schedule, options: ReplayOptions): Replay {
  return replayCode(codeToReplay(program, options.unroll), schedule, options.model, options.onState);
}

/** The same under all models, by program and bound. */
const known = new WeakMap<Program, Map<number, Code>>();

export function codeToReplay(program: Program, unroll: number): Code {
  const ofProgram = known.get(program) ?? new Map<number, Code>();
  known.set(program, ofProgram);
  const code = ofProgram.get(unroll) ?? compile(program, { unroll });
  ofProgram.set(unroll, code);
  return code;
}

/** `replaySchedule` for a program that is compiled already. */
export function replayCode(
  code: Code,
  schedule: Schedule,
  model: ModelName,
  onState?: ReplayOptions['onState'],
): Replay {
  const machine = Machine.start(code, storeBufferModels[model]);
  onState?.(machine);
  for (const [position, step] of schedule.entries()) {
    if (!machine.can(step)) return { kind: 'impossible', position, step };
    machine.apply(step);
    onState?.(machine);
  }
  return { kind: 'replayed', execution: machine.execution(), maximal: machine.isIdle() };
}
