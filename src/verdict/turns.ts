// Engines that take turns on one thread. Without a limit the first engine might never give the turn back. So each has
// a slice of time for its first attempt and four times as long for each further one. When one of them has answered
// everything, the others get a grace period to confirm (race.ts). Then they are stopped, and the answer names its
// engine.

import type { Limits, StopReason } from './engine.js';
import { type Confirm, leastGraceMs } from './race.js';

/** Milliseconds for an engine's first attempt. */
const firstAttempt = 5_000;
const longer = 4;

interface Turns<T> {
  readonly engines: readonly T[];
  readonly limits: Limits;
  readonly confirm: Confirm;
  /** Asks everything, once more if that was done before. */
  ask(engine: T, limits: Limits): Promise<void>;
  /** Whether an engine has answered everything. */
  isDone(engine: T): boolean;
  /** Whether everything has an answer of some engine. */
  isSettled(): boolean;
}

export async function inTurns<T>(turns: Turns<T>): Promise<void> {
  const { engines, limits, confirm } = turns;
  if (engines.length < 2 || confirm === 'all' || limits.timeLimitMs !== undefined) {
    for (const engine of engines) await turns.ask(engine, limits);
    return;
  }
  const start = performance.now();
  for (let attempt = firstAttempt; ; attempt *= longer) {
    for (const engine of engines) {
      if (turns.isDone(engine)) continue;
      const settled = turns.isSettled();
      const spent = performance.now() - start;
      const grace = confirm === 'as-long-again' ? Math.max(leastGraceMs, spent) : confirm;
      await turns.ask(
        engine,
        stoppedAfter(limits, settled ? grace : attempt, settled ? 'unconfirmed' : 'time'),
      );
      if (limits.stop?.() === true || limits.signal?.aborted === true) return;
    }
    if (turns.isSettled() || engines.every((engine) => turns.isDone(engine))) return;
  }
}

/** Limits that also end so many milliseconds from now: nothing but the engine itself can look at the clock on its thread. */
export function stoppedAfter(limits: Limits, ms: number, reason: StopReason): Limits {
  const end = performance.now() + ms;
  const own = new AbortController();
  const signal = limits.signal === undefined ? own.signal : AbortSignal.any([limits.signal, own.signal]);
  const stop = (explored?: () => number): boolean => {
    if (performance.now() >= end) own.abort(reason);
    return own.signal.aborted || limits.stop?.(explored) === true;
  };
  return { ...limits, signal, stop };
}
