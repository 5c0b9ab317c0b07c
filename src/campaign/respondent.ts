// An engine elsewhere. Its questions go to a workplace; its answers are certified here.

import type { Evidence } from '../execution/execution.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import {
  type Claim,
  type EngineName,
  type Limits,
  noRacesSeen,
  nothingSeen,
  type RacesAnswer,
  stopReasonOf,
} from '../verdict/engine.js';
import type { Monitored } from '../verdict/monitored.js';
import type { Explored, Respondent } from '../verdict/respondent.js';
import { type RouteAnswer, unknownRoute } from '../verdict/route.js';
import { comparedByStates, type StateRobustness } from '../verdict/stateRobust.js';
import { exploreDivided, isDivisible, type OnExecutions } from './branches.js';
import {
  certifiedExplored,
  certifiedMonitored,
  certifiedRaces,
  certifiedRoute,
  certifiedStates,
} from './certified.js';
import { decodeExplored, decodeMonitored, decodeRaces, decodeRoute, decodeStates } from './decode.js';
import { requireLocalRuns } from './localRuns.js';
import { askBoth, type Nearby } from './nearby.js';
import { isShipped, type SentLimits, sentLimits } from './question.js';
import { exploreRules, monitorRules, racesRules, routeRules, statesRules } from './rules.js';
import { requireExplored, requireMonitored, requireRaces, requireRoute } from './shape.js';
import { Unanswered, type Workplace } from './workplace.js';

/**
 * `timeLimitMs` is the time of each question from the moment a worker begins it, so waiting in the queue does not
 * count. For callers that listen to executions, explorations are divided into branches.
 */
export function respondentElsewhere(
  engine: EngineName,
  place: Workplace,
  timeLimitMs: number | undefined,
  onExecutions?: OnExecutions,
  near?: Nearby,
): Respondent {
  const limitsOf = (limits: Limits): SentLimits => {
    const { timeLimitMs: _left, ...rest } = sentLimits(limits);
    return { ...rest, ...present({ timeLimitMs }) };
  };
  const counted = onExecutions === undefined ? undefined : together(onExecutions);
  return {
    name: engine,
    apart: true,
    many: true,
    async explore(inquiry) {
      const { program, model, limits, keep, onFound, showAll } = inquiry;
      if (!isShipped(model)) return bug(`the model ${model.name} was to be asked about elsewhere`);
      const found: Found[] = [];
      const explored = await askBoth<Explored>(
        {
          engine,
          program,
          what: `explore ${model}`,
          limits,
          here: async (respondent, own) => {
            found.length = 0;
            return respondent.explore({
              ...inquiry,
              limits: own,
              // The same thing may be found by a worker too: it is told after the answer is chosen.
              onFound: (claim, shown) => found.push([claim, shown]),
            });
          },
          async elsewhere(workers) {
            const divided = counted !== undefined && engine === 'explicit' && isDivisible(inquiry);
            if (divided) {
              const explored = await exploreDivided(
                { ...inquiry, limits: { ...limits, ...limitsOf(limits) } },
                place,
                counted(),
                workers,
                near,
              );
              if (explored !== undefined) return explored;
            }
            const question = { kind: 'explore', program, model, engine, limits: limitsOf(limits) } as const;
            return unlessStopped(
              limits,
              () =>
                place.ask(question, limits, (d, worker) => {
                  const wire = decodeExplored(d);
                  requireExplored(wire, program, question.limits);
                  requireLocalRuns(wire, program, model, question.limits.unroll);
                  const taken = certifiedExplored(question, wire, keep, onFound, showAll);
                  workers.add(worker);
                  return taken;
                }),
              (shortfall) => ({ answer: nothingSeen(shortfall), flawed: [], kept: [] }),
            );
          },
        },
        exploreRules,
        place,
        near,
      );
      for (const [claim, shown] of found) onFound?.(claim, shown);
      return explored;
    },
    async robust({ program, model, limits }) {
      const question = { kind: 'robust', program, model, engine, limits: limitsOf(limits) } as const;
      return askBoth(
        {
          engine,
          program,
          what: `robust ${model}`,
          limits,
          here: (respondent, own) => respondent.robust({ program, model, limits: own }),
          elsewhere: (workers) =>
            unlessStopped<RouteAnswer | undefined>(
              limits,
              () =>
                place.ask(question, limits, (d, worker) => {
                  const taken = d.nullable((answer) => {
                    const wire = decodeRoute(answer);
                    requireRoute(wire, program, question.limits);
                    return certifiedRoute(question, wire);
                  });
                  workers.add(worker);
                  return taken;
                }),
              unknownRoute,
            ),
        },
        routeRules,
        place,
        near,
      );
    },
    async races({ program, limits }) {
      const question = { kind: 'races', program, engine, limits: limitsOf(limits) } as const;
      return askBoth(
        {
          engine,
          program,
          what: 'races',
          limits,
          here: (respondent, own) => respondent.races({ program, limits: own }),
          elsewhere: (workers) =>
            unlessStopped<RacesAnswer | undefined>(
              limits,
              () =>
                place.ask(question, limits, (d, worker) => {
                  const taken = d.nullable((answer) => {
                    const wire = decodeRaces(answer);
                    requireRaces(wire, program, question.limits);
                    return certifiedRaces(question, wire);
                  });
                  workers.add(worker);
                  return taken;
                }),
              noRacesSeen,
            ),
        },
        racesRules,
        place,
        near,
      );
    },
    async monitor({ program, monitors, strategy, limits }) {
      const question = {
        kind: 'monitor',
        program,
        monitors,
        ...present({ strategy }),
        engine,
        limits: limitsOf(limits),
      } as const;
      return askBoth<Monitored>(
        {
          engine,
          program,
          what: 'monitor',
          limits,
          here: (respondent, own) =>
            respondent.monitor({ program, monitors, limits: own, ...present({ strategy }) }),
          elsewhere: (workers) =>
            unlessStopped(
              limits,
              () =>
                place.ask(question, limits, (d, worker) => {
                  const wire = decodeMonitored(d);
                  requireMonitored(wire, program, { ...question.limits, ...present({ strategy }) });
                  const taken = certifiedMonitored(question, wire);
                  workers.add(worker);
                  return taken;
                }),
              (shortfall) => ({
                exploration: { executions: 0, blocked: 0, complete: false, outcomes: [], findings: [] },
                cutLoops: [],
                answers: monitors.map(({ name, model }) => ({ name, model, robust: null, pairs: [] })),
                shortfall,
              }),
            ),
        },
        monitorRules,
        place,
        near,
      );
    },
    async states({ program, model, limits }) {
      // The worker computes the states of SC again: a list of states has no certificate.
      const question = { kind: 'states', program, model, engine, limits: limitsOf(limits) } as const;
      return askBoth<StateRobustness>(
        {
          engine,
          program,
          what: `states ${model}`,
          limits,
          here: (respondent, own) => respondent.states({ program, model, limits: own }),
          elsewhere: (workers) =>
            unlessStopped(
              limits,
              () =>
                place.ask(question, limits, (d, worker) => {
                  const taken = certifiedStates(question, comparedByStates(program), decodeStates(d));
                  workers.add(worker);
                  return taken;
                }),
              () => ({ robust: null }),
            ),
        },
        statesRules,
        place,
        near,
      );
    },
  };
}

type Found = readonly [claim: Claim, shown: Evidence | undefined];

/** Several explorations, of one model each, as one. */
function together(onExecutions: OnExecutions): () => OnExecutions {
  const all: { executions: number; estimate: number }[] = [];
  const sum = (of: 'executions' | 'estimate'): number => all.reduce((n, one) => n + one[of], 0);
  return () => {
    const own = { executions: 0, estimate: 0 };
    all.push(own);
    return (executions, estimate) => {
      Object.assign(own, { executions, estimate });
      onExecutions(sum('executions'), sum('estimate'));
    };
  };
}

async function unlessStopped<T>(
  { signal }: Limits,
  ask: () => Promise<T>,
  nothing: (shortfall: { readonly kind: ReturnType<typeof stopReasonOf> }) => T,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Unanswered) || signal === undefined) throw error;
    return nothing({ kind: stopReasonOf(signal) });
  }
}
