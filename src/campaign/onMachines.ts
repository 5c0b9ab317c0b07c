// An executor on other machines. Its questions go to a workplace; its answers are certified here.

import type { Decoder } from '../support/decoder.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { type EngineName, type Limits, stopReasonOf } from '../verdict/engine.js';
import {
  type About,
  type AnswerTo,
  type Executor,
  type Kind,
  nothingOf,
  type OnFound,
} from '../verdict/executor.js';
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
import { requireLocalRuns } from './localRuns.js';
import { askBoth, type Nearby, type Rules } from './nearby.js';
import { type EngineQuestion, isShipped, type SentLimits, sentLimits } from './question.js';
import { exploreRules, monitorRules, racesRules, routeRules, statesRules } from './rules.js';
import { requireExplored, requireMonitored, requireRaces, requireRoute } from './shape.js';
import { Unanswered, type Workplace } from './workplace.js';

/**
 * `time` is the milliseconds of each question from the moment a worker begins it, so waiting in the queue does not
 * count. A caller that steers engines itself wants the time of its limits. For callers that listen to executions,
 * explorations are divided into branches.
 */
export function executorOnMachines(
  engine: EngineName,
  place: Workplace,
  time: number | 'as-asked' | undefined,
  onExecutions?: OnExecutions,
  near?: Nearby,
): Executor {
  const limitsOf = (limits: Limits): SentLimits => {
    const { timeLimitMs: left, ...rest } = sentLimits(limits);
    const asked = left === undefined ? undefined : Math.ceil(left);
    return { ...rest, ...present({ timeLimitMs: time === 'as-asked' ? asked : time }) };
  };
  const counted = onExecutions === undefined ? undefined : together(onExecutions);
  /** The kinds of questions that can be divided. */
  const divisions: Divisions = {
    async explore(about, limits, onFound, workers) {
      const exploration = { ...about, limits, ...present({ onFound }) };
      return counted !== undefined && engine === 'explicit' && isDivisible(exploration)
        ? exploreDivided(exploration, place, counted(), workers, near)
        : undefined;
    },
  };
  return {
    name: engine,
    apart: true,
    many: true,
    async ask(kind, about, limits, onFound) {
      const sent = { engine, limits: limitsOf(limits) };
      const { question, read, home } = ways[kind](about, sent, onFound);
      // The same thing may be found by a worker too: it is told after the answer is chosen.
      const found: Parameters<OnFound>[] = [];
      const answer = await askBoth(
        {
          engine,
          program: about.program,
          what: 'model' in question ? `${kind} ${question.model}` : kind,
          limits,
          here: (executor, own) => {
            found.length = 0;
            return executor.ask(kind, home, own, (...one) => found.push(one));
          },
          elsewhere: async (workers) =>
            (await divisions[kind]?.(about, { ...limits, ...sent.limits }, onFound, workers)) ??
            unlessStopped(
              limits,
              () =>
                place.ask(question, limits, (said, worker) => {
                  const taken = read(said);
                  workers.add(worker);
                  return taken;
                }),
              (shortfall) => nothingOf[kind](shortfall, about),
            ),
        },
        rules[kind],
        place,
        near,
      );
      for (const one of found) onFound?.(...one);
      return answer;
    },
  };
}

type Divisions = {
  readonly [K in Kind]?: (
    about: About<K>,
    limits: Limits,
    onFound: OnFound | undefined,
    workers: Set<string>,
  ) => Promise<AnswerTo<K> | undefined>;
};

/** A question as it is sent, the reader of its answer, and the question as this machine asks itself. */
interface Way<K extends Kind> {
  readonly question: EngineQuestion;
  readonly read: (answer: Decoder) => AnswerTo<K>;
  readonly home: About<K>;
}

const ways: {
  readonly [K in Kind]: (
    about: About<K>,
    sent: Pick<EngineQuestion, 'engine' | 'limits'>,
    onFound: OnFound | undefined,
  ) => Way<K>;
} = {
  explore(about, sent, onFound) {
    const { program, model, keep, showAll } = about;
    if (!isShipped(model)) return bug(`the model ${model.name} was to be asked about elsewhere`);
    const question = { kind: 'explore', program, model, ...sent } as const;
    return {
      question,
      home: about,
      read: (answer) => {
        const wire = decodeExplored(answer);
        requireExplored(wire, program, sent.limits);
        requireLocalRuns(wire, program, model, sent.limits.unroll);
        return certifiedExplored(question, wire, keep, onFound, showAll);
      },
    };
  },
  robust(about, sent) {
    const { program, model } = about;
    const question = { kind: 'robust', program, model, ...sent } as const;
    return {
      question,
      home: about,
      read: (answer) =>
        answer.nullable((one) => {
          const wire = decodeRoute(one);
          requireRoute(wire, program, sent.limits);
          return certifiedRoute(question, wire);
        }),
    };
  },
  races(about, sent) {
    const { program } = about;
    const question = { kind: 'races', program, ...sent } as const;
    return {
      question,
      home: about,
      read: (answer) =>
        answer.nullable((one) => {
          const wire = decodeRaces(one);
          requireRaces(wire, program, sent.limits);
          return certifiedRaces(question, wire);
        }),
    };
  },
  monitor(about, sent) {
    const { program, monitors, strategy } = about;
    const question = { kind: 'monitor', program, monitors, ...present({ strategy }), ...sent } as const;
    return {
      question,
      home: about,
      read: (answer) => {
        const wire = decodeMonitored(answer);
        requireMonitored(wire, program, { ...sent.limits, ...present({ strategy }) });
        return certifiedMonitored(question, wire);
      },
    };
  },
  // The states of SC are computed again, here too: a list of states has no certificate, and may be a worker's.
  states({ program, model }, sent) {
    const question = { kind: 'states', program, model, ...sent } as const;
    return {
      question,
      home: { program, model },
      read: (answer) => certifiedStates(question, comparedByStates(program), decodeStates(answer)),
    };
  },
};

const rules: { readonly [K in Kind]: Rules<AnswerTo<K>> } = {
  explore: exploreRules,
  robust: routeRules,
  races: racesRules,
  monitor: monitorRules,
  states: statesRules,
};

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
