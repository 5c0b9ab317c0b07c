// The last step: a settled module as the engines' program.

import { defaultUnroll } from '../../../program/loopBounds.js';
import type { Program, Thread } from '../../../program/program.js';
import { validate } from '../../../program/validate.js';
import { present } from '../../../support/present.js';
import type { Module } from '../../module.js';
import { divide } from '../cells/divide.js';
import { refuseMixedSizes } from '../cells/mixed.js';
import { observablesOf, shownBy } from '../observed.js';
import { PointsTo } from '../points/solve.js';
import { ProgramParts } from './parts.js';
import { threadOf } from './thread.js';

interface ProgramOptions {
  readonly name: string;
  /** The variables of a final state; absent: all globals that are numbers. */
  readonly observe?: readonly string[];
  /** The bound of loops; absent: the usual one. */
  readonly unroll?: number;
}

export function programOf(module: Module, { name, observe, unroll }: ProgramOptions): Program {
  const points = new PointsTo(module);
  const shown = shownBy(module, observe);
  const division = divide(module, points, shown);
  refuseMixedSizes(module, division);
  const parts = new ProgramParts(module, points, division, unroll ?? defaultUnroll);
  const threads = numbered(module.threads.map((_, index) => threadOf(parts, index)));
  const observed = shown.flatMap((one) => {
    const location = parts.locationName(one.object) ?? one.object;
    return observablesOf(one, location, division.cells.get(one.object) ?? []);
  });
  const locations = parts.locations();
  const { functions } = parts;
  return validate({
    name,
    locations,
    threads,
    ...(functions.length === 0 ? {} : { functions }),
    ...(parts.endsWithMain ? { endsWith: 0 } : {}),
    observed,
    ...present({ source: module.source }),
  });
}

/** Threads of the same function are numbered. */
function numbered(threads: readonly Thread[]): Thread[] {
  const counts = new Map<string, number>();
  for (const { name } of threads) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return threads.map((thread) => {
    if ((counts.get(thread.name) ?? 0) < 2) return thread;
    const number = (seen.get(thread.name) ?? 0) + 1;
    seen.set(thread.name, number);
    return { ...thread, name: `${thread.name}/${number}` };
  });
}
