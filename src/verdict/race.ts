// Engines side by side, each with its own pace. When every question is settled by some engine, the others get a grace
// period to confirm. Then they are stopped, and the answer names its engine.

import type { EngineName, Limits, StopReason } from './engine.js';

/** How long an answer waits for those that have not confirmed it: milliseconds, as long again as it took, or for good. */
export type Confirm = number | 'as-long-again' | 'all';

export const defaultConfirm: Confirm = 'as-long-again';

/** An engine that answered in less time than this waits this long for the others. */
export const leastGraceMs = 3000;

interface SearchEnd {
  readonly signal: AbortSignal;
  readonly decided: () => void;
  readonly over: () => void;
}

/** The same for a search that has found a violation itself, and would only find further ones. */
const leastSearchMs = 1000;

export class Race {
  readonly #start = performance.now();
  readonly #confirm: Confirm;
  readonly #running = new Map<EngineName, AbortController>();
  readonly #isBehind: (lane: EngineName) => boolean;
  #timer: NodeJS.Timeout | undefined;
  /** Goes off when engines that are behind have had their time. */
  #behindTimer: NodeJS.Timeout | undefined;
  /** Goes off if no further model has an answer by then. */
  #patience: NodeJS.Timeout | undefined;
  #settleMs: number | undefined;

  /** `isBehind`: the engine has answered nothing yet, and is not even searching. */
  constructor(
    lanes: readonly EngineName[],
    confirm: Confirm = defaultConfirm,
    settleMs?: number,
    isBehind: (lane: EngineName) => boolean = () => false,
  ) {
    this.#isBehind = isBehind;
    this.#confirm = confirm;
    for (const lane of lanes) this.#running.set(lane, new AbortController());
    this.#settleMs = settleMs;
    this.progressed();
  }

  /** One more model has an answer: the next one has as long again. */
  progressed(): void {
    clearTimeout(this.#patience);
    if (this.#settleMs !== undefined) this.#patience = setTimeout(() => this.#stop('time'), this.#settleMs);
  }

  /** Nothing is stopped any more for lack of an answer. */
  #isPatient(): void {
    this.#settleMs = undefined;
    clearTimeout(this.#patience);
  }

  /** The limits of one lane: it also ends when the race is over. */
  limitsOf(lane: EngineName, limits: Limits): Limits {
    const own = this.#running.get(lane)?.signal;
    const signals = [limits.signal, own].flatMap((signal) => signal ?? []);
    return signals.length === 0 ? limits : { ...limits, signal: AbortSignal.any(signals) };
  }

  ended(lane: EngineName): void {
    this.#running.delete(lane);
    if (this.#running.size === 0) this.close();
  }

  /** Everything that was asked has an answer. */
  settled(): void {
    this.#isPatient();
    if (this.#timer !== undefined || this.#running.size === 0 || this.#confirm === 'all') return;
    const grace = this.#grace(this.#confirm, this.#start, leastGraceMs);
    this.#timer = setTimeout(() => this.#stop('unconfirmed'), grace);
    if (this.#confirm !== 'as-long-again') return;
    // The other engine has answered everything in the time in which this one has prepared one question.
    const behindMs = Math.max(0, leastGraceMs - (performance.now() - this.#start));
    this.#behindTimer = setTimeout(() => this.#stop('unconfirmed', this.#isBehind), behindMs);
  }

  #stop(reason: StopReason, isMeant: (lane: EngineName) => boolean = () => true): void {
    for (const [name, lane] of this.#running) if (isMeant(name)) lane.abort(reason);
  }

  /**
   * A search that has decided its model continues for as long again as it took. Then the engine turns to the next
   * model. Returns the signal of its end, and what to call when the search decides and when it is over.
   */
  search(): SearchEnd {
    const start = performance.now();
    const end = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    return {
      signal: end.signal,
      decided: () => {
        // The verdict is known: the other models have their usual time.
        this.#isPatient();
        if (timer !== undefined || this.#confirm === 'all') return;
        const reason: StopReason = 'unconfirmed';
        timer = setTimeout(() => end.abort(reason), this.#grace(this.#confirm, start, leastSearchMs));
      },
      over: () => clearTimeout(timer),
    };
  }

  #grace(confirm: number | 'as-long-again', start: number, least: number): number {
    return confirm === 'as-long-again' ? Math.max(least, performance.now() - start) : confirm;
  }

  close(): void {
    this.#isPatient();
    clearTimeout(this.#timer);
    clearTimeout(this.#behindTimer);
  }
}
