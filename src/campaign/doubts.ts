// Which claims of absence ("there is no other final state", "there is no race") the coordinator computes again. A claim of
// presence carries its proof; a claim of absence has none, so it takes either two workers or this machine.
//
// - Both engines' claims about the same question came from one worker: the second claim is computed again here.
// - The first claim of each worker, for each kind of question and engine, is computed again here, and its later claims of the kind
//   wait for that result. A worker that always lies is caught before any of its claims counts.
// - Of the later claims a random share is computed again. The worker cannot know which.
// - Every claim of a worker that has lied is computed again.
//
// A lie passes if the worker's first claim was right, the lie is not drawn, and no honest worker answered for the other engine.
// With a share p, k such lies pass with probability (1-p)^k.

import { randomInt } from 'node:crypto';
import type { Program } from '../program/program.js';
import type { EngineName } from '../verdict/engine.js';

/** `one-worker`: no other worker has answered for the other engine. */
export type Doubt = 'one-worker' | 'worker';

/** Of a hundred claims so many are computed again, unless the user says otherwise. */
const defaultShare = 5;

interface Trial {
  readonly over: Promise<void>;
  readonly end: () => void;
}

export class Doubts {
  readonly #percent: number;
  readonly #random: () => number;
  /** By worker, kind of question and engine: the first claim, while this machine computes it and after. */
  readonly #trials = new Map<string, Trial>();
  readonly #liars = new Set<string>();
  readonly #unchecked = new Map<string, number>();
  /** Per program and question, which workers have answered for which engine. */
  readonly #answered = new WeakMap<Program, Map<string, Map<EngineName, ReadonlySet<string>>>>();

  /** `random` gives whole numbers from 0 to 99; tests have their own. */
  constructor(percent = defaultShare, random: () => number = () => randomInt(100)) {
    this.#percent = percent;
    this.#random = random;
  }

  /** Claims of the worker that were taken as they were. */
  unchecked = (worker: string): number => this.#unchecked.get(worker) ?? 0;

  /** Whether the workers' claim is computed again. If it is, `settle` must be called with the result. */
  async ofClaim(
    program: Program,
    what: string,
    engine: EngineName,
    workers: ReadonlySet<string>,
  ): Promise<Doubt | undefined> {
    if (this.#percent === 0) return undefined;
    const questions = this.#answered.get(program) ?? new Map<string, Map<EngineName, ReadonlySet<string>>>();
    this.#answered.set(program, questions);
    const engines = questions.get(what) ?? new Map<EngineName, ReadonlySet<string>>();
    questions.set(what, engines);
    engines.set(engine, workers);
    for (const [other, theirs] of engines)
      if (other !== engine && [...workers].some((worker) => theirs.has(worker))) return 'one-worker';
    const kind = kindOf(what, engine);
    for (const worker of workers) if (await this.ofWorker(worker, kind)) return 'worker';
    return undefined;
  }

  /** The same for a claim that belongs to no pair of engines. */
  async ofWorker(worker: string, kind: string): Promise<boolean> {
    if (this.#percent === 0) return false;
    const key = `${kind} ${worker}`;
    const trial = this.#trials.get(key);
    if (trial === undefined) {
      let end = (): void => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      this.#trials.set(key, { over, end });
      return true;
    }
    await trial.over;
    if (this.#liars.has(worker) || this.#random() < this.#percent) return true;
    this.#unchecked.set(worker, this.unchecked(worker) + 1);
    return false;
  }

  /** The kind of question is as it was given to `ofWorker`; for `ofClaim` see `kindOf`. */
  settle(workers: Iterable<string>, kind: string, lied: boolean): void {
    for (const worker of workers) {
      if (lied) this.#liars.add(worker);
      const key = `${kind} ${worker}`;
      const trial = this.#trials.get(key);
      if (trial === undefined) this.#trials.set(key, { over: Promise.resolve(), end: () => {} });
      else trial.end();
    }
  }
}

/** Questions about other models are of the same kind. */
export const kindOf = (what: string, engine: EngineName): string => `${what.split(' ')[0]} ${engine}`;
