// The executions that an exploration keeps. To decide the condition: those of the least final state that satisfies it
// and of the least that does not. To show all states: one execution of each.

import { compareOutcomes, type Evidence, type Outcome, outcomeKey } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { conditionOf, satisfies } from './condition.js';

export type Keep = 'decisive' | 'all';

/** Pictures of more states than this are not looked at. */
const most = 500;

export class KeptOutcomes {
  readonly #key: (outcome: Outcome) => string;
  readonly #kept = new Map<string, { readonly outcome: Outcome; readonly shown: Evidence }>();

  constructor(program: Program, keep: Keep) {
    const isTrue = satisfies(program, conditionOf(program).formula);
    this.#key = keep === 'all' ? outcomeKey : (outcome) => String(isTrue(outcome));
  }

  /** Whether it is the least of its kind so far. */
  put(outcome: Outcome, shown: Evidence): boolean {
    const key = this.#key(outcome);
    const known = this.#kept.get(key);
    if (known === undefined ? this.#kept.size >= most : compareOutcomes(outcome, known.outcome) >= 0)
      return false;
    this.#kept.set(key, { outcome, shown });
    return true;
  }

  list(): { readonly outcome: Outcome; readonly shown: Evidence }[] {
    return [...this.#kept.values()];
  }
}
