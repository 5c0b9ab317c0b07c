// The gain of a second process on this machine without any queue. Caches, memory and the clock are shared, so it is
// less than two. The gain of campaigns is compared with it.

import type { Lab } from './lab.js';
import { pin } from './speed.js';

export interface Ceiling {
  readonly what: string;
  readonly pinned: boolean;
  readonly oneMs: number;
  readonly twoMs: number;
  readonly oneCpuMs: number;
  readonly twoCpuMs: number;
  /** How much more is done in the same time. */
  readonly gain: number;
}

/** `each`: the work of each of the two, together `times` as much as `all`. */
export async function ceiling(
  lab: Lab,
  what: string,
  all: readonly string[],
  each: readonly [readonly string[], readonly string[]],
  times: 1 | 2,
  pinned: boolean,
): Promise<Ceiling> {
  const alone = ['--on', 'here'];
  const begin = (words: readonly string[], core: number) => {
    const running = lab.run([...words, ...alone]);
    if (pinned) pin(running.process.pid, core);
    return running.ended;
  };
  const one = await begin(all, 0);
  const two = await Promise.all(each.map(begin));
  const twoMs = Math.max(...two.map(({ ms }) => ms));
  return {
    what,
    pinned,
    oneMs: one.ms,
    twoMs,
    oneCpuMs: one.cpuMs,
    twoCpuMs: two.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    gain: (times * one.ms) / twoMs,
  };
}
