// An engine on a thread that is supervised. If it has to be stopped, its answer is what it found until then.

import { type Outcome, outcomeKey } from '../../execution/execution.js';
import { findingKey } from '../../execution/finding.js';
import { bug, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import {
  type EngineName,
  type FoundFinding,
  type Limits,
  noRacesSeen,
  nothingSeen,
  type Shortfall,
  stopReasonOf,
} from '../../verdict/engine.js';
import { KeptOutcomes } from '../../verdict/keptOutcomes.js';
import type { Explored, ExploreInquiry, Respondent } from '../../verdict/respondent.js';
import { unknownRoute } from '../../verdict/route.js';
import type { Supervisor } from './supervisor.js';
import { type Ended, type Found, plainLimits } from './task.js';

export function remoteRespondent(
  engine: EngineName,
  supervisor: Supervisor,
  crew: string = engine,
): Respondent {
  const under = ({
    timeLimitMs,
    signal,
  }: Limits): Pick<Limits, 'timeLimitMs' | 'signal'> & { crew: string } => ({
    ...present({ timeLimitMs, signal }),
    crew,
  });
  return {
    name: engine,
    apart: true,
    async explore(inquiry) {
      const start = performance.now();
      const { onFound, limits, ...rest } = inquiry;
      const soFar = new FoundSoFar(inquiry);
      const ended = await supervisor.run(
        'explore',
        { ...rest, engine, limits: plainLimits(limits) },
        {
          ...under(limits),
          onFound: (found) => {
            soFar.add(found);
            onFound?.(found.claim, found.shown);
          },
        },
      );
      if (ended.kind === 'done') return withReason(ended.value, limits);
      return soFar.explored(shortfallOf(ended), performance.now() - start);
    },
    async robust({ limits, ...rest }) {
      const ended = await supervisor.run(
        'robust',
        { ...rest, engine, limits: plainLimits(limits) },
        under(limits),
      );
      return ended.kind === 'done' ? ended.value : unknownRoute(shortfallOf(ended));
    },
    async races({ limits, ...rest }) {
      const ended = await supervisor.run(
        'races',
        { ...rest, engine, limits: plainLimits(limits) },
        under(limits),
      );
      return ended.kind === 'done' ? ended.value : noRacesSeen(shortfallOf(ended));
    },
    async monitor({ limits, ...rest }) {
      const ended = await supervisor.run(
        'monitor',
        { ...rest, engine, limits: plainLimits(limits) },
        under(limits),
      );
      if (ended.kind === 'done') return ended.value;
      const { monitors } = rest;
      return {
        exploration: { executions: 0, blocked: 0, complete: false, outcomes: [], findings: [] },
        cutLoops: [],
        answers: monitors.map(({ name, model }) => ({ name, model, robust: null, pairs: [] })),
        shortfall: shortfallOf(ended),
      };
    },
    async states({ limits, ...rest }) {
      const ended = await supervisor.run(
        'states',
        { ...rest, engine, limits: plainLimits(limits) },
        under(limits),
      );
      if (ended.kind === 'broken') return bug(ended.message);
      return ended.kind === 'done' ? ended.value : { robust: null };
    },
  };
}

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

class FoundSoFar {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #findings = new Map<string, FoundFinding>();
  readonly #kept: KeptOutcomes | undefined;

  constructor({ program, keep }: ExploreInquiry) {
    this.#kept = keep === undefined ? undefined : new KeptOutcomes(program, keep);
  }

  add({ claim, shown }: Found): void {
    if (claim.kind === 'finding')
      this.#findings.set(findingKey(claim.finding), { finding: claim.finding, ...present({ shown }) });
    if (claim.kind !== 'outcome') return;
    this.#outcomes.set(outcomeKey(claim.outcome), claim.outcome);
    if (shown !== undefined) this.#kept?.put(claim.outcome, shown);
  }

  explored(shortfall: Shortfall, ms: number): Explored {
    return {
      answer: {
        ...nothingSeen(shortfall),
        outcomes: [...this.#outcomes.values()],
        findings: [...this.#findings.values()],
        statistics: { ms, certified: this.#outcomes.size + this.#findings.size },
      },
      flawed: [],
      kept: this.#kept?.list() ?? [],
    };
  }
}
