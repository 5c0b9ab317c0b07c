import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Step } from '../../src/execution/execution.js';
import { scheduleOf, scheduleText } from '../../src/execution/scheduleText.js';
import { toInteger } from '../../src/program/integer.js';

const thread = fc.nat({ max: 99 });
const step: fc.Arbitrary<Step> = fc.oneof(
  thread.map((t) => ({ kind: 'execute' as const, thread: t })),
  fc
    .tuple(thread, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
    .map(([t, choice]) => ({ kind: 'execute' as const, thread: t, choice: toInteger(choice) })),
  fc
    .tuple(thread, fc.nat({ max: 0x7fffffff }))
    .map(([t, address]) => ({ kind: 'commit' as const, thread: t, address })),
);

it('reads every schedule back that it writes', () => {
  fc.assert(
    fc.property(fc.array(step), (schedule) => {
      expect(scheduleOf(scheduleText(schedule))).toEqual(schedule);
    }),
  );
});

it('takes no other text', () => {
  for (const text of ['x', '0=', '1@', '-1', '0 1 2y', '0@1=2']) expect(scheduleOf(text)).toBeUndefined();
  expect(scheduleOf('')).toEqual([]);
});
