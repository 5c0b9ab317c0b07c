// The last step: a settled module as the engines' program.

import { withFewChoices } from '../../../program/choices/index.js';
import { defaultUnroll } from '../../../program/loopBounds.js';
import type { Program, Thread } from '../../../program/program.js';
import { validate } from '../../../program/validate.js';
import { present } from '../../../support/present.js';
import type { Instruction } from '../../instruction.js';
import type { Module } from '../../module.js';
import { asCopies, withTouches } from '../byteCopies.js';
import { type Division, divide } from '../cells/divide.js';
import { type Indivisible, sharedSizes } from '../cells/mixed.js';
import { withNamedPlaces } from '../cells/named.js';
import { observablesOf, shownBy } from '../observed.js';
import { PointsTo } from '../points/solve.js';
import { ProgramParts } from './parts.js';
import { threadOf } from './thread.js';
import { unsetObjects } from './unset.js';

interface ProgramOptions {
  readonly name: string;
  /** The variables of a final state; absent: all globals that are numbers. */
  readonly observe?: readonly string[];
  /** The bound of loops; absent: the usual one. */
  readonly unroll?: number;
  readonly indivisible?: Indivisible;
}

export function programOf(settled: Module, { name, observe, unroll, indivisible }: ProgramOptions): Program {
  const shown = shownBy(settled, observe);
  const { module, points, division: bytes } = divided(settled, shown);
  const { division, sections } = sharedSizes(
    module,
    bytes,
    (wholes) => divide(module, points, shown, wholes),
    indivisible,
  );
  const parts = new ProgramParts(module, points, division, unroll ?? defaultUnroll, sections);
  const threads = numbered(module.threads.map((_, index) => withFewChoices(threadOf(parts, index))));
  const named = withNamedPlaces(module, division);
  const hasCell = (object: string, offset: number, size: number): boolean =>
    named.cells.get(object)?.some((cell) => cell.offset === offset && cell.bytes === size) === true;
  const observed = shownBy(settled, observe, hasCell).flatMap((one) => {
    const location = parts.locationName(one.object) ?? one.object;
    return observablesOf(one, location, named.cells.get(one.object) ?? []);
  });
  const locations = parts.locations(named);
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

interface Divided {
  readonly module: Module;
  readonly points: PointsTo;
  readonly division: Division;
}

/** The module's memory as cells. Bytes that may have no value and that are loaded only to be stored are copied. */
function divided(module: Module, shown: ReturnType<typeof shownBy>): Divided {
  const points = new PointsTo(module);
  const division = divide(module, points, shown);
  const unset = unsetObjects(points, division);
  const mayBeUnset = (i: Instruction): boolean =>
    division.of.get(i)?.[0]?.places.some(({ object }) => unset.has(object)) === true;
  const threads = module.threads.map((thread) => {
    const body = withTouches(asCopies(thread.body, mayBeUnset), mayBeUnset);
    return body === thread.body ? thread : { ...thread, body };
  });
  if (threads.every((thread, k) => thread === module.threads[k])) return { module, points, division };
  const now = { ...module, threads };
  const again = new PointsTo(now);
  return { module: now, points: again, division: divide(now, again, shown) };
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
