// The questions as a library asks them: a program, and settings that all have defaults.

import { type ModelName, modelNames } from './execution/execution.js';
import { defaultUnroll } from './program/loopBounds.js';
import type { Program } from './program/program.js';
import { askCheck, type CheckVerdict } from './verdict/check.js';
import type { Limits } from './verdict/engine.js';
import { defaultEngines, type EngineChoice, startEngines } from './verdict/engines.js';
import { askOutcomes, type OutcomesVerdict, type Question } from './verdict/outcomes.js';

export interface AskSettings extends Partial<Limits> {
  /** All of them if absent. */
  readonly models?: readonly ModelName[];
  readonly engine?: EngineChoice;
}

export interface CheckSettings extends AskSettings {
  /** An answer that holds only up to the unroll bound is `unknown`. */
  readonly strict?: boolean;
}

/** The final states of a program under each model, the non-SC ones marked. */
export async function outcomes(program: Program, settings: AskSettings = {}): Promise<OutcomesVerdict> {
  return askOutcomes(program, await question(settings));
}

/** Whether the program's condition and assertions hold under each model. */
export async function check(program: Program, settings: CheckSettings = {}): Promise<CheckVerdict> {
  return askCheck(program, { ...(await question(settings)), strict: settings.strict === true });
}

async function question({ models, engine, ...limits }: AskSettings): Promise<Question> {
  return {
    models: models ?? modelNames,
    engines: await startEngines(engine ?? defaultEngines),
    limits: { unroll: defaultUnroll, ...limits },
  };
}
