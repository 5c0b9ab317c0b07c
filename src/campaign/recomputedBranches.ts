// Branches of a search that this machine explores again. Which executions a worker visits for a question is determined by the
// question, so an honest result is equal to this machine's, number by number.

import { outcomeKey } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import type { BranchesResult } from '../explicit/parallel/apart/exploreBranches.js';
import { textOf } from './json.js';
import type { Nearby } from './nearby.js';
import type { Workplace } from './workplace.js';

const kind = 'branches';

/** The worker's result, or this machine's if it is another. */
export async function recomputedBranches(
  said: BranchesResult,
  worker: string,
  place: Workplace,
  near: Nearby,
  here: () => Promise<BranchesResult>,
): Promise<BranchesResult> {
  if (!near.every && !(await place.doubts.ofWorker(worker, kind))) return said;
  let lied = false;
  try {
    const home = await near.run(here);
    const why = refutation(said, home);
    lied = why !== undefined;
    if (why !== undefined) place.accuse(worker, why);
    return home;
  } finally {
    place.doubts.settle([worker], kind, lied);
  }
}

function refutation(said: BranchesResult, home: BranchesResult): string | undefined {
  const { executions, blocked } = home;
  if (said.executions !== executions || said.blocked !== blocked)
    return `it has ${said.executions + said.blocked} executions of branches that have ${executions + blocked}`;
  if (keys(said) !== keys(home)) return 'its final states and findings are not those of the branches';
  return textOf(said.ends) === textOf(home.ends)
    ? undefined
    : 'it leaves other branches to explore than there are';
}

const keys = ({ outcomes, findings }: BranchesResult): string =>
  [
    ...outcomes.map(({ outcome }) => outcomeKey(outcome)),
    ...findings.map(({ finding }) => findingKey(finding)),
  ]
    .sort()
    .join('\n');
