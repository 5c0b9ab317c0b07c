// How one run of phase II goes about its cycle, drawn at its beginning: some cycles want long delays and some short ones, some
// want a thread to stop where its pair is done and some want it to go on. Many tempers find what no single one does.

import type { Random } from '../program/prng.js';
import type { LabelCycle } from './cycle.js';
import type { Labels } from './label.js';

/** Of deciding at the beginning which thread is to play which pair, where several have its statements. */
const casting = 0.7;

/** A different thread for each pair, one that has its statements; undefined in runs where any thread may play any pair. */
export function drawCast(labels: Labels, cycle: LabelCycle, random: Random): readonly number[] | undefined {
  if (!random.chance(casting)) return undefined;
  const cast: number[] = [];
  for (let i = 0; i < cycle.length; i += 2) {
    const second = labels.threadsWith(cycle[i + 1]);
    const able = labels.threadsWith(cycle[i]).filter((t) => second.includes(t) && !cast.includes(t));
    if (able.length === 0) return undefined;
    cast.push(random.pick(able));
  }
  return cast;
}

/** How a run goes about it. */
export interface Temper {
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

export function drawTemper(random: Random, horizon: number): Temper {
  const storeDelay = Math.max(4, Math.ceil(horizon * 2 ** random.pick([-3, -1, 0, 0, 1, 1, 2])));
  return {
    delay: random.pick([0.25, 0.5, 1]),
    single: random.chance(0.5),
    pause: random.pick([0.25, 0.5, 0.5, 0.75, 1]),
    hold: random.pick([0, 0.25, 0.5, 1]),
    release: random.pick([0.25, 0.5, 1]),
    stale: random.pick([0.5, 0.5, 1]),
    storeDelay,
    loadDelay: Math.ceil(storeDelay / 2),
  };
}
