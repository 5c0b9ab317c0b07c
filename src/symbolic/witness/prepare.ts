// Everything a witness shows must be part of the formula before it is solved: terms get their circuits when they are first
// asked for.

import { observablesOf } from '../../program/condition.js';
import { observed } from '../encode/condition.js';
import { no } from '../formula/cnf.js';
import type { Problem } from '../problem.js';

export function prepareWitness(problem: Problem): void {
  const { unrolled, values, memory } = problem;
  for (const event of unrolled.events) {
    if (memory.executed[event.id] === no) continue;
    if (event.other !== undefined) values.bits(event.other);
    if (event.choice !== undefined) values.bits(event.choice);
    if (event.succeeds !== undefined) values.lit(event.succeeds);
    for (const r of event.reads) {
      values.bits(unrolled.reads[r].address);
      values.bits(unrolled.reads[r].value);
    }
    for (const w of event.writes) {
      values.bits(unrolled.writes[w].address);
      values.bits(unrolled.writes[w].value);
    }
  }
  for (const { guard } of unrolled.acquireFences) values.lit(guard);
  for (const { guard, base, size } of unrolled.allocs) {
    values.lit(guard);
    values.bits(base);
    values.bits(size);
  }
  for (const stop of unrolled.stops) {
    problem.stopped(stop);
    if (stop.leaves !== undefined) values.lit(stop.leaves);
    const shown = stop.finding?.message.value;
    if (shown !== undefined) values.bits(shown);
  }
  for (const thread of unrolled.threads) {
    values.lit(thread.start);
    values.lit(thread.end);
  }
  const { final, observed: shown } = problem.program;
  for (const o of final === undefined ? shown : [...shown, ...observablesOf(final)]) observed(problem, o);
}
