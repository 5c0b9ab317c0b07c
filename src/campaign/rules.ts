// This machine's own answer refutes a worker's claim of absence: the rules for each kind of question.

import { outcomeKey } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, findingPlaceKey } from '../execution/finding.js';
import { placesOf } from '../execution/race.js';
import type { RacesAnswer, Shortfall } from '../verdict/engine.js';
import type { Explored } from '../verdict/executor.js';
import type { Monitored } from '../verdict/monitored.js';
import type { RouteAnswer } from '../verdict/route.js';
import type { StateRobustness } from '../verdict/stateRobust.js';
import type { Rules } from './nearby.js';

const unconfirmed: Shortfall = { kind: 'one-worker' };

const isUnsupported = (shortfall: Shortfall | undefined): boolean => shortfall?.kind === 'unsupported';

export const exploreRules: Rules<Explored> = {
  claimsAbsence: ({ answer, flawed }) =>
    answer.complete || isUnsupported(answer.shortfall) || flawed.length > 0,
  ms: ({ answer }) => answer.statistics.ms,
  finished: ({ answer }) => answer.complete || isUnsupported(answer.shortfall),
  unconfirmed: (said) => ({ ...said, answer: { ...said.answer, complete: false, shortfall: unconfirmed } }),
  refutation({ answer: said, flawed }, { answer: home, flawed: own }) {
    const finished = home.complete || isUnsupported(home.shortfall);
    if (flawed.length > 0 && own.length === 0 && finished)
      return 'it reports an execution that does not show what it should, and this machine finds none';
    if (isUnsupported(said.shortfall))
      return isUnsupported(home.shortfall) ? undefined : 'it refuses a program that the engine can handle';
    if (!said.complete) return undefined;
    const states = new Set(said.outcomes.map(outcomeKey));
    const missing = home.outcomes.find((outcome) => !states.has(outcomeKey(outcome)));
    if (missing !== undefined)
      return `it says it has seen everything, without the final state ${missing.join()}`;
    const findings = new Set(said.findings.map(({ finding }) => findingPlaceKey(finding)));
    const unseen = home.findings.find(
      ({ finding }) => !findings.has(findingPlaceKey(finding)) && !home.blindTo?.includes(finding.kind),
    );
    if (unseen !== undefined) return `it says it has seen everything, without ${unseen.finding.message}`;
    if (!home.complete) return undefined;
    const blind = [...(said.blindTo ?? [])].sort().join();
    if (blind !== [...(home.blindTo ?? [])].sort().join()) return 'it cannot find what the engine can find';
    return loopsRefutation(said.cutLoops, home.cutLoops);
  },
};

function loopsRefutation(said: readonly CutLoop[], home: readonly CutLoop[]): string | undefined {
  const keys = (loops: readonly CutLoop[]): string => loops.map(cutLoopKey).sort().join('\n');
  return keys(said) === keys(home) ? undefined : 'the loops that it says were cut are not those that are';
}

export const routeRules: Rules<RouteAnswer | undefined> = {
  claimsAbsence: (said) => said === undefined || said.robust === true || isUnsupported(said.shortfall),
  ms: (said) => said?.statistics.ms ?? 0,
  finished: (home) => home !== undefined && home.robust !== null,
  unconfirmed: (said) => (said === undefined ? undefined : { ...said, robust: null, shortfall: unconfirmed }),
  refutation(said, home) {
    if (home === undefined) return undefined;
    if (said === undefined) return 'it has no answer, and the engine has one';
    if (isUnsupported(said.shortfall))
      return isUnsupported(home.shortfall) ? undefined : 'it refuses a program that the engine can handle';
    if (said.robust === true && home.robust === false)
      return 'it says that the program is robust, and an execution shows that it is not';
    return said.robust === true && home.robust === true
      ? loopsRefutation(said.cutLoops, home.cutLoops)
      : undefined;
  },
};

export const racesRules: Rules<RacesAnswer | undefined> = {
  claimsAbsence: (said) =>
    said === undefined || said.complete || said.cutShort.length > 0 || isUnsupported(said.shortfall),
  ms: (said) => said?.statistics.ms ?? 0,
  finished: (home) => home?.complete === true,
  unconfirmed: (said) =>
    said === undefined ? undefined : { ...said, complete: false, shortfall: unconfirmed },
  refutation(said, home) {
    if (home === undefined) return undefined;
    if (said === undefined) return 'it has no answer, and the engine has one';
    if (isUnsupported(said.shortfall))
      return isUnsupported(home.shortfall) ? undefined : 'it refuses a program that the engine can handle';
    const places = ({ races }: RacesAnswer): string[] =>
      races.map(({ race, shown }) => placesOf(shown.execution, race));
    const known = new Set(places(said));
    if (said.complete && places(home).some((place) => !known.has(place)))
      return 'it says it has seen every data race, and leaves one out';
    if (!home.complete) return undefined;
    // An engine need not tell what else goes wrong where there is a race.
    if (home.races.length === 0 && said.cutShort.length !== home.cutShort.length)
      return 'what it says goes wrong in the program is not what does';
    return said.complete && home.races.length === 0
      ? loopsRefutation(said.cutLoops, home.cutLoops)
      : undefined;
  },
};

export const monitorRules: Rules<Monitored> = {
  claimsAbsence: ({ exploration, answers }) =>
    exploration.complete || answers.some(({ robust }) => robust === true),
  ms: () => 0,
  finished: ({ exploration }) => exploration.complete,
  unconfirmed: (said) => ({
    ...said,
    exploration: { ...said.exploration, complete: false },
    shortfall: unconfirmed,
    answers: said.answers.map((answer) => (answer.robust === true ? { ...answer, robust: null } : answer)),
  }),
  refutation(said, home) {
    const wrong = said.answers.find((answer, i) => {
      const own = home.answers[i];
      return (
        (answer.robust === true && own.robust === false) ||
        (home.exploration.complete && answer.robust !== own.robust)
      );
    });
    if (wrong !== undefined) return `its monitor ${wrong.name} does not say what the monitor says`;
    if (!home.exploration.complete || !said.exploration.complete) return undefined;
    const { executions, blocked } = said.exploration;
    if (executions !== home.exploration.executions || blocked !== home.exploration.blocked)
      return `it has seen ${executions + blocked} executions of ${home.exploration.executions + home.exploration.blocked}`;
    const pairs = ({ answers }: Monitored): string => answers.map((answer) => answer.pairs.length).join();
    if (pairs(said) !== pairs(home)) return 'its monitors name other pairs of operations';
    return loopsRefutation(said.cutLoops, home.cutLoops);
  },
};

export const statesRules: Rules<StateRobustness> = {
  claimsAbsence: ({ robust }) => robust === true,
  ms: () => 0,
  finished: ({ robust }) => robust !== null,
  unconfirmed: () => ({ robust: null }),
  refutation: (said, home) =>
    said.robust === true && home.robust === false
      ? 'it says that every final state is one of SC, and an execution shows one that is not'
      : undefined,
};
