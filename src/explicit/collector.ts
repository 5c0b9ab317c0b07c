// The results of an exploration: counts, and each outcome, finding and cut loop once.

import { type Execution, type Outcome, outcomeKey, type Witness } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, type Finding, findingKey, findingPlaceKey } from '../execution/finding.js';
import type { ExploreOptions } from './exploreOptions.js';

export class Collector {
  executions = 0;
  blocked = 0;
  visited = 0;
  readonly outcomes = new Map<string, Outcome>();
  readonly findings = new Map<string, { finding: Finding; witness: Witness }>();
  readonly cutLoops = new Map<string, CutLoop>();
  readonly #places = new Set<string>();
  readonly #onFinding: ExploreOptions['onFinding'];

  constructor(onFinding: ExploreOptions['onFinding']) {
    this.#onFinding = onFinding;
  }

  get total(): number {
    return this.executions + this.blocked;
  }

  count(complete: boolean, executions = 1): void {
    if (complete) this.executions += executions;
    else this.blocked += executions;
    this.visited++;
  }

  /** Adds the results of another search of the same program. */
  include({ outcomes, findings, cutLoops }: Collector): void {
    for (const outcome of outcomes.values()) this.outcome(outcome);
    for (const [key, found] of findings) if (!this.findings.has(key)) this.findings.set(key, found);
    for (const [key, loop] of cutLoops) this.cutLoops.set(key, loop);
  }

  /** Whether it is new. */
  outcome(outcome: Outcome): boolean {
    const key = outcomeKey(outcome);
    if (this.outcomes.has(key)) return false;
    this.outcomes.set(key, outcome);
    return true;
  }

  /**
   * Whether something was new. Where threads were exchanged, another bad value at the same place is not new; but a
   * deadlock names its waiters.
   */
  details(
    execution: Execution,
    cutLoops: readonly CutLoop[],
    witness: () => Witness,
    exchanged = false,
  ): boolean {
    const known = this.findings.size + this.cutLoops.size;
    for (const finding of execution.findings) {
      const key = findingKey(finding);
      const place = finding.kind === 'deadlock' ? key : findingPlaceKey(finding);
      if (this.findings.has(key) || (exchanged && this.#places.has(place))) continue;
      this.#places.add(place);
      const found = { finding, witness: witness() };
      this.findings.set(key, found);
      this.#onFinding?.(finding, found.witness);
    }
    for (const loop of cutLoops) this.cutLoops.set(cutLoopKey(loop), loop);
    return this.findings.size + this.cutLoops.size > known;
  }
}
