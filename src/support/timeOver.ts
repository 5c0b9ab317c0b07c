// A clock for work without partial results, such as unrolling a program or writing its formula. The work looks at the
// clock now and then; its caller sets the end. At the end the work throws, and partial results are lost.

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

/**
 * Runs work that looks at the clock until `deadline` (as of performance.now()) or until `stop` returns true, and no
 * longer than an enclosing limit.
 */
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

/** The result of the work, or undefined if its time ended before. */
export function inTime<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    return undefined;
  }
}
