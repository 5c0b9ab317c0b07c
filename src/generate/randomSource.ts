// The random programs of a cross-check, by seed. Programs of all kinds seldom look like the litmus tests that memory models
// differ on, so half of them are made of loads, stores, atomics and fences alone.

import type { Program } from '../program/program.js';
import { randomProgram } from './random.js';
import { type Feature, features } from './randomOptions.js';

export interface RandomSource {
  readonly size: number;
  /**
   * The features of the programs. If absent, every other program has all features, and the rest have those of the
   * memory models.
   */
  readonly features?: readonly Feature[];
}

const memoryFeatures: readonly Feature[] = ['rmw', 'fence', 'store-fence', 'condition'];

export function programOf(seed: number, { size, features: chosen }: RandomSource): Program {
  return randomProgram(seed, { size, features: chosen ?? (seed % 2 === 0 ? features : memoryFeatures) });
}
