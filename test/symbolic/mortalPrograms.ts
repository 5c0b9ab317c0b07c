// Random programs in which some stores begin or end the lifetime of a cell's object, and some cells have no value at first.

import { randomProgram } from '../../src/generate/random.js';
import { constant } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';

/** Every third plain store outside atomic blocks begins or ends a lifetime. */
export function mortalProgram(seed: number): Program {
  const program = randomProgram(seed);
  let stores = seed;
  const change = (body: readonly Statement[]): Statement[] =>
    body.map((s): Statement => {
      switch (s.kind) {
        case 'store':
          if (++stores % 3 !== 0) return s;
          return {
            ...s,
            value: constant(0, s.width === 64 ? 64 : 32),
            lifetime: stores % 2 === 0 ? 'begins' : 'ends',
          };
        case 'if':
          return { ...s, whenTrue: change(s.whenTrue), whenFalse: change(s.whenFalse) };
        case 'block':
        case 'while':
          return { ...s, body: change(s.body) };
        default:
          return s;
      }
    });
  return validate({
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: change(thread.body) })),
    locations: program.locations.map((location, i) =>
      (i + seed) % 4 === 0 ? { ...location, uninitialised: true } : location,
    ),
  });
}
