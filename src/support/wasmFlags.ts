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
