// Explores branches for a coordinator. Many are small, so several come together.

import { type ModelName, type Outcome, outcomeKey } from '../../../execution/execution.js';
import { type CutLoop, cutLoopKey, type Finding, findingKey } from '../../../execution/finding.js';
import type { Program } from '../../../program/program.js';
import { type Exploration, explore } from '../../explore.js';
import { type Capacity, CapacityExceeded, firstCapacity, larger } from '../../fast/capacity.js';
import { Branch, type BranchJob, type Crossing, type Rest } from './branch.js';
import { type PackedSchedule, packSchedule } from './packed.js';

interface BranchOptions {
  readonly model: ModelName;
  readonly unroll: number;
  readonly spinAssume?: boolean;
  readonly stop?: () => boolean;
}

/** The result of one branch. */
export interface BranchEnd {
  readonly crossings: readonly Crossing[];
  /** The unexplored rest, if the branch was larger than the job asked for. */
  readonly rest?: Rest;
}

export interface BranchesResult {
  /** Of the first branches, in their order; those after them were not begun. */
  readonly ends: readonly BranchEnd[];
  /** Of all of them together. */
  readonly executions: number;
  readonly blocked: number;
  readonly redundant: number;
  /** Each with the schedule of an execution that shows it. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly schedule: PackedSchedule }[];
  readonly findings: readonly { readonly finding: Finding; readonly schedule: PackedSchedule }[];
  readonly cutLoops: readonly CutLoop[];
}

/**
 * A search that has had its executions goes on, up to this much longer, until few nodes of its current execution have
 * pending branches. Stopping anywhere would leave a dozen branches, most of them so small that sending them takes
 * longer than exploring them.
 */
const lateness = 0.25;
const few = 2;

/** The room that searches of a program took: a search that begins with too little begins again. */
const known = new WeakMap<Program, Map<string, Capacity>>();

/** With about `most` executions; undefined if it was stopped. */
export function exploreBranches(
  program: Program,
  jobs: readonly BranchJob[],
  most: number,
  options: BranchOptions,
): BranchesResult | undefined {
  const ends: BranchEnd[] = [];
  const sum = { executions: 0, blocked: 0, redundant: 0 };
  const outcomes: Outcomes = new Map();
  const findings = new Map<string, BranchesResult['findings'][number]>();
  const cutLoops = new Map<string, CutLoop>();
  const search = `${options.model} ${options.unroll} ${options.spinAssume}`;
  const capacities = known.get(program) ?? new Map<string, Capacity>();
  known.set(program, capacities);
  let capacity = capacities.get(search) ?? firstCapacity;
  for (const job of jobs) {
    const left = most - sum.executions - sum.blocked;
    if (left <= 0) break;
    const result = exploreBranch(program, job, left, options, capacity, outcomes);
    if (result === undefined) return undefined;
    const { end, seen } = result;
    capacity = result.capacity;
    capacities.set(search, capacity);
    ends.push(end);
    sum.executions += seen.executions;
    sum.blocked += seen.blocked;
    sum.redundant += seen.redundant;
    for (const { finding, witness } of seen.findings)
      if (!findings.has(findingKey(finding)))
        findings.set(findingKey(finding), { finding, schedule: packSchedule(witness.schedule) });
    for (const loop of seen.cutLoops) cutLoops.set(cutLoopKey(loop), loop);
  }
  return {
    ends,
    ...sum,
    outcomes: [...outcomes.values()],
    findings: [...findings.values()],
    cutLoops: [...cutLoops.values()],
  };
}

type Outcomes = Map<string, BranchesResult['outcomes'][number]>;

interface Explored {
  readonly end: BranchEnd;
  readonly seen: Exploration;
  /** That was enough. */
  readonly capacity: Capacity;
}

function exploreBranch(
  program: Program,
  job: BranchJob,
  most: number,
  { stop, ...options }: BranchOptions,
  first: Capacity,
  outcomes: Outcomes,
): Explored | undefined {
  const latest = most * (1 + lateness);
  for (let capacity = first; ; ) {
    const branch = new Branch(job);
    let interrupted = false;
    let visited = 0;
    try {
      const seen = explore(program, {
        ...options,
        isEnough: () => ++visited >= most && (branch.pendingNodes <= few || visited >= latest),
        shared: { team: branch, capacity },
        stop: () => {
          interrupted ||= stop?.() === true;
          return interrupted;
        },
        onOutcome: (outcome, witness) => {
          const key = outcomeKey(outcome);
          if (!outcomes.has(key)) outcomes.set(key, { outcome, schedule: packSchedule(witness().schedule) });
        },
      });
      if (interrupted) return undefined;
      const { crossings, left } = branch;
      return { end: { crossings, ...(left === undefined ? {} : { rest: left }) }, seen, capacity };
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
    }
  }
}
