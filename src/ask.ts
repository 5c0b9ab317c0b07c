// The questions as a library asks them: a program, and settings that all have defaults.

import { modelNames } from './execution/execution.js';
import type { StrategyChoice } from './explicit/explore.js';
import type { Addition, Editable } from './program/editable.js';
import { defaultUnroll } from './program/loopBounds.js';
import type { Program } from './program/program.js';
import { relaxModels } from './relax/model.js';
import { type RelaxQuestion, type RelaxVerdict, relax as runRelax } from './relax/relax.js';
import type { Costs } from './repair/costs.js';
import type { Goal } from './repair/goal.js';
import { type RepairResult, type Round, repair } from './repair/repair.js';
import { present } from './support/present.js';
import { askCheck, type CheckVerdict } from './verdict/check.js';
import type { Engine, Limits, Model } from './verdict/engine.js';
import { defaultEngines, type EngineChoice, startEngines } from './verdict/engines.js';
import { defaultMonitors, type MonitorName } from './verdict/monitored.js';
import { askOutcomes, type OutcomesVerdict, type Question } from './verdict/outcomes.js';
import { askRobust, type RobustVerdict } from './verdict/robust.js';

export interface AskSettings extends Partial<Limits> {
  /** All that diptych ships if absent. A model of one's own (`loadCatFile`) is for the symbolic engine alone. */
  readonly models?: readonly Model[];
  readonly engine?: EngineChoice;
}

export interface CheckSettings extends AskSettings {
  /** An answer that holds only up to the unroll bound, or that not every engine confirms, is `unknown`. */
  readonly strict?: boolean;
}

export interface RobustSettings extends AskSettings {
  /** The complete ones if absent. */
  readonly monitors?: readonly MonitorName[];
  /** How the SC executions that monitors see are chosen; one per trace if absent. */
  readonly strategy?: StrategyChoice;
}

export type RelaxSettings = Partial<RelaxQuestion>;

/** As those of the command. */
const relaxDefaults: RelaxQuestion = {
  models: relaxModels,
  runs: 100,
  trials: 10,
  repeats: 20,
  seed: 0,
  cycleLength: 4,
  unroll: 1000,
  maxSteps: 10_000,
};

/** The final states of a program under each model, the non-SC ones marked. */
export async function outcomes(program: Program, settings: AskSettings = {}): Promise<OutcomesVerdict> {
  return askOutcomes(program, await question(settings));
}

/** Predicts cycles from runs under SC and forces them (docs/relax.md): what it shows is real, its silence proves nothing. */
export const relax = (program: Program, settings: RelaxSettings = {}): Promise<RelaxVerdict> =>
  runRelax(program, { ...relaxDefaults, ...settings });

/** Whether the program's condition and assertions hold under each model. */
export async function check(program: Program, settings: CheckSettings = {}): Promise<CheckVerdict> {
  return askCheck(program, { ...(await question(settings)), strict: settings.strict === true });
}

/** Whether every trace of the program under TSO and PSO is sequentially consistent. */
export async function robust(program: Program, settings: RobustSettings = {}): Promise<RobustVerdict> {
  const { monitors, strategy, ...rest } = settings;
  const { engines, limits, models } = await question(rest);
  return askRobust(program, {
    models: models.filter((model) => model === 'tso' || model === 'pso'),
    engines,
    monitors: monitors ?? defaultMonitors,
    limits,
    ...present({ strategy }),
  });
}

export interface FencesSettings extends AskSettings {
  /** Assertions if the model breaks one, else robustness, if absent. */
  readonly goal?: Goal;
  readonly costs?: Costs;
  /** The kinds of repairs; fences if absent. */
  readonly additions?: readonly Addition[];
  /** All repairs of the least cost, not only one. */
  readonly all?: boolean;
  /** The candidates are the fences that the program has, and those that are not chosen go. */
  readonly redundant?: boolean;
  readonly onRound?: (round: Round) => void;
}

/** The cheapest changes of a program's text (`readEditable`, `editableLitmus`) that repair it, per model. */
export async function fences(editable: Editable, settings: FencesSettings = {}): Promise<RepairResult[]> {
  const { goal, costs, additions, all, redundant, onRound, ...rest } = settings;
  const { engines, limits, models } = await question(rest);
  const results: RepairResult[] = [];
  for (const model of models)
    if (model === 'tso' || model === 'pso')
      results.push(
        await repair(editable, {
          model,
          engines,
          limits,
          ...present({ goal, costs, additions, all, redundant, onRound }),
        }),
      );
  return results;
}

async function question({
  models = modelNames,
  engine,
  ...limits
}: AskSettings): Promise<Question & { readonly engines: readonly Engine[] }> {
  const own = models.some((model) => typeof model !== 'string');
  return {
    models,
    engines: await startEngines(engine ?? (own ? 'symbolic' : defaultEngines)),
    limits: { unroll: defaultUnroll, ...limits },
  };
}
