// Sizes of the fast machine that are guessed: a run that outgrows one is started again with it doubled.

export interface Capacity {
  /** Words of a bit set, 32 positions each: a power of two. */
  readonly stride: number;
  /** Buffered stores per thread in one execution. */
  readonly stores: number;
}

export class CapacityExceeded extends Error {
  constructor(readonly what: keyof Capacity) {
    super(`more ${what} than expected`);
  }
}

export const firstCapacity: Capacity = { stride: 1, stores: 32 };

export const larger = (capacity: Capacity, { what }: CapacityExceeded): Capacity => ({
  ...capacity,
  [what]: capacity[what] * 2,
});
