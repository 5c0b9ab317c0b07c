// One search per script of choices: a choice above the bottom of its range is only counted where it is really made.

import type { FastState } from '../fast/state.js';
import type { ChoicePlan } from './plan.js';

export type Script = ReadonlyMap<number, number>;

/** Where scripts come from, and where those go that an execution asks for. */
export interface Scripts {
  /** The next to be searched, which may have to be waited for as long as `mayGoOn`. */
  next(mayGoOn: () => boolean): Script | undefined;
  /** Does nothing if there was an equal one. */
  add(script: Script): void;
  /** The share of the whole that is done, if `current` of the last value's search is done. */
  explored(current: number): number;
}

export class EveryValue implements ChoicePlan {
  readonly #scripts: Scripts;
  #script: Script = new Map();

  constructor(scripts: Scripts = new OwnScripts()) {
    this.#scripts = scripts;
  }

  next(m: FastState, mayGoOn: () => boolean): boolean {
    const script = this.#scripts.next(mayGoOn);
    if (script === undefined) return false;
    this.#script = script;
    m.script = script;
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
        for (let value = 1; value < size; value++)
          this.#scripts.add(new Map([...script, [key, value] as const].sort(([a], [b]) => a - b)));
  }

  searched(): void {}

  share(current: number): number {
    return this.#scripts.explored(current);
  }
}

/** Those of an exploration that is alone, one after the other. */
class OwnScripts implements Scripts {
  readonly #scripts: Script[] = [new Map()];
  readonly #known = new Set(['']);
  #begun = 0;

  next(): Script | undefined {
    return this.#begun < this.#scripts.length ? this.#scripts[this.#begun++] : undefined;
  }

  add(script: Script): void {
    const name = [...script].join(';');
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#scripts.push(script);
  }

  explored(current: number): number {
    return (this.#begun - 1 + current) / this.#scripts.length;
  }
}
