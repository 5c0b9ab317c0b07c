// Random C programs, by seed: sequential ones by even seeds, concurrent ones by odd seeds.

import { concurrentProgram } from './concurrent.js';
import { allFeatures, type Feature } from './features.js';
import { type JudgedProgram, sequentialProgram } from './sequential.js';

export { allFeatures, type Feature } from './features.js';
export type { JudgedProgram } from './sequential.js';
export { shrinkC } from './shrink.js';
export { outputsOf, standAlone } from './source.js';

export interface RandomC {
  /** Features of the programs; absent: all. */
  readonly features?: readonly Feature[];
  /** Statements of main, or of all threads together. */
  readonly size: number;
}

export const isSequential = (seed: number): boolean => seed % 2 === 0;

export function randomC(seed: number, { features = allFeatures, size }: RandomC): JudgedProgram {
  const options = { features: new Set(features), size };
  return isSequential(seed) ? sequentialProgram(seed, options) : concurrentProgram(seed, options);
}
