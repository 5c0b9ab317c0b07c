// The other values of its choices with which a program goes through the very same execution. Its statements, cells and
// final state are the same, apart from values that follow the choices.

import type { Event } from '../../execution/event.js';
import { type Execution, initialWrite } from '../../execution/execution.js';
import type { ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { cellAddress, initialValue } from '../../program/layout.js';
import type { StatementOf } from '../../program/statement.js';
import type { Code } from '../bytecode/compile.js';
import { Conditions, type Shadow } from './shadow.js';
import { type Request, type Surroundings, ThreadAgain } from './thread.js';
import type { Bound } from './zone.js';

/** A choice by the thread that makes it, how many it made before, and the statement. */
export const choiceName = (thread: ThreadId, count: number, statement: number): string =>
  `${thread}.${count}.${statement}`;

export interface ChoiceStatement {
  /** Among the statements that choose, in the order of the text. */
  readonly number: number;
  readonly from: bigint;
  readonly to: bigint;
}

/** How a choice was made in an execution: its distance from the bottom of its range. */
interface Made {
  readonly name: string;
  readonly statement: ChoiceStatement;
  readonly value: bigint;
}

interface ExecutionConditions {
  readonly made: readonly Made[];
  readonly bounds: readonly Bound[];
}

export function conditionsOf(
  { program, layout, unroll }: Code,
  statements: ReadonlyMap<StatementOf<'nondet'>, ChoiceStatement>,
  { events, rf, co, outcome, allocs = [] }: Execution,
): ExecutionConditions {
  const made: Made[] = [];
  const chosen = new Map<string, bigint>();
  const conditions = new Conditions((key) => chosen.get(key) ?? 0n);
  const left = new Map<string, Shadow>();
  const requests: (Request | undefined)[] = [];
  const around: Surroundings = {
    conditions,
    unroll,
    address: (location) => layout.addressOf.get(location) ?? 0,
    source(event, address) {
      const k = event.reads.findIndex((access) => access.address === address);
      const from = k < 0 ? initialWrite : (rf[event.id][k] ?? initialWrite);
      return from === initialWrite ? undefined : left.get(`${from} ${address}`);
    },
    wrote(event, address, shadow) {
      if (shadow !== undefined) left.set(`${event.id} ${address}`, shadow);
    },
    choice(thread, count, s, event) {
      const statement = statements.get(s);
      if (statement === undefined) return undefined;
      const name = choiceName(thread, count, statement.number);
      const value = BigInt(event.choice ?? 0) - statement.from;
      made.push({ name, statement, value });
      chosen.set(name, value);
      return { key: name, factor: 1n };
    },
    spawned(thread, args) {
      program.threads[thread].parameters.forEach((name, i) => {
        threads[thread].registers.set(name, args[i]);
      });
      start(thread);
    },
    allocated: (thread, count) => allocs.filter((block) => block.thread === thread)[count]?.address ?? 0,
  };
  const threads = program.threads.map((thread, t) => {
    const again = new ThreadAgain(t, thread, around);
    for (const [name, value] of thread.registers)
      again.registers.set(name, {
        value: initialValue(value, layout.addressOf),
      });
    return again;
  });
  const runs = threads.map((thread) => thread.run());
  const start = (t: number): void => {
    requests[t] = runs[t].next(unasked).value ?? undefined;
  };
  program.threads.forEach((thread, t) => {
    if (thread.start === 'initial') start(t);
  });
  for (const event of events) requests[event.thread] = runs[event.thread].next(event).value ?? undefined;

  const lastLeft = (address: Integer): Shadow | undefined => {
    const last = co.get(Number(address))?.at(-1);
    return last === undefined ? undefined : left.get(`${last} ${address}`);
  };
  // Whether a thread that stopped in a loop that waits would wait forever depends on what memory holds in the end.
  if (threads.some(({ awaits }) => awaits))
    for (const address of co.keys()) conditions.pin({ value: 0, shadow: lastLeft(address) });
  // A lock that a thread waits for in vain is held for every choice.
  for (const request of requests)
    if (request?.waitsFor !== undefined) conditions.pin({ value: 0, shadow: lastLeft(request.waitsFor) });
  if (outcome !== undefined)
    for (const o of program.observed) {
      const shadow =
        o.kind === 'cell'
          ? lastLeft(cellAddress(layout, o.location, o.index))
          : threads[o.thread].registers.get(o.register)?.shadow;
      conditions.pin({ value: 0, shadow });
    }
  return { made, bounds: conditions.bounds };
}

/** The first message to a generator is discarded. */
const unasked: Event = { id: -1, thread: -1, index: -1, kind: 'F', reads: [], writes: [] };
