// The executions that may decide a condition: of the least final state that satisfies it, and of the least that does not.

import { compareOutcomes, type Evidence, type Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { conditionOf, satisfies } from './condition.js';

export class LeastOutcomes {
  readonly #isTrue: (outcome: Outcome) => boolean;
  readonly #least = new Map<boolean, { readonly outcome: Outcome; readonly shown: Evidence }>();

  constructor(program: Program) {
    this.#isTrue = satisfies(program, conditionOf(program).formula);
  }

  /** Whether it is the least of its kind so far. */
  put(outcome: Outcome, shown: Evidence): boolean {
    const side = this.#isTrue(outcome);
    const known = this.#least.get(side);
    if (known !== undefined && compareOutcomes(outcome, known.outcome) >= 0) return false;
    this.#least.set(side, { outcome, shown });
    return true;
  }

  get(outcome: Outcome): Evidence | undefined {
    const known = this.#least.get(this.#isTrue(outcome));
    return known !== undefined && compareOutcomes(known.outcome, outcome) === 0 ? known.shown : undefined;
  }

  list(): { readonly outcome: Outcome; readonly shown: Evidence }[] {
    return [...this.#least.values()];
  }
}
