// The search for an execution that a repair has to rule out. The engines take turns, the explicit engine first, because
// it usually finds such an execution at once. In each further round every engine has four times as long.

import type { ModelName, Witness } from '../execution/execution.js';
import { explore } from '../explicit/explore.js';
import type { Program } from '../program/program.js';
import { bug, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { Certifier } from '../verdict/certificate.js';
import { type Claim, type Engine, guarded, type Limits } from '../verdict/engine.js';
import { type Executor, executorOf } from '../verdict/executor.js';
import { type Goal, isBad } from './goal.js';

/** A certified execution that the repaired program must not have. */
export interface Counterexample {
  readonly claim: Claim;
  readonly witness: Witness;
}

type Search =
  | { readonly kind: 'found'; readonly counterexample: Counterexample }
  /** One engine has explored every execution and found no counterexample. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };

/** Milliseconds for an engine's first attempt. Each further attempt has four times as long. */
const firstAttempt = 5_000;

/** For the goal of assertions, the caller has already prepared `program` with `forAssertions`. */
export async function findCounterexample(
  program: Program,
  goal: Goal,
  model: ModelName,
  engines: readonly (Engine | Executor)[],
  limits: Limits,
  deadline: number,
): Promise<Search> {
  const executors = engines.map(executorOf);
  for (let attempt = firstAttempt; ; attempt *= 4) {
    for (const executor of executors) {
      const left = deadline - performance.now();
      if (left <= 0 || limits.stop?.() === true) return { kind: 'unknown' };
      const timeLimitMs = Math.min(left, engines.length === 1 ? left : attempt);
      const bounded = Number.isFinite(timeLimitMs) ? { ...limits, timeLimitMs } : limits;
      const answer = await attemptOf(executor, program, goal, model, bounded);
      if (answer.kind === 'found') guarded(limits, () => certify(program, answer.counterexample, limits));
      if (answer.kind !== 'unknown') return answer;
    }
    if (engines.length === 1) return { kind: 'unknown' };
  }
}

async function attemptOf(
  executor: Executor,
  program: Program,
  goal: Goal,
  model: ModelName,
  limits: Limits,
): Promise<Search> {
  try {
    return goal === 'robust'
      ? await nonSc(executor, program, model, limits)
      : executor.name === 'explicit' && !executor.apart
        ? guarded(limits, () => failureByExploring(program, model, limits))
        : await failure(executor, program, model, limits);
  } catch (error) {
    if (error instanceof InputError) return { kind: 'unknown' };
    throw error;
  }
}

async function nonSc(
  executor: Executor,
  program: Program,
  model: ModelName,
  limits: Limits,
): Promise<Search> {
  if (model === 'sc') return bug('every execution of SC is sequentially consistent');
  const answer = await executor.ask('robust', { program, model }, { ...limits, spinAssume: false });
  if (answer?.witness !== undefined)
    return { kind: 'found', counterexample: { claim: { kind: 'hb-cycle' }, witness: answer.witness } };
  return { kind: answer?.robust === true ? 'none' : 'unknown' };
}

/** Stops at the first finding or bad final state. */
function failureByExploring(program: Program, model: ModelName, limits: Limits): Search {
  const bad = isBad(program);
  const { unroll, timeLimitMs, stop, onProgress, maxExecutions } = limits;
  const found: { counterexample?: Counterexample } = {};
  const explored = explore(program, {
    model,
    unroll,
    untilFinding: true,
    ...present({ timeLimitMs }),
    stop: () => found.counterexample !== undefined || stop?.() === true,
    ...present({ onProgress, maxExecutions }),
    onOutcome(outcome, witness) {
      if (found.counterexample !== undefined || !bad(outcome)) return;
      found.counterexample = { claim: { kind: 'outcome', outcome: [...outcome] }, witness: witness() };
    },
  });
  const [first] = explored.findings;
  if (found.counterexample !== undefined) return { kind: 'found', counterexample: found.counterexample };
  if (first !== undefined) {
    const { finding, witness } = first;
    return { kind: 'found', counterexample: { claim: { kind: 'finding', finding }, witness } };
  }
  return { kind: explored.complete ? 'none' : 'unknown' };
}

async function failure(
  executor: Executor,
  program: Program,
  model: ModelName,
  limits: Limits,
): Promise<Search> {
  const bad = isBad(program);
  const found: Counterexample[] = [];
  const about = { program, model, showAll: true };
  const { answer, flawed } = await executor.ask('explore', about, limits, (claim, shown) => {
    const witness = shown?.witness;
    if (witness === undefined || (claim.kind === 'outcome' && !bad(claim.outcome))) return;
    found.push({ claim, witness });
  });
  if (flawed.length > 0)
    return bug(`an execution that was found is not certified: ${JSON.stringify(flawed)}`);
  const [counterexample] = found;
  if (counterexample !== undefined) return { kind: 'found', counterexample };
  return { kind: answer.complete ? 'none' : 'unknown' };
}

function certify(program: Program, { claim, witness }: Counterexample, { unroll }: Limits): void {
  const { model, execution } = witness;
  const flaw = new Certifier(program, model, unroll).certify(claim, { execution, witness });
  if (flaw !== undefined) bug(`an execution that was found is not certified: ${JSON.stringify(flaw)}`);
}
