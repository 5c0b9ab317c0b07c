// The first moments of a search, on the main thread. Most programs are answered in them, and starting a thread takes
// as long. V8 itself ends longer work at any point, and on Ctrl-C, so nothing can hold the main thread. The
// interrupted work is lost, and the objects it has touched must not be used again.

import { Script } from 'node:vm';
import { leavingNoClock } from '../../support/timeOver.js';

/** Thrown when the time of the slice is over. */
export class SliceOver extends Error {
  /** By Ctrl-C, which no other handler has received. */
  readonly interrupted: boolean;

  constructor(interrupted = false) {
    super();
    this.interrupted = interrupted;
  }
}

const script = new Script('(0, diptychSlice)()');

/** All that is run in it takes at most so many milliseconds together. */
export class Slice {
  #left: number;
  /** When it has to be over, while something is run in it. */
  #end = Number.POSITIVE_INFINITY;

  constructor(ms: number) {
    this.#left = ms;
  }

  /** False, or throws if the time is over. */
  readonly isOver = (): boolean => {
    if (performance.now() > this.#end) throw new SliceOver();
    return false;
  };

  /** For work that asks `isOver` every few milliseconds: that costs less than a thread that watches. */
  runTrusted<T>(work: () => T): T {
    const start = performance.now();
    if (this.#left < 1) throw new SliceOver();
    this.#end = start + this.#left;
    try {
      return work();
    } finally {
      this.#end = Number.POSITIVE_INFINITY;
      this.#left -= performance.now() - start;
    }
  }

  run<T>(work: () => T): T {
    const start = performance.now();
    const timeout = Math.floor(this.#left);
    if (timeout < 1) throw new SliceOver();
    const held: { value?: { readonly of: T } } = {};
    Object.defineProperty(globalThis, 'diptychSlice', {
      configurable: true,
      value: () => {
        held.value = { of: work() };
      },
    });
    try {
      leavingNoClock(() => script.runInThisContext({ timeout, displayErrors: false, breakOnSigint: true }));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new SliceOver();
      if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new SliceOver(true);
      throw error;
    } finally {
      Reflect.deleteProperty(globalThis, 'diptychSlice');
      this.#left -= performance.now() - start;
    }
    if (held.value === undefined) throw new SliceOver();
    return held.value.of;
  }
}
