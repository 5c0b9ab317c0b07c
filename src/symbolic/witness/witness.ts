// From a solution to the shared vocabulary: an execution with its findings and outcome, and a schedule.

import { deadlockFinding } from '../../execution/deadlock.js';
import type { Event } from '../../execution/event.js';
import {
  type Blocked,
  type Execution,
  initialWrite,
  type ModelName,
  type Outcome,
  type Witness,
} from '../../execution/execution.js';
import type { Finding } from '../../execution/finding.js';
import { AddressNames } from '../../program/addressNames.js';
import { evaluateFormula, type Formula, type Observable } from '../../program/condition.js';
import { type Integer, toNumber } from '../../program/integer.js';
import { operandValues } from '../../program/layout.js';
import { present } from '../../support/present.js';
import { observed } from '../encode/condition.js';
import { readBits } from '../formula/bits.js';
import type { Session } from '../session.js';
import type { Message, Stop } from '../unroll/unrolled.js';
import { type Concrete, concretise } from './concrete.js';
import { scheduleOf } from './schedule.js';

/** The events of a solution, independent of the model that is asked next. */
export interface Solution {
  readonly execution: Execution;
  readonly concrete: Pick<Concrete, 'events' | 'co' | 'stops' | 'eventOf'>;
}

export function solutionOf(session: Session): Solution {
  const concrete = concretise(session);
  return { execution: executionFrom(session, concrete), concrete };
}

/** On the machine of a model that allows it. */
export const witnessOf = ({ execution, concrete }: Solution, model: ModelName): Witness => ({
  model,
  execution,
  schedule: scheduleOf(concrete, model),
});

export function executionOf(session: Session): Execution {
  return executionFrom(session, concretise(session));
}

function executionFrom(session: Session, concrete: Concrete): Execution {
  const places = new Map<number, number>();
  const events = concrete.events.map(({ reads, ...event }, id): Event => {
    const index = places.get(event.thread) ?? 0;
    places.set(event.thread, index + 1);
    const seen = reads.filter((read) => !read.ghost).map(({ ghost: _, source: __, ...access }) => access);
    return { id, index, ...event, reads: seen };
  });
  const rf = concrete.events.map((event) =>
    event.reads.filter((read) => !read.ghost).map(({ source }) => source ?? initialWrite),
  );
  const { co, allocs } = concrete;
  const blocked = blockedThreads(concrete);
  const findings = findingsOf(session, concrete, blocked);
  const outcome = isFinal(session, blocked.size > 0 || findings.length > 0) ? outcomeOf(session) : undefined;
  return {
    events,
    rf,
    co,
    blocked,
    findings,
    ...(allocs.length === 0 ? {} : { allocs }),
    ...present({ outcome }),
  };
}

function isFinal(session: Session, stopped: boolean): boolean {
  const { final } = session.problem.program;
  return final === undefined ? !stopped : satisfied(session, final);
}

/** The observed values, unless the program's filter leaves them out. */
function outcomeOf(session: Session): Outcome | undefined {
  const { filter, observed } = session.problem.program;
  if (filter !== undefined && !satisfied(session, filter)) return undefined;
  return observed.map((o) => finalValue(session, o));
}

function satisfied(session: Session, formula: Formula): boolean {
  const { layout } = session.problem.unrolled;
  return evaluateFormula(
    formula,
    operandValues(layout, (o) => finalValue(session, o)),
  );
}

const finalValue = (session: Session, o: Observable): Integer =>
  readBits(observed(session.problem, o), (l) => session.holds(l));

function blockedThreads(concrete: Concrete): Map<number, Blocked> {
  const blocked = new Map<number, Blocked>();
  for (const stop of concrete.stops) if (!blocked.has(stop.thread)) blocked.set(stop.thread, stop.why);
  return new Map([...blocked].sort(([a], [b]) => a - b));
}

function findingsOf(session: Session, concrete: Concrete, blocked: ReadonlyMap<number, Blocked>): Finding[] {
  const { program } = session.problem;
  const findings = concrete.stops.flatMap((stop) => findingOf(session, concrete, stop) ?? []);
  if (program.endsWith !== undefined && !blocked.has(program.endsWith)) return findings;
  const stopped = [...blocked.values()].some((why) => why !== 'lock' && why !== 'join');
  const waiting = [...blocked].map(([thread, why]) => {
    const { at, awaits } = concrete.stops.find((stop) => stop.thread === thread) ?? {};
    const awaited = awaits === undefined ? -1 : toNumber(concrete.value(awaits));
    const cell = { cell: awaited, ...present({ value: lastValue(concrete, awaited) }) };
    return { thread, ...(why === 'lock' ? cell : { other: awaited }), ...present({ at }) };
  });
  if (!stopped)
    findings.push(...deadlockFinding(program, session.problem.unrolled.layout, waiting, concrete.allocs));
  return [...findings, ...hangs(session, concrete, blocked)];
}

/** The last value written to a cell, or undefined. */
function lastValue({ events, co }: Concrete, address: number): Integer | undefined {
  const last = co.get(address)?.at(-1);
  return last === undefined ? undefined : events[last].writes.find((w) => w.address === address)?.value;
}

/** Threads that wait in a loop for ever: if every thread that has not ended waits for good. */
function hangs(session: Session, concrete: Concrete, blocked: ReadonlyMap<number, Blocked>): Finding[] {
  const { program, values } = session.problem;
  const found: Finding[] = [];
  for (const [thread, why] of blocked) {
    if (why === 'lock' || why === 'join') continue;
    const { leaves, at } = concrete.stops.find((stop) => stop.thread === thread) ?? {};
    if (leaves === undefined || session.holds(values.lit(leaves))) return [];
    const message = `${program.threads[thread].name} waits forever: nothing ends its loop any more`;
    found.push({ kind: 'hang', thread, message, ...present({ at }) });
  }
  return found;
}

function valueText(names: AddressNames, { named, gone, nowhere, inside }: Message, value: Integer): string {
  if (nowhere === true) return names.nowhere(value);
  if (inside === true) return names.inside(value);
  const name = named === true || gone !== undefined ? (names.cell(value) ?? `address ${value}`) : `${value}`;
  return gone !== undefined ? `${name} ${names.gone(Number(value), gone)}` : name;
}

function findingOf(session: Session, concrete: Concrete, stop: Stop): Finding | undefined {
  if (stop.finding === undefined) return undefined;
  const { kind, message } = stop.finding;
  const { program, unrolled } = session.problem;
  const names = new AddressNames(program, unrolled.layout, concrete.allocs);
  const text = message.value === undefined ? '' : valueText(names, message, concrete.value(message.value));
  return {
    kind,
    thread: stop.thread,
    message: `${message.before}${text}${message.after}`,
    ...present({ at: stop.at }),
  };
}
