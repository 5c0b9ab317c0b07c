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
  setFlagsFromString(flag.set);
  try {
    return await work();
  } finally {
    setFlagsFromString(flag.restore);
  }
}

/**
 * For one short question after the other: nothing is compiled that will hardly be called again, and what is hot is optimised with
 * less of what it calls. Until `usualWork`, before which nothing that takes longer may begin.
 */
export function shortWork(): void {
  if (isShort || /sparkplug|inlined/.test(ofUser)) return;
  isShort = true;
  setFlagsFromString('--no-sparkplug');
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${fewInlined}`);
}

export function usualWork(): void {
  if (!isShort) return;
  isShort = false;
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${usuallyInlined}`);
  setFlagsFromString('--sparkplug');
}

let isShort = false;

/**
 * Only what runs very often is optimised, and less of what it calls with it: V8 optimises on threads of its own, which takes
 * more of the processors than the work itself where that is over in a second.
 */
export function optimisedLate<T>(work: () => T): T {
  // Who has worked for so long will go on.
  if (lateMs > mostLateMs) return work();
  // Somebody else has other flags, for longer.
  if (cachedDataVersionTag() !== tagAtStart || /budget|inlined/.test(ofUser)) return work();
  const start = performance.now();
  setFlagsFromString(`--interrupt-budget=${lateBudget}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${fewInlined}`);
  try {
    return work();
  } finally {
    lateMs += performance.now() - start;
    setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${usuallyInlined}`);
    for (const budget of usualBudgets) {
      setFlagsFromString(`--interrupt-budget=${budget}`);
      if (cachedDataVersionTag() === tagAtStart) break;
    }
  }
}

/** Milliseconds of such work so far, and how many there may be. */
let lateMs = 0;
const mostLateMs = 1000;
const kilobytes = 1024;
const lateBudget = 1024 * kilobytes;
const [fewInlined, usuallyInlined] = [230, 920];
/** What V8 has without the flag depends on its version and on the processor, and cannot be asked for. */
const usualBudgets = [66 * kilobytes, 132 * kilobytes, 144 * kilobytes];
/** Tells V8 with the same flags. */
const tagAtStart = cachedDataVersionTag();

/** Who sets such flags wants them as they are. */
const ofUser = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
