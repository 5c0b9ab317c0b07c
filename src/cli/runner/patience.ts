// How much longer the same work takes because others want the processors.

import { availableParallelism, loadavg } from 'node:os';

/** At most: with a larger factor more time is lost on work that would only be done again. */
const most = 4;

export const patience = (): number => Math.min(most, Math.max(1, loadavg()[0] / availableParallelism()));
