// The questions as a library asks them: a program, and settings that all have defaults. A question with an AbortSignal runs on
// a thread of its own (askApart.ts), because a search on the caller's thread would never let the signal fire.

import { apart, executorApart, type ThreadSettings } from './askApart.js';
import { modelNames } from './execution/execution.js';
import type { StrategyChoice } from './explicit/explore.js';
import type { Addition, Editable } from './program/editable.js';
import { defaultUnroll } from './program/loopBounds.js';
import type { Program } from './program/program.js';
import type { MonitoredTrace } from './record/monitoredTrace.js';
import { relaxModels } from './relax/model.js';
import { type RelaxQuestion, type RelaxVerdict, relax as runRelax } from './relax/relax.js';
import type { Costs } from './repair/costs.js';
import type { Goal } from './repair/goal.js';
import { type RepairResult, type Round, repair } from './repair/repair.js';
import { InputError } from './support/diagnostic.js';
import { present } from './support/present.js';
import { askCheck, type CheckVerdict } from './verdict/check.js';
import type { Engine, EngineName, Limits, Model } from './verdict/engine.js';
import { defaultEngines, type EngineChoice, startEngines } from './verdict/engines.js';
import type { Executor } from './verdict/executor.js';
import { askExplain, type ExplainVerdict } from './verdict/explain.js';
import { defaultMonitors, type MonitorName } from './verdict/monitored.js';
import { askOutcomes, type OutcomesVerdict, type Question } from './verdict/outcomes.js';
import { askRaces, type RacesVerdict } from './verdict/races.js';
import { askRobust, type RobustVerdict } from './verdict/robust.js';
import { parseFinding } from './verdict/wantedFinding.js';
import { wantedFinding, wantedState } from './verdict/wantedState.js';

export interface AskSettings extends Partial<Limits>, ThreadSettings {
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

export type RelaxSettings = Partial<RelaxQuestion> & ThreadSettings;

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
  const { signal, worker } = settings;
  if (signal !== undefined) return apart(signal, worker, 'outcomes', program, settings);
  return askOutcomes(program, await question(settings));
}

/** Predicts cycles from runs under SC and forces them (docs/relax.md): what it shows is real, its silence proves nothing. */
export async function relax(program: Program, settings: RelaxSettings = {}): Promise<RelaxVerdict> {
  const { signal, worker, ...rest } = settings;
  if (signal !== undefined) return apart(signal, worker, 'relax', program, settings);
  return runRelax(program, { ...relaxDefaults, ...rest });
}

/** Whether the program's condition and assertions hold under each model. */
export async function check(program: Program, settings: CheckSettings = {}): Promise<CheckVerdict> {
  const { signal, worker, strict = false, ...rest } = settings;
  if (signal !== undefined) return apart(signal, worker, 'check', program, settings);
  return askCheck(program, { ...(await question(rest)), strict });
}

/** Whether every trace of the program under TSO and PSO is sequentially consistent. */
export async function robust(program: Program, settings: RobustSettings = {}): Promise<RobustVerdict> {
  const { signal, worker, monitors = defaultMonitors, strategy, ...rest } = settings;
  if (signal !== undefined) return apart(signal, worker, 'robust', program, settings);
  const { engines, limits, models } = await question(rest);
  return askRobust(program, {
    models: models.filter((model) => model === 'tso' || model === 'pso'),
    engines,
    monitors,
    limits,
    ...present({ strategy }),
  });
}

export interface RacesSettings extends Omit<AskSettings, 'models'> {
  /** Whether plain and volatile accesses are not atomic, as in C; true if absent. A litmus test may say false. */
  readonly plain?: boolean;
}

/** Whether the program has a data race, as C11 defines it, in one of its SC executions. */
export async function races(program: Program, settings: RacesSettings = {}): Promise<RacesVerdict> {
  const { signal, worker, plain = true, ...rest } = settings;
  if (signal !== undefined) return apart(signal, worker, 'races', program, settings);
  const { engines, limits } = await question(rest);
  return askRaces(program, { engines, limits, plain });
}

export interface ExplainSettings extends AskSettings {
  /** A final state, `0:EAX=0 1:EAX=0` or `x=1 y=0`; other values may be anything. The program's condition if absent. */
  readonly outcome?: string;
  /** A finding in place of a state: `any`, a kind, a line, or both (`assertion:12`). */
  readonly finding?: string;
}

/** Why a final state or a finding is possible under a model, or forbidden. */
export async function explain(program: Program, settings: ExplainSettings = {}): Promise<ExplainVerdict> {
  const { signal, worker, outcome, finding, ...rest } = settings;
  if (signal !== undefined) return apart(signal, worker, 'explain', program, settings);
  const named = finding === undefined ? undefined : parseFinding(finding);
  if (finding !== undefined && named === undefined)
    throw new InputError({ code: 'bad-outcome', message: `'${finding}' is no kind of finding and no line` });
  const wanted = named === undefined ? wantedState(program, outcome) : wantedFinding(program, named);
  const { engines, limits, models } = await question(rest);
  return askExplain(wanted, { models: models.filter((model) => typeof model === 'string'), engines, limits });
}

export interface MonitorSettings extends ThreadSettings {
  /** The complete ones if absent. */
  readonly monitors?: readonly MonitorName[];
  /** Whether to look for data races as well. */
  readonly races?: boolean;
}

/** The monitors on one recorded execution: a trace (docs/trace.md) or a log of `diptych record`. */
export async function monitor(file: string, settings: MonitorSettings = {}): Promise<MonitoredTrace> {
  const { signal, worker, monitors = defaultMonitors, races: alsoRaces = false } = settings;
  if (signal !== undefined) return apart(signal, worker, 'monitor', file, settings);
  const { monitorTrace } = await import('./record/monitoredTrace.js');
  return monitorTrace(file, { monitors, races: alsoRaces });
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

/** With a signal, as fence synthesis has it here, every search of the engines runs apart. */
async function question({
  models = modelNames,
  engine,
  worker,
  ...limits
}: AskSettings): Promise<Question & { readonly engines: readonly (Engine | Executor)[] }> {
  const own = models.some((model) => typeof model !== 'string');
  const choice = engine ?? (own ? 'symbolic' : defaultEngines);
  const names: readonly EngineName[] = choice === 'both' ? ['explicit', 'symbolic'] : [choice];
  const { signal } = limits;
  return {
    models,
    engines:
      signal === undefined
        ? await startEngines(choice)
        : names.map((name) => executorApart(name, signal, worker)),
    limits: { unroll: defaultUnroll, ...limits },
  };
}
