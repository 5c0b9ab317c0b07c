// Random programs as a fast-check arbitrary.

import fc from 'fast-check';
import { randomProgram } from '../../src/generate/random.js';
import type { RandomOptions } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';

export const arbitraryProgram = (options: RandomOptions = {}): fc.Arbitrary<Program> =>
  fc.noShrink(fc.integer()).map((seed) => randomProgram(seed, options));
