// Answers as they travel. A positive answer is a schedule: the receiver runs the program by it and sees the result.
// Answers that no schedule can show are data of a known form.

import type { Outcome, Schedule, Witness } from '../execution/execution.js';
import type { CutLoop, Finding, FindingKind } from '../execution/finding.js';
import type { Race } from '../execution/race.js';
import type { Violation } from '../explicit/monitors/index.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Difference } from '../verdict/compare.js';
import type { Claim, RacesAnswer, Shortfall } from '../verdict/engine.js';
import type { Explored } from '../verdict/executor.js';
import type { Monitored } from '../verdict/monitored.js';
import type { RouteAnswer } from '../verdict/route.js';
import type { StateRobustness } from '../verdict/stateRobust.js';

type Statistics = Readonly<{ ms: number } & Record<string, number>>;

export interface WireExplored {
  readonly outcomes: readonly { readonly outcome: Outcome; readonly schedule: Schedule }[];
  readonly findings: readonly { readonly finding: Finding; readonly schedule: Schedule }[];
  /** Executions that fail the engine's own certificates: a bug in the engine. */
  readonly flawed: readonly { readonly claim: Claim; readonly schedule: Schedule }[];
  readonly cutLoops: readonly CutLoop[];
  readonly blindTo?: readonly FindingKind[];
  readonly complete: boolean;
  readonly shortfall?: Shortfall;
  readonly statistics: Statistics;
}

export interface WireRoute {
  readonly robust: boolean | null;
  readonly schedule?: Schedule;
  readonly cutLoops: readonly CutLoop[];
  readonly shortfall?: Shortfall;
  readonly statistics: Statistics;
}

export interface WireRaces {
  readonly races: readonly { readonly race: Race; readonly schedule: Schedule }[];
  readonly cutShort: readonly Finding[];
  readonly cutLoops: readonly CutLoop[];
  readonly complete: boolean;
  readonly shortfall?: Shortfall;
  readonly statistics: Statistics;
}

export interface WireMonitored {
  readonly executions: number;
  readonly blocked: number;
  readonly complete: boolean;
  readonly cutLoops: readonly CutLoop[];
  readonly shortfall?: Shortfall;
  readonly answers: readonly {
    readonly robust: boolean | null;
    readonly pairs: readonly Pick<Violation, 'event' | 'overtaken' | 'address'>[];
    readonly schedule?: Schedule;
  }[];
}

export interface WireStates {
  readonly robust: boolean | null;
  readonly outcome?: Outcome;
  readonly finding?: Finding;
  readonly schedule?: Schedule;
}

const scheduleOf = (witness: Witness | undefined): Schedule =>
  witness?.schedule ?? bug('what was found has no schedule');

/** `found` has everything that was found, with its execution. */
export function wireExplored(
  { answer, flawed }: Explored,
  found: readonly { readonly claim: Claim; readonly witness?: Witness }[],
): WireExplored {
  const { cutLoops, complete, blindTo, shortfall, statistics } = answer;
  const outcomes: { outcome: Outcome; schedule: Schedule }[] = [];
  const findings: { finding: Finding; schedule: Schedule }[] = [];
  for (const { claim, witness } of found) {
    const schedule = scheduleOf(witness);
    if (claim.kind === 'outcome') outcomes.push({ outcome: claim.outcome, schedule });
    if (claim.kind === 'finding') findings.push({ finding: claim.finding, schedule });
  }
  return {
    outcomes,
    findings,
    flawed: flawed.flatMap((difference) => flawedOf(difference)),
    cutLoops,
    complete,
    statistics,
    ...present({ blindTo, shortfall }),
  };
}

const flawedOf = (difference: Difference): WireExplored['flawed'][number][] =>
  difference.kind === 'certificate'
    ? [{ claim: difference.claim, schedule: scheduleOf(difference.shown.witness) }]
    : [];

export const wireRoute = ({ robust, witness, cutLoops, shortfall, statistics }: RouteAnswer): WireRoute => ({
  robust,
  cutLoops,
  statistics,
  ...(witness === undefined ? {} : { schedule: witness.schedule }),
  ...present({ shortfall }),
});

export const wireRaces = ({ races, shortfall, ...rest }: RacesAnswer): WireRaces => ({
  races: races.map(({ race, shown }) => ({ race, schedule: scheduleOf(shown.witness) })),
  ...rest,
  ...present({ shortfall }),
});

export const wireMonitored = ({ exploration, cutLoops, answers, shortfall }: Monitored): WireMonitored => ({
  executions: exploration.executions,
  blocked: exploration.blocked,
  complete: exploration.complete,
  cutLoops,
  ...present({ shortfall }),
  answers: answers.map(({ robust, pairs, nonSc }) => ({
    robust,
    pairs: pairs.map(({ violation: { event, overtaken, address } }) => ({ event, overtaken, address })),
    ...(nonSc === undefined ? {} : { schedule: nonSc.witness.schedule }),
  })),
});

export const wireStates = ({ robust, outcome, finding, witness }: StateRobustness): WireStates => ({
  robust,
  ...present({ outcome, finding }),
  ...(witness === undefined ? {} : { schedule: witness.schedule }),
});
