// V8 flags under which short work takes less time. They are taken back after it: code that V8 has kept of a program or of a
// WebAssembly module counts only under the flags it was made with.

import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';

interface Flag {
  readonly set: string;
  readonly restore: string;
}

/** Functions are validated when they are first called: for modules with many functions of which few are used. */
export const validatedLazily: Flag = {
  set: '--wasm-lazy-validation',
  restore: '--no-wasm-lazy-validation',
};

export async function underFlag<T>(flag: Flag | undefined, work: () => Promise<T>): Promise<T> {
  if (flag === undefined || /wasm/.test(ofUser)) return work();
  set(flag.set);
  try {
    return await work();
  } finally {
    set(flag.restore);
  }
}

/**
 * Flags for one short question after the other. Code that hardly runs again is not compiled, hot code is optimised
 * with less inlining, no threads are woken to collect little garbage, and garbage is collected seldom. They hold until `usualWork`; no longer work
 * may begin before.
 */
export function shortWork(): void {
  if (/sparkplug|inlined|scavenge|single-threaded/.test(ofUser)) return;
  wantsShort = true;
  setShort(true);
}

export function usualWork(): void {
  wantsShort = false;
  setShort(false);
}

/** For what was kept by others, under the usual flags. */
export async function underUsualFlags<T>(work: () => Promise<T>): Promise<T> {
  setShort(false);
  try {
    return await work();
  } finally {
    setShort(wantsShort);
  }
}

let wantsShort = false;
let isShort = false;

function setShort(short: boolean): void {
  if (short === isShort) return;
  isShort = short;
  set(`--max-inlined-bytecode-size-cumulative=${inlined()}`);
  for (const flag of ['sparkplug', 'parallel-scavenge']) set(short ? `--no-${flag}` : `--${flag}`);
  set(`--semi-space-growth-factor=${short ? largeGrowth : usualGrowth}`);
  if (short) shortTag ??= cachedDataVersionTag();
}

let shortTag: number | undefined;

/**
 * The factor by which V8 enlarges the space for new objects. After each collection of a small space V8 lowers its
 * limit for old objects, and after a few it marks all of them, on another thread.
 */
const [largeGrowth, usualGrowth] = [16, 2];

/**
 * Beside each working thread, V8 compiles hot code on threads of its own, up to half as much again in the first
 * minute. That is too much where a job has one core and other processes use the rest. With these flags only very hot
 * code is compiled, with less inlining. They hold as long as the process; docs/scale.md has figures.
 */
export function frugalWork(): void {
  if (isFrugal) return;
  isFrugal = true;
  set(`--interrupt-budget=${lateBudget}`, `--max-inlined-bytecode-size-cumulative=${fewInlined}`);
}

let isFrugal = false;

/**
 * Only very hot code is optimised, with less inlining. V8 optimises on threads of its own, which costs more than the
 * work itself if that ends within a second.
 */
export function optimisedLate<T>(work: () => T): T {
  // Work that has taken this long will go on.
  if (lateMs > mostLateMs) return work();
  // Another caller has set other flags, for longer.
  const before = cachedDataVersionTag();
  if (before !== (isShort ? shortTag : usualTag()) || /budget|inlined/.test(ofUser)) return work();
  const start = performance.now();
  set(`--interrupt-budget=${lateBudget}`, `--max-inlined-bytecode-size-cumulative=${fewInlined}`);
  // The code that is used again and again is compiled without being optimised.
  if (isShort) set('--sparkplug');
  try {
    return work();
  } finally {
    lateMs += performance.now() - start;
    if (isShort) set('--no-sparkplug');
    set(`--max-inlined-bytecode-size-cumulative=${inlined()}`);
    for (const budget of usualBudgets) {
      set(`--interrupt-budget=${budget}`);
      if (cachedDataVersionTag() === before) break;
    }
  }
}

/** Milliseconds of such work so far, and how many there may be. */
let lateMs = 0;
const mostLateMs = 1000;
const kilobytes = 1024;
const lateBudget = 1024 * kilobytes;
const [fewInlined, usuallyInlined] = [230, 920];
const inlined = (): number => (isShort ? fewInlined : usuallyInlined);
/** V8's defaults depend on its version and on the processor, and cannot be asked for. */
const usualBudgets = [66 * kilobytes, 132 * kilobytes, 144 * kilobytes];

function set(...flags: readonly string[]): void {
  usualTag();
  for (const flag of flags) setFlagsFromString(flag);
}

/**
 * Tells V8 with the usual flags: those it had when this was first called, which is before any of these is set. Threads share flags,
 * so one calls it when it begins.
 */
export function usualTag(): number {
  tag ??= cachedDataVersionTag();
  return tag;
}

let tag: number | undefined;

/** A user who sets such flags wants to keep them. */
const ofUser = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
