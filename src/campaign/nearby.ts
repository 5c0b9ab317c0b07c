// This machine's own engines, for what workers say and do not show. A claim is computed again within a limit of time; this machine's
// answer replaces a claim that it refutes, and the worker is named.

import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import type { EngineName, Limits } from '../verdict/engine.js';
import type { Executor } from '../verdict/executor.js';
import type { BranchesQuestion } from './branchesQuestion.js';
import { type Doubt, kindOf } from './doubts.js';
import type { Workplace } from './workplace.js';

export interface Nearby {
  executor(engine: EngineName): Promise<Executor>;
  /** The answer as a worker would send it. */
  branches(question: BranchesQuestion, signal: AbortSignal | undefined): Promise<unknown>;
  /** Limits how much is computed at a time. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Every answer is computed here; workers' answers only show which of them are false. */
  readonly every: boolean;
}

/** The rules for the answers to one kind of question. */
export interface Rules<A> {
  readonly claimsAbsence: (said: A) => boolean;
  /** Why the worker's answer cannot be right if this machine's is. */
  readonly refutation: (said: A, home: A) => string | undefined;
  /** Milliseconds that the worker says it took. */
  readonly ms: (said: A) => number;
  /** The answer of an engine that does not count as having seen everything. */
  readonly unconfirmed: (said: A) => A;
  /** Whether this machine has finished. */
  readonly finished: (home: A) => boolean;
}

interface Inquired<A> {
  readonly engine: EngineName;
  readonly program: Program;
  /** The kind of question and the model, in words that tell questions about a program apart. */
  readonly what: string;
  readonly limits: Limits;
  /** Puts the names of the workers that answered into `workers`. */
  readonly elsewhere: (workers: Set<string>) => Promise<A>;
  readonly here: (executor: Executor, limits: Limits) => Promise<A>;
}

/** However quick a worker says it was. */
const leastMs = 30_000;
/** How much longer this machine may take. */
const slower = 3;

export async function askBoth<A>(
  inquired: Inquired<A>,
  rules: Rules<A>,
  place: Workplace,
  near: Nearby | undefined,
): Promise<A> {
  const workers = new Set<string>();
  if (near === undefined) return inquired.elsewhere(workers);
  if (near.every) return everythingHere(inquired, rules, place, near, workers);
  const { program, what, engine, limits, elsewhere } = inquired;
  let said: A;
  try {
    said = await elsewhere(workers);
  } catch (error) {
    // The workers' results were no answers: this machine has to give one.
    if (!(error instanceof InputError) || error.diagnostic.code !== 'result-rejected') throw error;
    return atHome(inquired, near, limits);
  }
  if (!rules.claimsAbsence(said)) return said;
  const doubt = await place.doubts.ofClaim(program, what, engine, workers);
  if (doubt === undefined) return said;
  return recomputed(said, doubt, inquired, rules, place, near, workers);
}

async function recomputed<A>(
  said: A,
  doubt: Doubt,
  inquired: Inquired<A>,
  rules: Rules<A>,
  place: Workplace,
  near: Nearby,
  workers: ReadonlySet<string>,
): Promise<A> {
  const { limits } = inquired;
  let lied = false;
  try {
    const timeLimitMs = limits.timeLimitMs ?? Math.max(leastMs, slower * rules.ms(said));
    const home = await atHome(inquired, near, { ...limits, timeLimitMs });
    const why = rules.refutation(said, home);
    lied = why !== undefined;
    if (why !== undefined) {
      for (const worker of workers) place.accuse(worker, why);
      return home;
    }
    return doubt === 'one-worker' && !rules.finished(home) ? rules.unconfirmed(said) : said;
  } finally {
    place.doubts.settle(workers, kindOf(inquired.what, inquired.engine), lied);
  }
}

/** Compares with what workers say only to name those that lie. */
async function everythingHere<A>(
  inquired: Inquired<A>,
  rules: Rules<A>,
  place: Workplace,
  near: Nearby,
  workers: Set<string>,
): Promise<A> {
  const home = await atHome(inquired, near, inquired.limits);
  const said = await inquired.elsewhere(workers).catch((error: unknown) => {
    if (error instanceof InputError) return undefined;
    throw error;
  });
  const why = said === undefined ? undefined : rules.refutation(said, home);
  if (why !== undefined) for (const worker of workers) place.accuse(worker, why);
  place.doubts.settle(workers, kindOf(inquired.what, inquired.engine), why !== undefined);
  return home;
}

const atHome = <A>({ engine, here }: Inquired<A>, near: Nearby, limits: Limits): Promise<A> =>
  near.run(async () => here(await near.executor(engine), limits));
