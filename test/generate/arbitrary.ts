// Random programs as a fast-check arbitrary that shrinks as diptych does, not as fast-check would.

import fc from 'fast-check';
import { randomProgram } from '../../src/generate/random.js';
import type { RandomOptions } from '../../src/generate/randomOptions.js';
import { smallerPrograms } from '../../src/generate/shrink.js';
import type { Program } from '../../src/program/program.js';

class ArbitraryProgram extends fc.Arbitrary<Program> {
  readonly #options: RandomOptions;

  constructor(options: RandomOptions) {
    super();
    this.#options = options;
  }

  generate(random: fc.Random): fc.Value<Program> {
    return new fc.Value(randomProgram(random.nextInt(), this.#options), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Program {
    return typeof value === 'object' && value !== null && 'threads' in value;
  }

  shrink(value: Program): fc.Stream<fc.Value<Program>> {
    return fc.stream(smallerPrograms(value)).map((smaller) => new fc.Value(smaller, undefined));
  }
}

export const arbitraryProgram = (options: RandomOptions = {}): fc.Arbitrary<Program> =>
  new ArbitraryProgram(options);
