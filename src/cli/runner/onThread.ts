// An engine on a thread that is supervised. If it has to be stopped, its answer is what it found until then.

import { type Outcome, outcomeKey } from '../../execution/execution.js';
import { findingKey } from '../../execution/finding.js';
import { InputError } from '../../support/diagnostic.js';
import type { Phase } from '../../support/phase.js';
import { present } from '../../support/present.js';
import {
  type EngineName,
  type FoundFinding,
  type Limits,
  nothingSeen,
  type Shortfall,
  stopReasonOf,
} from '../../verdict/engine.js';
import {
  type About,
  type AnswerTo,
  type Executor,
  type Explored,
  type Kind,
  nothingOf,
} from '../../verdict/executor.js';
import { KeptOutcomes } from '../../verdict/keptOutcomes.js';
import type { Supervisor } from './supervisor.js';
import { type Ended, type Found, plainLimits } from './task.js';

const preparing: ReadonlySet<Phase | undefined> = new Set(['starting', 'unrolling', 'analysing', 'encoding']);

/** Questions for the same `crew` go to the same thread. */
export function executorOnThread(name: EngineName, supervisor: Supervisor, crew: string = name): Executor {
  return {
    name,
    apart: true,
    isPreparing: () => preparing.has(supervisor.phaseOf(crew)),
    async ask(kind, about, limits, onFound) {
      const soFar = new FoundSoFar();
      const { timeLimitMs, signal } = limits;
      const ended = await supervisor.ask(
        { engine: name, kind, about, limits: plainLimits(limits) },
        {
          ...present({ timeLimitMs, signal }),
          crew,
          onFound: (found) => {
            soFar.add(found);
            onFound?.(found.claim, found.shown);
          },
        },
      );
      return answers[kind](ended, about, limits, soFar);
    },
  };
}

const plainly =
  <K extends Kind>(kind: K) =>
  (ended: Ended<AnswerTo<K>>, about: About<K>): AnswerTo<K> =>
    ended.kind === 'done' ? ended.value : nothingOf[kind](shortfallOf(ended), about);

/** The answer that a thread gave, or the answer that follows from its end. */
const answers: {
  readonly [K in Kind]: (
    ended: Ended<AnswerTo<K>>,
    about: About<K>,
    limits: Limits,
    soFar: FoundSoFar,
  ) => AnswerTo<K>;
} = {
  explore: (ended, about, limits, soFar) =>
    ended.kind === 'done' ? withReason(ended.value, limits) : soFar.explored(about, shortfallOf(ended)),
  robust: plainly('robust'),
  races: plainly('races'),
  monitor: plainly('monitor'),
  states: plainly('states'),
};

/** Why there is no answer. Errors that are not a limit's are thrown. */
function shortfallOf<T>(ended: Exclude<Ended<T>, { kind: 'done' }>): Shortfall {
  switch (ended.kind) {
    case 'refused':
      return { kind: 'unsupported', diagnostic: ended.diagnostic };
    case 'stopped':
      return { kind: ended.reason, phase: ended.phase };
    case 'broken':
      throw new Error(ended.message);
  }
}

/** The result of a task that had to succeed. Throws an error that says why there is none. */
export function resultOf<T>(ended: Ended<T>): T {
  switch (ended.kind) {
    case 'done':
      return ended.value;
    case 'refused':
      throw new InputError(ended.diagnostic, ended.text);
    case 'stopped':
      throw new Stopped({ kind: ended.reason, phase: ended.phase });
    case 'broken':
      throw new Error(ended.message);
  }
}

/** Thrown when there is nothing to show because a limit was reached. */
export class Stopped extends Error {
  constructor(readonly shortfall: Extract<Shortfall, { readonly phase?: unknown }>) {
    super(`stopped: ${shortfall.kind}`);
  }
}

/** A thread knows that it was to stop, not why. */
function withReason(explored: Explored, { signal }: Limits): Explored {
  const { answer } = explored;
  if (answer.shortfall?.kind !== 'interrupted') return explored;
  const kind = signal?.aborted === true ? stopReasonOf(signal) : 'time';
  return { ...explored, answer: { ...answer, shortfall: { ...answer.shortfall, kind } } };
}

/** The findings of a thread that may have to be stopped. */
class FoundSoFar {
  readonly #start = performance.now();
  readonly #found: Found[] = [];

  add(found: Found): void {
    this.#found.push(found);
  }

  explored({ program, keep }: About<'explore'>, shortfall: Shortfall): Explored {
    const outcomes = new Map<string, Outcome>();
    const findings = new Map<string, FoundFinding>();
    const kept = keep === undefined ? undefined : new KeptOutcomes(program, keep);
    for (const { claim, shown } of this.#found) {
      if (claim.kind === 'finding')
        findings.set(findingKey(claim.finding), { finding: claim.finding, ...present({ shown }) });
      if (claim.kind !== 'outcome') continue;
      outcomes.set(outcomeKey(claim.outcome), claim.outcome);
      if (shown !== undefined) kept?.put(claim.outcome, shown);
    }
    return {
      answer: {
        ...nothingSeen(shortfall),
        outcomes: [...outcomes.values()],
        findings: [...findings.values()],
        statistics: { ms: performance.now() - this.#start, certified: outcomes.size + findings.size },
      },
      flawed: [],
      kept: kept?.list() ?? [],
    };
  }
}
