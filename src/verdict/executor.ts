// An executor puts questions to one engine: here, on a thread (cli/runner/onThread.ts) or on other machines (campaign/onMachines.ts).
// A question and its answer are plain data. Limits may be functions, which stay with the caller.

import { type Evidence, type Outcome, outcomeKey } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import { raceKey } from '../execution/race.js';
import type { StrategyChoice } from '../explicit/explore.js';
import type { WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import { Certifier } from './certificate.js';
import type { Difference } from './compare.js';
import {
  type Claim,
  type Engine,
  type EngineAnswer,
  type EngineName,
  guarded,
  isStopped,
  type Limits,
  type Model,
  noRacesSeen,
  nothingSeen,
  type RacesAnswer,
  type Shortfall,
  stopReasonOf,
} from './engine.js';
import { type Keep, KeptOutcomes } from './keptOutcomes.js';
import { type Monitored, type MonitorRequest, runMonitors } from './monitored.js';
import { askRoute, type RouteAnswer, unknownRoute } from './route.js';
import { askStates, type ScStates, type StateRobustness } from './stateRobust.js';

/** Receives each finding once it is certified, with its execution where the caller may show it. */
export type OnFound = (claim: Claim, shown?: Evidence) => void;

interface AboutProgram {
  readonly program: Program;
}

export interface AboutExplore extends AboutProgram {
  readonly model: Model;
  /** Which executions of final states are kept; none if absent. */
  readonly keep?: Keep;
  /** Everything that is found comes with its execution. */
  readonly showAll?: boolean;
}

export interface KeptOutcome {
  readonly outcome: Outcome;
  readonly shown: Evidence;
}

export interface Explored {
  readonly answer: EngineAnswer;
  /** Executions that do not show what they are said to show. */
  readonly flawed: readonly Difference[];
  readonly kept: readonly KeptOutcome[];
}

interface AboutRobust extends AboutProgram {
  readonly model: WeakModel;
}

interface AboutMonitor extends AboutProgram {
  readonly monitors: readonly MonitorRequest[];
  readonly strategy?: StrategyChoice;
}

interface AboutStates extends AboutProgram {
  readonly model: WeakModel;
  /** The states of SC, if all of them are known, with loops as they are. */
  readonly sc?: ScStates;
}

/** The kinds of questions: what each is about, and its answer. */
interface Questions {
  readonly explore: { readonly about: AboutExplore; readonly answer: Explored };
  /** Undefined if the engine has no way to tell. */
  readonly robust: { readonly about: AboutRobust; readonly answer: RouteAnswer | undefined };
  /** Undefined if the engine has no way to tell. */
  readonly races: { readonly about: AboutProgram; readonly answer: RacesAnswer | undefined };
  /** Explicit engine only. */
  readonly monitor: { readonly about: AboutMonitor; readonly answer: Monitored };
  /** Explicit engine only. */
  readonly states: { readonly about: AboutStates; readonly answer: StateRobustness };
}

export type Kind = keyof Questions;
export type About<K extends Kind> = Questions[K]['about'];
export type AnswerTo<K extends Kind> = Questions[K]['answer'];

export interface Executor {
  readonly name: EngineName;
  /** Works on a thread of its own: others may be asked at the same time. */
  readonly apart: boolean;
  /** Has many to do its work: it may be asked about all models at the same time. */
  readonly many?: boolean;
  /** Whether it is still making what it will search. */
  isPreparing?(): boolean;
  /** `onFound` hears of explorations alone. */
  ask<K extends Kind>(kind: K, about: About<K>, limits: Limits, onFound?: OnFound): Promise<AnswerTo<K>>;
}

/** The answers of an engine that has seen nothing. */
export const nothingOf: {
  readonly [K in Kind]: (shortfall: Shortfall, about: About<K>) => AnswerTo<K>;
} = {
  explore: (shortfall) => ({ answer: nothingSeen(shortfall), flawed: [], kept: [] }),
  robust: unknownRoute,
  races: noRacesSeen,
  monitor: (shortfall, { monitors }) => ({
    exploration: { executions: 0, blocked: 0, complete: false, outcomes: [], findings: [] },
    cutLoops: [],
    answers: monitors.map(({ name, model }) => ({ name, model, robust: null, pairs: [] })),
    shortfall,
  }),
  states: () => ({ robust: null }),
};

export const executorOf = (engine: Engine | Executor): Executor =>
  'apart' in engine ? engine : executorHere(engine);

/** The engine works on the thread of the caller. */
export const executorHere = (engine: Engine): Executor => ({
  name: engine.name,
  apart: false,
  ask: (kind, about, limits, onFound) => here[kind](engine, about, limits, onFound),
});

const here: {
  readonly [K in Kind]: (
    engine: Engine,
    about: About<K>,
    limits: Limits,
    onFound?: OnFound,
  ) => Promise<AnswerTo<K>>;
} = {
  explore: exploreHere,
  robust: (engine, { program, model }, limits) => askRoute(engine, program, model, limits),
  races: racesHere,
  monitor: async (_, { program, monitors, strategy }, limits) =>
    guarded(limits, () => runMonitors(program, monitors, limits, strategy)),
  states: async (_, { program, model, sc }, limits) =>
    guarded(limits, () => askStates(program, model, sc, limits)),
};

/** Why a question is not even begun. */
function endedBefore({ timeLimitMs, signal }: Limits): Shortfall | undefined {
  if (timeLimitMs !== undefined && timeLimitMs <= 0) return { kind: 'time' };
  return signal?.aborted === true ? { kind: stopReasonOf(signal) } : undefined;
}

async function racesHere(
  engine: Engine,
  { program }: AboutProgram,
  limits: Limits,
): Promise<RacesAnswer | undefined> {
  const ended = endedBefore(limits);
  if (ended !== undefined) return noRacesSeen(ended);
  try {
    return await engine.races?.(program, { ...limits, stop: () => isStopped(limits) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return noRacesSeen({ kind: 'unsupported', diagnostic: error.diagnostic });
  }
}

/** Asks an engine, certifies what it finds, and keeps what will be shown. */
async function exploreHere(
  engine: Engine,
  about: AboutExplore,
  limits: Limits,
  onFound?: OnFound,
): Promise<Explored> {
  const { program, model, keep, showAll = false } = about;
  const ended = endedBefore(limits);
  if (ended !== undefined) return nothingOf.explore(ended, about);
  const certifier = new Certifier(program, model, limits.unroll);
  const kept = keep === undefined ? undefined : new KeptOutcomes(program, keep);
  const flawed: Difference[] = [];
  const seen = new Set<string>();
  const stop = (explored?: () => number): boolean => isStopped(limits, explored);
  try {
    const answer = await engine.explore(program, model, { ...limits, stop }, (claim, shown) => {
      const key = claimKey(claim);
      if (seen.has(key)) return;
      seen.add(key);
      const flaw = certifier.certify(claim, shown);
      if (flaw !== undefined) {
        flawed.push({ kind: 'certificate', foundBy: engine.name, claim, shown, flaw });
        return;
      }
      const isShown = claim.kind !== 'outcome' || kept?.put(claim.outcome, shown) === true;
      onFound?.(claim, isShown || showAll ? shown : undefined);
    });
    const ms = answer.statistics.ms - certifier.ms;
    const { certified } = certifier;
    return {
      answer: { ...answer, statistics: { ...answer.statistics, certified, ms } },
      flawed,
      kept: kept?.list() ?? [],
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { diagnostic } = error;
    return { answer: nothingSeen({ kind: 'unsupported', diagnostic }), flawed, kept: [] };
  }
}

function claimKey(claim: Claim): string {
  switch (claim.kind) {
    case 'outcome':
      return outcomeKey(claim.outcome);
    case 'finding':
      return findingKey(claim.finding);
    case 'hb-cycle':
      return claim.kind;
    case 'race':
      return raceKey(claim.race);
  }
}
