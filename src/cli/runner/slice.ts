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

/** Milliseconds of a search after which an estimate of its end is worth something. */
const leastMs = 50;
/** How much faster a search becomes once its code is compiled. The first seventh of wr1 5 takes 194 of 280 ms. */
const speedup = 10;
/** Milliseconds for which a search goes on without an estimate, or after its last one. */
const silentMs = 250;

/** All that is run in it takes at most so many milliseconds together. */
export class Slice {
  #left: number;
  readonly #more: number;
  /** While something is run in it: its start, its end, and the end of a search that is about to end. */
  #now = { start: 0, end: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  /** Until then its last estimate counts. */
  #promised = 0;

  /** `more`: milliseconds beyond those for a search that is expected to end within them. */
  constructor(ms: number, more = 0) {
    this.#left = ms;
    this.#more = more;
  }

  /** False, or throws if the time is over. `explored` estimates the share of the search that is done. */
  readonly isOver = (explored?: () => number): boolean => {
    const now = performance.now();
    const { start, end, last } = this.#now;
    if (now <= end) return false;
    const isLong = now - start >= leastMs && explored !== undefined;
    if (isLong && now - start <= explored() * speedup * (last - start)) this.#promised = now + silentMs;
    else if (isLong || now > Math.max(end + silentMs, this.#promised)) throw new SliceOver();
    if (now > last) throw new SliceOver();
    return false;
  };

  /** For work that asks `isOver` every few milliseconds: that costs less than a thread that watches. */
  runTrusted<T>(work: () => T): T {
    const start = this.#begin(this.#more);
    try {
      return work();
    } finally {
      this.#finish(start);
    }
  }

  /** `isSearch`: a search, which has `more` time if it is about to end. */
  run<T>(work: () => T, isSearch = false): T {
    const more = isSearch ? this.#more : 0;
    const timeout = Math.floor(this.#left + more);
    const start = this.#begin(more);
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
      this.#finish(start);
    }
    if (held.value === undefined) throw new SliceOver();
    return held.value.of;
  }

  /** Returns the time, or throws if none is left. */
  #begin(more: number): number {
    if (this.#left + more < 1) throw new SliceOver();
    const start = performance.now();
    this.#now = { start, end: start + Math.max(this.#left, 0), last: start + this.#left + more };
    this.#promised = 0;
    return start;
  }

  #finish(start: number): void {
    this.#now = { start: 0, end: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
    this.#left -= performance.now() - start;
  }
}
