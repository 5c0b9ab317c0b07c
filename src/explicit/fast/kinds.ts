// Kinds of steps and states of threads, as numbers.

/** The effect of a step on memory. */
export const READ = 0;
export const WRITE = 1;
/** Reads and writes one cell. */
export const UPDATE = 2;
/** Touches several cells: an atomic block or a free. Its cells are in `footprints`. */
export const BLOCK = 3;

/** Thread states. */
export const AT_EVENT = 0;
/** At a fence, spawn or join that is not possible yet. */
export const WAITING = 1;
export const ENDED = 2;
export const NOT_SPAWNED = 3;
export const STOPPED_ASSUME = 4;
export const STOPPED_BOUND = 5;
export const STOPPED_FINDING = 6;

/** A commit to a freed cell keeps its thread from its next event, or from nothing: it had ended, waits for it or was stopped. */
export const STOPS_NEXT = 1;
export const STOPS_NOTHING = 2;
