// Explores a branch for somebody else.

import type { ModelName, Outcome, Schedule } from '../../../execution/execution.js';
import type { CutLoop, Finding } from '../../../execution/finding.js';
import type { Program } from '../../../program/program.js';
import { explore } from '../../explore.js';
import { firstCapacity, larger } from '../../fast/maximalExecutions.js';
import { CapacityExceeded } from '../../fast/state.js';
import { Branch, type BranchJob, type Crossing, type Rest } from './branch.js';

interface BranchOptions {
  readonly model: ModelName;
  readonly unroll: number;
  readonly spinAssume?: boolean;
  readonly stop?: () => boolean;
}

export interface BranchResult {
  readonly executions: number;
  readonly blocked: number;
  readonly redundant: number;
  /** Each with the schedule of an execution that shows it. */
  readonly outcomes: readonly { readonly outcome: Outcome; readonly schedule: Schedule }[];
  readonly findings: readonly { readonly finding: Finding; readonly schedule: Schedule }[];
  readonly cutLoops: readonly CutLoop[];
  readonly crossings: readonly Crossing[];
  /** What is left to be explored, if the branch has more executions than were asked for. */
  readonly rest?: Rest;
}

/** Undefined if it was stopped. */
export function exploreBranch(
  program: Program,
  job: BranchJob,
  { stop, ...options }: BranchOptions,
): BranchResult | undefined {
  for (let capacity = firstCapacity; ; ) {
    const branch = new Branch(job);
    const outcomes: { outcome: Outcome; schedule: Schedule }[] = [];
    let interrupted = false;
    try {
      const seen = explore(program, {
        ...options,
        maxExecutions: job.most,
        shared: { team: branch, capacity },
        stop: () => {
          interrupted ||= stop?.() === true;
          return interrupted;
        },
        onOutcome: (outcome, witness) => outcomes.push({ outcome, schedule: witness().schedule }),
      });
      if (interrupted) return undefined;
      const { executions, blocked, redundant, findings, cutLoops } = seen;
      return {
        executions,
        blocked,
        redundant,
        outcomes,
        findings: findings.map(({ finding, witness }) => ({ finding, schedule: witness.schedule })),
        cutLoops,
        crossings: branch.crossings,
        ...(branch.left === undefined ? {} : { rest: branch.left }),
      };
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
    }
  }
}
