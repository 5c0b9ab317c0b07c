// One search per script of choices: a choice above the bottom of its range is only counted where it is really made.

import type { FastState } from '../fast/state.js';
import type { ChoicePlan } from './plan.js';

type Script = ReadonlyMap<number, number>;

export class EveryValue implements ChoicePlan {
  readonly #scripts: Script[] = [new Map()];
  readonly #known = new Set(['']);
  #next = 0;
  #script: Script = new Map();

  next(m: FastState): boolean {
    if (this.#next >= this.#scripts.length) return false;
    this.#script = this.#scripts[this.#next++];
    m.script = this.#script;
    return true;
  }

  counts(m: FastState): boolean {
    const script = this.#script;
    const made = (key: number): boolean => m.choices[key >> 16] > (key & 0xffff);
    // Where a choice of the script is not made, or from fewer values, the execution belongs to another script.
    const isOwn = ([key, value]: [number, number]): boolean => made(key) && value < (m.ranges.get(key) ?? 0);
    if (script.size > 0 && ![...script].every(isOwn)) return false;
    // A searcher that draws values itself has a script of its own.
    if (m.ranges.size > 0 && m.script === script) this.#add(m, made);
    return true;
  }

  /** Scripts in which one more of the choices just made takes another value. */
  #add(m: FastState, made: (key: number) => boolean): void {
    const script = this.#script;
    for (const [key, size] of m.ranges)
      if (!script.has(key) && made(key))
        for (let value = 1; value < size; value++) {
          const next = new Map([...script, [key, value] as const].sort(([a], [b]) => a - b));
          const name = [...next].join(';');
          if (this.#known.has(name)) continue;
          this.#known.add(name);
          this.#scripts.push(next);
        }
  }

  searched(): void {}

  share(current: number): number {
    return (this.#next - 1 + current) / this.#scripts.length;
  }
}
