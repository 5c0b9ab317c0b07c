// Time limits of a check. Z3's own timeout needs a thread. A limit on its resource count may stop it while it takes
// clauses in, and some of these are then lost. A limit on conflicts has neither fault. So a check is cut into slices
// of a number of conflicts, with a look at the clock in between. Learned clauses are kept between slices.

import { bug } from '../../support/diagnostic.js';

export type CheckResult = 'sat' | 'unsat' | 'unknown';

/** Conflicts. */
const firstSlice = 100;
const maxSlice = 0x7fffffff;
export const noLimit = 0xffffffff;
/** About how often `stop` is asked. */
const stopIntervalMs = 200;

export class Slices {
  /** The effort of the last check is a good guess for the next. */
  #last = firstSlice;

  /**
   * Unknown only when `deadline` (as of performance.now()) has passed or `stop`, which is asked now and then, says so. `attempt` gives
   * up after so many conflicts.
   */
  check(
    deadline: number,
    stop: (() => boolean) | undefined,
    attempt: (conflicts: number) => CheckResult,
  ): CheckResult {
    const limited = deadline !== Number.POSITIVE_INFINITY || stop !== undefined;
    for (let slice = limited ? this.#last : noLimit; ; ) {
      const start = performance.now();
      if (start >= deadline || stop?.() === true) return 'unknown';
      const answer = attempt(slice);
      if (limited) this.#last = slice;
      if (answer !== 'unknown') return answer;
      if (!limited) return bug('Z3 gave up without a limit');
      const now = performance.now();
      const rate = slice / Math.max(now - start, 1);
      const ahead = Math.min(deadline - now, stop === undefined ? Number.POSITIVE_INFINITY : stopIntervalMs);
      slice = Math.min(2 * slice, Math.max(1, Math.ceil(rate * ahead)), maxSlice);
    }
  }
}
