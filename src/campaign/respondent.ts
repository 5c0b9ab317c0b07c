// An engine elsewhere. Its questions go to a workplace; its answers are certified here.

import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { type EngineName, type Limits, noRacesSeen, nothingSeen, stopReasonOf } from '../verdict/engine.js';
import type { Respondent } from '../verdict/respondent.js';
import { unknownRoute } from '../verdict/route.js';
import { comparedByStates } from '../verdict/stateRobust.js';
import { exploreDivided, isDivisible, type OnExecutions } from './branches.js';
import {
  certifiedExplored,
  certifiedMonitored,
  certifiedRaces,
  certifiedRoute,
  certifiedStates,
} from './certified.js';
import { decodeExplored, decodeMonitored, decodeRaces, decodeRoute, decodeStates } from './decode.js';
import { isShipped, type SentLimits, sentLimits } from './question.js';
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
    async explore({ program, model, limits, keep, onFound, showAll }) {
      if (!isShipped(model)) return bug(`the model ${model.name} was to be asked about elsewhere`);
      const inquiry = { program, model, limits, ...present({ keep, onFound, showAll }) };
      if (counted !== undefined && engine === 'explicit' && isDivisible(inquiry)) {
        const explored = await exploreDivided(
          { ...inquiry, limits: { ...limits, ...limitsOf(limits) } },
          place,
          counted(),
        );
        if (explored !== undefined) return explored;
      }
      const question = { kind: 'explore', program, model, engine, limits: limitsOf(limits) } as const;
      return unlessStopped(
        limits,
        () =>
          place.ask(question, limits, (d) =>
            certifiedExplored(question, decodeExplored(d), keep, onFound, showAll),
          ),
        (shortfall) => ({ answer: nothingSeen(shortfall), flawed: [], kept: [] }),
      );
    },
    async robust({ program, model, limits }) {
      const question = { kind: 'robust', program, model, engine, limits: limitsOf(limits) } as const;
      return unlessStopped(
        limits,
        () =>
          place.ask(question, limits, (d) =>
            d.nullable((answer) => certifiedRoute(question, decodeRoute(answer))),
          ),
        unknownRoute,
      );
    },
    async races({ program, limits }) {
      const question = { kind: 'races', program, engine, limits: limitsOf(limits) } as const;
      return unlessStopped(
        limits,
        () =>
          place.ask(question, limits, (d) =>
            d.nullable((answer) => certifiedRaces(question, decodeRaces(answer))),
          ),
        noRacesSeen,
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
      return unlessStopped(
        limits,
        () => place.ask(question, limits, (d) => certifiedMonitored(question, decodeMonitored(d))),
        (shortfall) => ({
          exploration: { executions: 0, blocked: 0, complete: false, outcomes: [], findings: [] },
          cutLoops: [],
          answers: monitors.map(({ name, model }) => ({ name, model, robust: null, pairs: [] })),
          shortfall,
        }),
      );
    },
    async states({ program, model, limits }) {
      // The worker computes the states of SC again: a list of states has no certificate.
      const question = { kind: 'states', program, model, engine, limits: limitsOf(limits) } as const;
      return unlessStopped(
        limits,
        () =>
          place.ask(question, limits, (d) =>
            certifiedStates(question, comparedByStates(program), decodeStates(d)),
          ),
        () => ({ robust: null }),
      );
    },
  };
}

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
