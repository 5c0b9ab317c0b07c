// A clock for work that has nothing to show until it is done, as unrolling a program or writing its formula: what does such work looks
// at the clock now and then, and whoever has it done says when it ends. It ends by throwing: what was half done is lost.

export class TimeOver extends Error {
  constructor() {
    super('the time for it is over');
    this.name = 'TimeOver';
  }
}

/** About how many looks there are between two at the clock itself. */
const looksPerTick = 64;

interface Limit {
  readonly deadline: number;
  readonly stop: (() => boolean) | undefined;
}

let current: Limit | undefined;
let looks = 0;

/** Runs what looks at the clock: until `deadline` (as of performance.now()), or until `stop` says so, and no longer than whoever called. */
export function until<T>(deadline: number, stop: (() => boolean) | undefined, work: () => T): T {
  const before = current;
  current = {
    deadline: Math.min(deadline, before?.deadline ?? Number.POSITIVE_INFINITY),
    stop: before?.stop === undefined ? stop : () => before.stop?.() === true || stop?.() === true,
  };
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Runs what may be ended from outside, so that nothing of it is done any more, not even `finally`: it leaves no clock behind. */
export function leavingNoClock<T>(work: () => T): T {
  const before = current;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** To be called wherever work may become long. */
export function lookAtClock(): void {
  if (current === undefined || ++looks % looksPerTick !== 0) return;
  if (performance.now() >= current.deadline || current.stop?.() === true) throw new TimeOver();
}

/** What the work returns; undefined if its time was over before that. */
export function inTime<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    return undefined;
  }
}
