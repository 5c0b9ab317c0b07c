// Which instructions a thread may come to from which.

import type { ThreadCode } from '../bytecode/compile.js';
import { StraightRuns } from './straightRuns.js';

export class Reach {
  readonly #runs: StraightRuns;
  /** By run a bit for each run that may come after it. */
  readonly #after: readonly Int32Array[];

  constructor(thread: ThreadCode) {
    const runs = new StraightRuns(thread);
    this.#runs = runs;
    this.#after = Array.from({ length: runs.count }, () => new Int32Array((runs.count + 31) >> 5));
    const next = this.#after.map((_, run) => runs.after(run));
    for (const [run, bits] of this.#after.entries())
      for (const other of next[run]) bits[other >> 5] |= 1 << (other & 31);
    for (let changed = true; changed; ) {
      changed = false;
      for (let run = runs.count - 1; run >= 0; run--)
        for (const other of next[run]) if (include(this.#after[run], this.#after[other])) changed = true;
    }
  }

  /** Whether a thread that is at `from` may come to `pc`, or is there. */
  reaches(from: number, pc: number): boolean {
    const [run, other] = [this.#runs.of[from], this.#runs.of[pc]];
    return (run === other && from <= pc) || (this.#after[run][other >> 5] & (1 << (other & 31))) !== 0;
  }
}

/** Whether there were bits that were not there. */
function include(bits: Int32Array, more: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < bits.length; i++) {
    const all = bits[i] | more[i];
    if (all === bits[i]) continue;
    bits[i] = all;
    changed = true;
  }
  return changed;
}
