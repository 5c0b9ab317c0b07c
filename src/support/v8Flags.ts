// V8 flags under which short work takes less time. They are taken back after it: code that V8 has kept of a program or of a
// WebAssembly module counts only under the flags it was made with.

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

/** Nothing is compiled that will hardly be called again; what is hot is optimised all the same. */
export const withoutBaseline: Flag = { set: '--no-sparkplug', restore: '--sparkplug' };

export async function underFlag<T>(flag: Flag | undefined, work: () => Promise<T>): Promise<T> {
  if (flag === undefined || /wasm|sparkplug/.test(ofUser)) return work();
  setFlagsFromString(flag.set);
  try {
    return await work();
  } finally {
    setFlagsFromString(flag.restore);
  }
}

/** Who sets such flags wants them as they are. */
const ofUser = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
