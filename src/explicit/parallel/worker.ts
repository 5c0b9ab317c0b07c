// What a thread of exploreParallel runs: one part of an exploration. Two words are shared by all parts: whether to stop, and
// how many executions all of them have seen.

import type { Program } from '../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../explore.js';

export interface PartRequest {
  readonly program: Program;
  readonly options: Omit<ExploreOptions, 'stop' | 'onExecution' | 'strategy'>;
  readonly shared: Int32Array;
}

export default function explorePart({ program, options, shared }: PartRequest): Exploration {
  const most = options.maxExecutions ?? Infinity;
  const result = explore(program, {
    ...options,
    stop: () => Atomics.load(shared, 0) !== 0,
    onExecution: () => {
      if (Atomics.add(shared, 1, 1) + 1 >= most) Atomics.store(shared, 0, 1);
    },
  });
  if (options.untilFinding === true && result.findings.length > 0) Atomics.store(shared, 0, 1);
  return result;
}
