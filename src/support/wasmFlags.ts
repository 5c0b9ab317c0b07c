// V8 flags under which WebAssembly modules load sooner. They are taken back after loading: code that V8 has kept of a program
// counts only under the flags it was made with.

import { setFlagsFromString } from 'node:v8';

interface Flag {
  readonly set: string;
  readonly restore: string;
}

/** Functions are validated when they are first called: for modules with many functions of which few are used. */
export const validatedLazily: Flag = {
  set: '--wasm-lazy-validation',
  restore: '--no-wasm-lazy-validation',
};

/**
 * Functions stay as they are first compiled: for modules that are used shortly, since a process waits at its end for code
 * that is still being optimised. Only V8 11 (Node 20) is so eager; the value to go back to is its own.
 */
export const neverOptimised: Flag | undefined = process.versions.v8.startsWith('11.')
  ? { set: '--wasm-tiering-budget=100000000', restore: '--wasm-tiering-budget=1800000' }
  : undefined;

export async function underFlag<T>(flag: Flag | undefined, load: () => Promise<T>): Promise<T> {
  if (flag === undefined || ofUser.includes('wasm')) return load();
  setFlagsFromString(flag.set);
  try {
    return await load();
  } finally {
    setFlagsFromString(flag.restore);
  }
}

/** Who sets such flags wants them as they are. */
const ofUser = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
