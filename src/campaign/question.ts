// Work for other machines: a question about a program, as plain data. It names everything its answer depends on, so
// equal questions have equal answers.

import { type ModelName, modelNames } from '../execution/execution.js';
import type { StrategyChoice } from '../explicit/strategies/strategy.js';
import type { Program } from '../program/program.js';
import { validate } from '../program/validate.js';
import { present } from '../support/present.js';
import type { EngineName, Limits, Model } from '../verdict/engine.js';
import type { MonitorRequest } from '../verdict/monitored.js';

/** Limits that can leave a process. `timeLimitMs` counts from the moment a worker begins. */
export type SentLimits = Pick<
  Limits,
  'unroll' | 'timeLimitMs' | 'maxExecutions' | 'dpor' | 'spinAssume' | 'strategy' | 'encoding'
>;

interface About {
  readonly program: Program;
  readonly engine: EngineName;
  readonly limits: SentLimits;
}

export type ExploreQuestion = About & { readonly kind: 'explore'; readonly model: ModelName };
export type RobustQuestion = About & { readonly kind: 'robust'; readonly model: 'tso' | 'pso' };
export type RacesQuestion = About & { readonly kind: 'races' };
export type MonitorQuestion = About & {
  readonly kind: 'monitor';
  readonly monitors: readonly MonitorRequest[];
  readonly strategy?: StrategyChoice;
};
export type StatesQuestion = About & { readonly kind: 'states'; readonly model: 'tso' | 'pso' };

export type EngineQuestion =
  | ExploreQuestion
  | RobustQuestion
  | RacesQuestion
  | MonitorQuestion
  | StatesQuestion;

const kinds: readonly EngineQuestion['kind'][] = ['explore', 'robust', 'races', 'monitor', 'states'];

export const sentLimits = (limits: Limits): SentLimits => {
  const { unroll, timeLimitMs, maxExecutions, dpor, spinAssume, strategy, encoding } = limits;
  return { unroll, ...present({ timeLimitMs, maxExecutions, dpor, spinAssume, strategy, encoding }) };
};

/** A user's own model is not sent: its expressions share parts, and written out in full they would be too large. */
export const isShipped = (model: Model): model is ModelName => typeof model === 'string';

/** Checks the form of a question from another machine. The program in it is validated like any other. */
export function isEngineQuestion(value: unknown): value is EngineQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, engine, limits, program, model } = fieldsOf(value);
  return (
    kinds.some((known) => known === kind) &&
    (engine === 'explicit' || engine === 'symbolic') &&
    typeof limits === 'object' &&
    limits !== null &&
    Number.isSafeInteger(fieldsOf(limits).unroll) &&
    (model === undefined || modelNames.some((name) => name === model)) &&
    isProgram(program)
  );
}

/** Throws an InputError for a program that breaks a rule of the representation. */
export function isProgram(value: unknown): value is Program {
  if (typeof value !== 'object' || value === null) return false;
  const { name, locations, threads, observed } = fieldsOf(value);
  if (typeof name !== 'string' || !Array.isArray(locations) || !Array.isArray(threads)) return false;
  if (!Array.isArray(observed) || !hasForm(value)) return false;
  // Many questions are about the same program.
  if (!valid.has(value)) validate(value);
  valid.add(value);
  return true;
}

const valid = new WeakSet<object>();

const hasForm = (value: object): value is Program => 'threads' in value && 'locations' in value;

export const fieldsOf = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value));
