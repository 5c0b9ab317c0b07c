// The wire format: data as JSON and back in both directions, and schedules as numbers.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeExplored } from '../../src/campaign/decode.js';
import { dataOf, textOf } from '../../src/campaign/json.js';
import { packSchedule, unpackSchedule } from '../../src/explicit/parallel/apart/packed.js';
import { Decoder } from '../../src/support/decoder.js';

const name = fc.oneof(fc.string(), fc.constantFrom('$integer', '$map', '$$', '__proto__', 'toString'));
const data = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1.5, Number.POSITIVE_INFINITY, 2n ** 60n, ''),
    fc.string(),
    fc.integer(),
    fc.bigInt(),
    fc.array(tie('any')),
    fc.dictionary(name, tie('any'), { noNullPrototype: true }),
    fc.array(fc.tuple(tie('any'), tie('any'))).map((pairs) => new Map(pairs)),
    fc.array(fc.integer()).map((words) => Int32Array.from(words)),
  ),
})).any;

describe('data on the wire', () => {
  it('is what it was', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(dataOf(textOf(value))).toEqual(value);
      }),
    );
  });

  it('has the same text whether or not something in it is no JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = textOf({ value, absent: undefined });
        expect(textOf({ value, absent: undefined, large: 1n })).toBe(
          `${text.slice(0, -1)},"large":{"$integer":"1"}}`,
        );
      }),
    );
  });

  it('keeps final values of 64 bits', () => {
    const outcomes = [{ outcome: [2n ** 60n, -1], schedule: [] }];
    const text = textOf({
      outcomes,
      findings: [],
      flawed: [],
      cutLoops: [],
      complete: true,
      statistics: { ms: 0 },
    });
    expect(decodeExplored(new Decoder(dataOf(text), 'a result')).outcomes).toEqual(outcomes);
  });

  it('keeps the steps of a schedule', () => {
    const thread = fc.nat(5);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('execute' as const), thread }),
      fc.record({ kind: fc.constant('commit' as const), thread, address: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step), (schedule) => {
        expect(unpackSchedule(packSchedule(schedule))).toEqual(schedule);
      }),
    );
  });
});

describe('a decoder', () => {
  it('says where something is wrong', () => {
    const d = new Decoder({ a: [{ b: [1, 2, 'x'] }] }, 'a file');
    expect(() => d.at('a').at(0).at('b').integers()).toThrow('a[0].b[2] should be a whole number');
    expect(() => d.at('toString').string()).toThrow('toString should be a string');
  });
});
