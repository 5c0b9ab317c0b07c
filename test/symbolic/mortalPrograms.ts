// Random programs in which some stores begin or end the lifetime of a cell's object or leave it without a value, some loads ask
// whether there is one, and some cells have none at first.

import { randomProgram } from '../../src/generate/random.js';
import { constant } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { type Statement, writtenIn } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';

/** Every third plain store leaves no value, every second load may find none; in atomic blocks nothing begins or ends. */
export function mortalProgram(seed: number): Program {
  const program = randomProgram(seed);
  let stores = seed;
  let loads = seed;
  const lifetimes = ['begins', 'ends', 'empties', 'destroys'] as const;
  const change = (body: readonly Statement[], inAtomic = false): Statement[] =>
    body.map((s): Statement => {
      switch (s.kind) {
        case 'store':
          if (++stores % 3 !== 0) return s;
          return {
            ...s,
            value: constant(0, s.width === 64 ? 64 : 32),
            lifetime: inAtomic ? 'empties' : lifetimes[(stores / 3) % 4],
          };
        case 'load':
          if (s.until !== undefined || ++loads % 2 !== 0) return s;
          return { ...s, has: `has${loads % 3}` };
        case 'if':
          return {
            ...s,
            whenTrue: change(s.whenTrue, inAtomic),
            whenFalse: change(s.whenFalse, inAtomic),
          };
        case 'atomic':
          return { ...s, body: change(s.body, true) };
        case 'block':
        case 'while':
          return { ...s, body: change(s.body, inAtomic) };
        default:
          return s;
      }
    });
  const threads = program.threads.map((thread) => ({ ...thread, body: change(thread.body) }));
  const asked = threads.flatMap(({ body }, thread) =>
    [...writtenIn(body)]
      .filter((register) => register.startsWith('has'))
      .map((register) => ({ kind: 'register', thread, register }) as const),
  );
  return validate({
    ...program,
    threads,
    observed: [...program.observed, ...asked],
    locations: program.locations.map((location, i) =>
      (i + seed) % 4 === 0 ? { ...location, uninitialised: true } : location,
    ),
  });
}
