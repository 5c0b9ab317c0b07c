// Values of 64 bits where mistakes are likely: near 0, near powers of two, and anything.

import fc from 'fast-check';
import { type Integer, toInteger } from '../../src/program/integer.js';

const near = [8n, 16n, 31n, 32n, 52n, 53n, 62n, 63n].flatMap((bits) =>
  [-1n, 0n, 1n].flatMap((by) => [2n ** bits + by, -(2n ** bits) + by]),
);

export const int64: fc.Arbitrary<Integer> = fc
  .oneof(
    fc.bigInt({ min: -4n, max: 4n }),
    fc.constantFrom(...near),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.integer().map(BigInt),
  )
  .map((value) => toInteger(BigInt.asIntN(64, value)));
