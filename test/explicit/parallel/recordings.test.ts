// Messages between threads about final states: which thread keeps one, and the execution that ends in it.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outcomeKey } from '../../../src/execution/execution.js';
import { Claims } from '../../../src/explicit/parallel/claims.js';
import { Recordings } from '../../../src/explicit/parallel/recordings.js';
import { toInteger } from '../../../src/program/integer.js';

const integer = fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(toInteger));
const outcome = fc.array(integer, { minLength: 3, maxLength: 3 });

it('each final state is claimed once, by whomever', () => {
  const claims = new Claims();
  const others = new Claims(claims.buffer);
  const known = new Set<string>();
  fc.assert(
    fc.property(
      fc.oneof(outcome, fc.array(fc.nat(2), { minLength: 3, maxLength: 3 })),
      fc.boolean(),
      (o, own) => {
        expect((own ? claims : others).claim(o)).toBe(!known.has(outcomeKey(o)));
        known.add(outcomeKey(o));
      },
    ),
  );
});

it('executions arrive as they were sent', () => {
  const recordings = new Recordings();
  const arrived = new Recordings(recordings.buffer);
  const chosen = fc.array(fc.tuple(fc.nat(), integer)).map((pairs) => new Map(pairs));
  const steps = fc.array(fc.integer({ min: -1, max: 1 << 20 })).map((words) => Int32Array.from(words));
  fc.assert(
    fc.property(fc.array(fc.record({ outcome, recording: fc.record({ steps, chosen }) })), (sent) => {
      for (const one of sent) expect(recordings.put(one)).toBe(true);
      expect(sent.map(() => arrived.take())).toEqual(sent);
      expect(arrived.take()).toBeUndefined();
    }),
  );
});
