// A page explores on the one worker it asks.

import { type Exploration, type ExploreOptions, explore } from '../../src/explicit/explore.js';
import type { Program } from '../../src/program/program.js';

export const exploreParallel = (program: Program, options: ExploreOptions): Promise<Exploration> =>
  Promise.resolve(explore(program, options));
