// A few executions on this machine, at random. They cost little and refute much: a worker that says it has seen everything must
// have seen where each of them ends.

import { randomInt } from 'node:crypto';
import { type ModelName, type Outcome, outcomeKey } from '../execution/execution.js';
import { type Finding, findingPlaceKey } from '../execution/finding.js';
import { explore } from '../explicit/explore.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import { Rejected } from './certified.js';
import type { WireExplored } from './wire.js';

const runs = 8;
/** For all of them together. */
const mostMs = 50;

interface Seen {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
}

const seen = new WeakMap<Program, Map<string, Seen>>();

/** Throws a Rejected if one of them ends where the worker says none does. */
export function requireLocalRuns(
  { complete, outcomes, findings, blindTo }: WireExplored,
  program: Program,
  model: ModelName,
  unroll: number,
): void {
  if (!complete) return;
  const known = new Set(outcomes.map(({ outcome }) => outcomeKey(outcome)));
  const places = new Set(findings.map(({ finding }) => findingPlaceKey(finding)));
  const own = someRuns(program, model, unroll);
  for (const outcome of own.outcomes)
    if (!known.has(outcomeKey(outcome)))
      throw new Rejected(`it says it has seen everything, and an execution here ends in ${outcome.join()}`);
  for (const finding of own.findings)
    if (!places.has(findingPlaceKey(finding)) && blindTo?.includes(finding.kind) !== true)
      throw new Rejected(`it says it has seen everything, and an execution here has: ${finding.message}`);
}

function someRuns(program: Program, model: ModelName, unroll: number): Seen {
  const all = seen.get(program) ?? new Map<string, Seen>();
  seen.set(program, all);
  const key = `${model} ${unroll}`;
  const known = all.get(key);
  if (known !== undefined) return known;
  const found = runsOf(program, model, unroll);
  all.set(key, found);
  return found;
}

function runsOf(program: Program, model: ModelName, unroll: number): Seen {
  try {
    const { outcomes, findings } = explore(program, {
      model,
      unroll,
      strategy: { kind: 'random', runs, seed: randomInt(2 ** 31) },
      timeLimitMs: mostMs,
    });
    return { outcomes, findings: findings.map(({ finding }) => finding) };
  } catch (error) {
    // If this engine cannot handle the program, the other engine may.
    if (!(error instanceof InputError)) throw error;
    return { outcomes: [], findings: [] };
  }
}
