import { expect, it } from 'vitest';
import { Slice, SliceOver } from '../../src/cli/runner/slice.js';
import { lookAtClock, until } from '../../src/support/timeOver.js';

it('leaves no clock behind for what comes after work that it has ended', () => {
  const endless = (): never => {
    for (;;);
  };
  expect(() => new Slice(20).run(() => until(performance.now() + 5, undefined, endless))).toThrow(SliceOver);
  expect(() => {
    for (let i = 0; i < 1000; i++) lookAtClock();
  }).not.toThrow();
});
