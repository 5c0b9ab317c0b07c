// How many threads are of use.

import { availableParallelism } from 'node:os';

/** More than this only get into each other's way. */
export const mostJobs = (): number => Math.max(4, 2 * availableParallelism());
