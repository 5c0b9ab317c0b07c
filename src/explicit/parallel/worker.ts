// What a thread of exploreParallel runs: one part of an exploration. Two words are shared by all parts: whether to stop, and
// how many executions all of them have seen.

import type { Outcome, Witness } from '../../execution/execution.js';
import type { Program } from '../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';

export interface PartRequest {
  readonly program: Program;
  readonly options: Omit<ExploreOptions, 'stop' | 'onExecution' | 'strategy'>;
  readonly shared: Int32Array;
}

export interface PartResult {
  readonly exploration: Exploration;
  /** One execution for each outcome of the part. */
  readonly witnesses: readonly { readonly outcome: Outcome; readonly witness: Witness }[];
}

export default function explorePart({ program, options, shared }: PartRequest): PartResult {
  const { maxExecutions } = options;
  const witnesses: { outcome: Outcome; witness: Witness }[] = [];
  const exploration = explore(program, {
    ...options,
    stop: () => Atomics.load(shared, 0) !== 0,
    onOutcome: (outcome, witness) => witnesses.push({ outcome, witness: witness() }),
    ...(maxExecutions === undefined
      ? {}
      : {
          onExecution: () => {
            if (Atomics.add(shared, 1, 1) + 1 >= maxExecutions) Atomics.store(shared, 0, 1);
          },
        }),
  });
  if (options.untilFinding === true && exploration.findings.length > 0) Atomics.store(shared, 0, 1);
  return { exploration, witnesses };
}
