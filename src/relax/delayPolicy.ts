// The policy of one run of phase II, drawn at its beginning. Some cycles need long delays and some short ones. Some
// need a thread to stop where its pair is done, and some need it to go on. Many policies together find cycles that no
// single one finds.

import type { Random } from '../support/prng.js';

/** Of deciding at the beginning which thread is to play which pair. */
const assigning = 0.5;

/** One of the assignments the cycle was predicted with; undefined in runs where any thread may play any pair. */
export function drawAssignment(
  assignments: readonly (readonly number[])[],
  random: Random,
): readonly number[] | undefined {
  return random.chance(assigning) ? random.pick(assignments) : undefined;
}

/** How a run goes about it. */
export interface DelayPolicy {
  /** Of delaying a store, the P of the paper. */
  readonly delay: number;
  /** Delay no second store for the same place of the cycle at the same time. */
  readonly single: boolean;
  /** Of pausing before a load or an atomic. */
  readonly pause: number;
  /** Of waiting at the second access of a pair rather than going on to another occurrence of it. */
  readonly hold: number;
  /** Of ending all delays once the cycle seems to be there. */
  readonly release: number;
  /** Of a stale load. */
  readonly stale: number;
  /** Ticks. */
  readonly storeDelay: number;
  readonly loadDelay: number;
}

export function drawDelayPolicy(random: Random, horizon: number): DelayPolicy {
  const storeDelay = Math.max(4, Math.ceil(horizon * 2 ** random.pick([-3, -1, 0, 0, 0, 1, 1, 1, 2, 2])));
  return {
    delay: random.pick([0.25, 0.5, 1, 1]),
    single: random.chance(0.5),
    pause: random.pick([0, 0.25, 0.25, 0.5, 1]),
    hold: random.pick([0, 0, 0.25, 0.5, 1]),
    release: random.pick([0.25, 0.5, 1]),
    stale: random.pick([0.5, 0.5, 1]),
    storeDelay,
    loadDelay: Math.ceil(storeDelay / 2),
  };
}
