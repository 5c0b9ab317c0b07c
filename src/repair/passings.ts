// How often threads pass the places of a program, as far as its text tells: to choose among repairs that cost the same.

import type { Marks } from '../program/effects.js';
import type { Program } from '../program/program.js';
import type { Statement } from '../program/statement.js';

/** More makes no difference. */
const most = 1000;

/** How often a loop is taken to run. */
const usualRounds = 10;

/** By place: how often threads pass it. */
export function passings(marked: Program, marks: Marks): ReadonlyMap<number, number> {
  const count = new Map<number, number>();
  const visit = (body: readonly Statement[], times: number): void => {
    for (const s of body) {
      const place = marks.placeOf(s);
      if (place !== undefined) count.set(place, Math.min((count.get(place) ?? 0) + times, most));
      if (s.kind === 'while') visit(s.body, times * usualRounds);
      else if (s.kind === 'block') visit(s.body, times);
      else if (s.kind === 'if') {
        visit(s.whenTrue, times);
        visit(s.whenFalse, times);
      }
    }
  };
  for (const { body } of marked.threads) visit(body, 1);
  return count;
}
