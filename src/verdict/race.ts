// Engines side by side, each with its own pace. When every question is settled by some engine, the others get a grace
// period to confirm. Then they are stopped, and the answer names its engine.

import type { EngineName, Limits, StopReason } from './engine.js';

/** How long an answer waits for those that have not confirmed it: milliseconds, as long again as it took, or for good. */
export type Confirm = number | 'as-long-again' | 'all';

export const defaultConfirm: Confirm = 'as-long-again';

/** An engine that answered in less time than this waits this long for the others. */
export const leastGraceMs = 3000;

export class Race {
  readonly #start = performance.now();
  readonly #confirm: Confirm;
  readonly #running = new Map<EngineName, AbortController>();
  #timer: NodeJS.Timeout | undefined;

  constructor(lanes: readonly EngineName[], confirm: Confirm = defaultConfirm) {
    this.#confirm = confirm;
    for (const lane of lanes) this.#running.set(lane, new AbortController());
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
    if (this.#timer !== undefined || this.#running.size === 0 || this.#confirm === 'all') return;
    const grace =
      this.#confirm === 'as-long-again'
        ? Math.max(leastGraceMs, performance.now() - this.#start)
        : this.#confirm;
    this.#timer = setTimeout(() => {
      const reason: StopReason = 'unconfirmed';
      for (const lane of this.#running.values()) lane.abort(reason);
    }, grace);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
