// Threads that wait for a condition at the same time must do so with the same mutex (POSIX). The library's model marks each wait with
// `waits_with`. It names the condition, the mutex, their marks, the thread's gate, and a cell for the mark of the mutex. Where waits
// for one condition may use different mutexes, each waiter stores its mutex and compares it with those of the other waiters. Elsewhere,
// and that is nearly everywhere, nothing is left of the marks.
//
// A condition and a mutex that are members of one object belong together. Two waits for the same condition, at the same distance from its
// mutex, have the same mutex.

import { instructionsIn, mapInstructions } from '../body.js';
import { sameValue } from '../fold.js';
import { type Instruction, type InstructionOf, resultsOf } from '../instruction.js';
import { intrinsic, load, required, store } from '../make.js';
import type { Body, Module } from '../module.js';
import { printValue } from '../print.js';
import { binary, compare, knownAddress, register, unary, type Value } from '../value.js';

type Mark = InstructionOf<'intrinsic'>;
const isMark = (i: Instruction): i is Mark => i.kind === 'intrinsic' && i.name === 'waits_with';

interface Wait {
  readonly thread: number;
  readonly mark: Mark;
  readonly condition: Value;
  readonly mutex: Value;
  /** How far the mutex is from the condition in the object that both are members of. */
  readonly distance: number | undefined;
}

export function checkConditions(module: Module): Module {
  const waits = module.threads.flatMap(({ body }, thread) => waitsIn(body, thread));
  if (waits.length === 0) return module;
  const threads = module.threads.map((thread, k) => ({
    ...thread,
    body: checked(
      thread.body,
      waits.filter((wait) => wait.thread === k),
      waits,
    ),
  }));
  return { ...module, threads };
}

function waitsIn(body: Body, thread: number): Wait[] {
  const marks = instructionsIn(body).filter(isMark);
  if (marks.length === 0) return [];
  const sources = sourcesIn(body);
  return marks.map((mark) => {
    const [condition, mutex] = mark.args;
    const [one, other] = [memberOf(condition, sources), memberOf(mutex, sources)];
    const distance = one.object === other.object ? other.offset - one.offset : undefined;
    return { thread, mark, condition, mutex, distance };
  });
}

const mayBeOne = (a: Value, b: Value): boolean =>
  knownAddress(a) === undefined || knownAddress(b) === undefined || sameValue(a, b);
const mayBeTwo = (a: Value, b: Value): boolean =>
  knownAddress(a) === undefined || knownAddress(b) === undefined || !sameValue(a, b);

const contradict = (a: Wait, b: Wait): boolean =>
  a.thread !== b.thread &&
  mayBeOne(a.condition, b.condition) &&
  mayBeTwo(a.mutex, b.mutex) &&
  (a.distance === undefined || a.distance !== b.distance);

function checked(body: Body, own: readonly Wait[], waits: readonly Wait[]): Body {
  if (own.length === 0) return body;
  const suspects = waits.filter((wait) => waits.some((other) => contradict(wait, other)));
  return mapInstructions(body, (i) => {
    const wait = isMark(i) ? own.find(({ mark }) => mark === i) : undefined;
    if (wait === undefined) return isMark(i) ? [] : i;
    const isSuspect = suspects.some((other) => mayBeOne(wait.condition, other.condition));
    return isSuspect ? check(wait, waits) : [];
  });
}

/** Compares the mutex with those of other threads at their gates, and stores it. */
function check(wait: Wait, waits: readonly Wait[]): Instruction[] {
  const { args } = wait.mark;
  const [, , condition, mutex, , held] = args;
  const others = new Map<number, Wait>();
  for (const other of waits) if (contradict(wait, other)) others.set(other.thread, other);
  const checks = [...others].flatMap(([thread, other]): Instruction[] => {
    const [, , , , theirGate, theirs] = other.mark.args;
    const [gate, its] = [`gate~waits${thread}`, `mutex~waits${thread}`].map((name) => register(name, 'i32'));
    const isFine = binary('or', compare('ne', gate, condition), compare('eq', its, mutex));
    return [
      intrinsic('atomic_begin', [], wait.mark),
      { ...load(gate, theirGate, wait.mark), order: 'relaxed' },
      { ...load(its, theirs, wait.mark), order: 'relaxed' },
      intrinsic('atomic_end', [], wait.mark),
      required(unary('zext', 'i32', isFine), 'misuse', misuse, wait.mark),
    ];
  });
  return [...checks, { ...store(held, mutex, wait.mark), order: 'relaxed' }];
}

const misuse = 'it waits for a condition for which another thread waits with another mutex';

/** The only instruction that sets a register. */
type Sources = ReadonlyMap<string, Instruction | undefined>;

function sourcesIn(body: Body): Sources {
  const sources = new Map<string, Instruction | undefined>();
  for (const i of instructionsIn(body))
    for (const { name } of resultsOf(i)) sources.set(name, sources.has(name) ? undefined : i);
  return sources;
}

interface Member {
  /** The same for addresses that are computed in the same way. */
  readonly object: string;
  readonly offset: number;
}

function memberOf(address: Value, sources: Sources): Member {
  if (address.kind === 'offset') {
    const { object, offset } = memberOf(address.base, sources);
    return { object, offset: offset + address.offset };
  }
  const source = address.kind === 'register' ? sources.get(address.name) : undefined;
  if (source?.kind === 'set') return memberOf(source.value, sources);
  if (source?.kind === 'load') {
    const { object, offset } = memberOf(source.address, sources);
    return { object: `(${object})[${offset}]`, offset: 0 };
  }
  return { object: printValue(address), offset: 0 };
}
