// Random programs as a fast-check arbitrary that shrinks as diptych does, not as fast-check would.

import fc from 'fast-check';
import { randomProgram } from '../../src/generate/random.js';
import type { RandomOptions } from '../../src/generate/randomOptions.js';
import { smallerPrograms } from '../../src/generate/shrink.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';

class ArbitraryProgram extends fc.Arbitrary<Program> {
  readonly #options: RandomOptions;

  constructor(options: RandomOptions) {
    super();
    this.#options = options;
  }

  generate(random: fc.Random): fc.Value<Program> {
    return printable(randomProgram(random.nextInt(), this.#options));
  }

  canShrinkWithoutContext(value: unknown): value is Program {
    return typeof value === 'object' && value !== null && 'threads' in value;
  }

  shrink(value: Program): fc.Stream<fc.Value<Program>> {
    return fc.stream(smallerPrograms(value)).map(printable);
  }
}

/** A counterexample prints as litmus text. */
function printable(program: Program): fc.Value<Program> {
  Object.defineProperty(program, fc.toStringMethod, { value: () => `\n${printProgram(program)}` });
  return new fc.Value(program, undefined);
}

export const arbitraryProgram = (options: RandomOptions = {}): fc.Arbitrary<Program> =>
  new ArbitraryProgram(options);
