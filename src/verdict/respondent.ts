// Whom a verdict asks: an engine together with what certifies its findings, on the caller's thread or on another. Everything
// that goes in and comes out is plain data, but for limits that are functions, which stay with the caller.

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
  stopReasonOf,
} from './engine.js';
import { type Keep, KeptOutcomes } from './keptOutcomes.js';
import { type Monitored, type MonitorRequest, runMonitors } from './monitored.js';
import { askRoute, type RouteAnswer } from './route.js';
import { askStates, type ScStates, type StateRobustness } from './stateRobust.js';

/** Receives each finding once it is certified, with its execution where the caller may show it. */
export type OnFound = (claim: Claim, shown?: Evidence) => void;

export interface ExploreInquiry {
  readonly program: Program;
  readonly model: Model;
  readonly limits: Limits;
  /** Which executions of final states are kept; none if absent. */
  readonly keep?: Keep;
  /** Everything that is found comes with its execution. */
  readonly showAll?: boolean;
  readonly onFound?: OnFound;
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

export interface RouteInquiry {
  readonly program: Program;
  readonly model: WeakModel;
  readonly limits: Limits;
}

export interface MonitorInquiry {
  readonly program: Program;
  readonly monitors: readonly MonitorRequest[];
  readonly strategy?: StrategyChoice;
  readonly limits: Limits;
}

export interface StatesInquiry {
  readonly program: Program;
  readonly model: WeakModel;
  /** The states of SC, if all of them are known, with loops as they are. */
  readonly sc?: ScStates;
  readonly limits: Limits;
}

export interface RacesInquiry {
  readonly program: Program;
  readonly limits: Limits;
}

export interface Respondent {
  readonly name: EngineName;
  /** Works on a thread of its own: others may be asked at the same time. */
  readonly apart: boolean;
  /** Has many to do its work: it may be asked about all models at the same time. */
  readonly many?: boolean;
  explore(inquiry: ExploreInquiry): Promise<Explored>;
  /** Undefined if the engine has no way to tell. */
  robust(inquiry: RouteInquiry): Promise<RouteAnswer | undefined>;
  /** Undefined if the engine has no way to tell. */
  races(inquiry: RacesInquiry): Promise<RacesAnswer | undefined>;
  /** Explicit engine only. */
  monitor(inquiry: MonitorInquiry): Promise<Monitored>;
  /** Explicit engine only. */
  states(inquiry: StatesInquiry): Promise<StateRobustness>;
}

export const asRespondent = (engine: Engine | Respondent): Respondent =>
  'apart' in engine ? engine : respondentHere(engine);

/** An engine on the thread of the caller. */
export const respondentHere = (engine: Engine): Respondent => ({
  name: engine.name,
  apart: false,
  explore: (inquiry) => exploreHere(engine, inquiry),
  robust: ({ program, model, limits }) => askRoute(engine, program, model, limits),
  races: (inquiry) => racesHere(engine, inquiry),
  monitor: async ({ program, monitors, strategy, limits }) =>
    guarded(limits, () => runMonitors(program, monitors, limits, strategy)),
  states: async ({ program, model, sc, limits }) =>
    guarded(limits, () => askStates(program, model, sc, limits)),
});

async function racesHere(
  engine: Engine,
  { program, limits }: RacesInquiry,
): Promise<RacesAnswer | undefined> {
  if (limits.timeLimitMs !== undefined && limits.timeLimitMs <= 0) return noRacesSeen({ kind: 'time' });
  if (limits.signal?.aborted === true) return noRacesSeen({ kind: stopReasonOf(limits.signal) });
  try {
    return await engine.races?.(program, { ...limits, stop: () => isStopped(limits) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return noRacesSeen({ kind: 'unsupported', diagnostic: error.diagnostic });
  }
}

/** Asks an engine, certifies what it finds, and keeps what will be shown. */
async function exploreHere(engine: Engine, inquiry: ExploreInquiry): Promise<Explored> {
  const { program, model, limits, keep, showAll = false, onFound } = inquiry;
  if (limits.timeLimitMs !== undefined && limits.timeLimitMs <= 0)
    return { answer: nothingSeen({ kind: 'time' }), flawed: [], kept: [] };
  if (limits.signal?.aborted === true)
    return { answer: nothingSeen({ kind: stopReasonOf(limits.signal) }), flawed: [], kept: [] };
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
