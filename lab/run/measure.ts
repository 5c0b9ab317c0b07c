// CPU time and memory of this process. The clock on the wall would measure what else the machine does.

import type { Limit } from '../table.js';

/** User and system time so far, in seconds, of all threads. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

interface Timed<T> {
  readonly value: T;
  readonly seconds: number;
}

export async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  const start = cpuSeconds();
  const value = await work();
  return { value, seconds: cpuSeconds() - start };
}

/** How much longer than its CPU time a measurement may take on a busy machine. */
export const slack = 3;

/** The limit as engines understand it, in CPU time: a busy machine does not take from it. */
export function cpuLimit({ timeLimitMs }: Limit): {
  readonly timeLimitMs: number;
  readonly stop: () => boolean;
} {
  const end = cpuSeconds() + timeLimitMs / 1000;
  return { timeLimitMs: slack * timeLimitMs, stop: () => cpuSeconds() >= end };
}

/** The most memory this process ever had, in MB. */
export const peakMemory = (): number => process.resourceUsage().maxRSS / 1024;

interface Repetition {
  /** CPU seconds of all runs together, after which no other begins. */
  readonly seconds: number;
  readonly most: number;
}

/** CPU seconds of each of several runs, in order: the first ones are those of code that is not yet compiled. */
export function repeated(work: () => void, { seconds, most }: Repetition): number[] {
  const runs: number[] = [];
  const end = cpuSeconds() + seconds;
  do {
    const start = cpuSeconds();
    work();
    runs.push(cpuSeconds() - start);
  } while (cpuSeconds() < end && runs.length < most);
  return runs;
}

export const least = (list: readonly number[]): number => Math.min(...list);

export const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
