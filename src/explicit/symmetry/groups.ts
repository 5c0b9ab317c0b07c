// Groups of threads that differ only in their number. They have the same code and are started at the same point with
// the same arguments. They are joined at the same point or not at all, and a final state shows the same registers of
// each. Exchanging two of them turns every execution into one of the same program (docs/adr/0010-symmetry.md).
//
// Each group has a marked event: the first event of its threads that writes a cell that is the same for all of them.
// Every thread that no lock stops reaches it, so it can be demanded in the order of the threads' numbers.

import { observablesOf } from '../../program/condition.js';
import type { ThreadId } from '../../program/identity.js';
import type { Program, Thread } from '../../program/program.js';
import { forEachStatement, type Statement } from '../../program/statement.js';
import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { type Action, courseOf, mayStartOrJoin } from './course.js';
import type { Exchanged } from './exchange.js';
import { type Holding, holdingOf } from './holders.js';

export interface SymmetricGroup extends Exchanged {
  /** The instruction of the marked event. */
  readonly marked: number;
}

export function symmetricGroups(code: Code): SymmetricGroup[] {
  const { program } = code;
  if (!mayBeAlike(code)) return [];
  const { is: isHolding } = holdingOf(program, code.layout);
  const alike = new Map<string, number[]>();
  program.threads.forEach((thread, t) => {
    if (!isSelfContained(thread, ['spawn', 'join', 'alloc', 'free', 'nondet'])) return;
    const text = textOf(thread, isHolding);
    alike.set(text, [...(alike.get(text) ?? []), t]);
  });
  const several = [...alike.values()].filter((threads) => threads.length > 1);
  if (several.length === 0) return [];
  return several
    .flatMap((threads) => startedTogether(code, threads))
    .filter((threads) => threads.length > 1 && looksTheSame(program, threads))
    .flatMap((threads) => {
      const marked = markedEvent(code, threads[0]);
      return marked === undefined ? [] : [{ threads, marked }];
    });
}

/** Whether two threads have the same code; which they may without it if they hold locks with numbers of their own. */
function mayBeAlike({ threads }: Code): boolean {
  return threads.some(
    (one, t) =>
      one.words.some((word, i) => i % op.wordsPerInstruction === 0 && holdsLock(word)) ||
      threads.some(
        (other, u) => u > t && sameWords(one.words, other.words) && sameWords(one.initial, other.initial),
      ),
  );
}

const holdsLock = (opcode: number): boolean => opcode === op.GIVE_BACK || opcode === op.TAKE;

const sameWords = (a: Int32Array, b: Int32Array): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i]);

/** Whether nothing it does depends on its number, as the addresses of its heap and its choices do: it has no such statements. */
export function isSelfContained({ body }: Thread, without: readonly Statement['kind'][]): boolean {
  let own = true;
  forEachStatement(body, ({ kind }) => {
    own &&= !without.includes(kind);
  });
  return own;
}

/** Without where it stands in the source, the number with which it holds locks, and the names of locations of its own. */
export function textOf(
  { start, parameters, registers, body }: Thread,
  isHolding: Holding['is'],
  own: ReadonlyMap<string, string> = new Map(),
): string {
  return JSON.stringify([start, parameters, [...registers], body], (key, value: unknown) => {
    if (key === 'at') return undefined;
    if (key === 'location' && typeof value === 'string') return own.get(value) ?? value;
    if (isHolding(value)) return { ...Object(value), leaves: 'own', holder: 'own' };
    return typeof value === 'bigint' ? `${value}n` : value;
  });
}

/** The parts of `threads` whose members start at the same point, with the same arguments, and are joined at the same point. */
export function startedTogether(code: Code, threads: readonly number[]): readonly (readonly number[])[] {
  const { program } = code;
  const starters = program.threads.flatMap((thread, t) => (startsOrJoins(thread) ? [t] : []));
  if (program.threads[threads[0]].start === 'initial') return starters.length === 0 ? [threads] : [];
  const [starter] = starters;
  if (starter === undefined || starters.length > 1) return [];
  const { actions, open } = courseOf(code, starter);
  if (open !== undefined && mayStartOrJoin(code.threads[starter], open)) return [];
  const parts = new Map<string, number[]>();
  for (const t of threads) {
    const place = placeOf(actions, t);
    if (place !== undefined) parts.set(place, [...(parts.get(place) ?? []), t]);
  }
  return [...parts.values()];
}

function startsOrJoins({ body }: Thread): boolean {
  let found = false;
  forEachStatement(body, ({ kind }) => {
    found ||= kind === 'spawn' || kind === 'join';
  });
  return found;
}

/** In which row of actions of a kind thread `t` is started and joined, and with which arguments; undefined if that is not certain. */
function placeOf(actions: readonly Action[], t: number): string | undefined {
  let started: string | undefined;
  const joined = new Set<number>();
  let row = 0;
  for (const [k, action] of actions.entries()) {
    const { kind } = action;
    if (kind !== actions[k - 1]?.kind || kind === 'event' || kind === 'check') row = k;
    if (kind === 'spawn' && action.thread === t) {
      if (started !== undefined || action.args.includes(undefined)) return undefined;
      started = `${row} ${action.args.join()}`;
    } else if (kind === 'join') {
      if (action.thread === undefined) return undefined;
      if (action.thread === t) joined.add(row);
    }
  }
  return started === undefined ? undefined : `${started} joined ${[...joined].join()}`;
}

/** Whether final states show the same registers of all of them, and which states count depends on none. */
export function looksTheSame({ observed, filter }: Program, threads: readonly number[]): boolean {
  const shown = threads.map((t) =>
    observed
      .flatMap((o) => (o.kind === 'register' && o.thread === t ? [o.register] : []))
      .sort()
      .join(),
  );
  const named = filter === undefined ? [] : observablesOf(filter);
  return (
    shown.every((registers) => registers === shown[0]) &&
    !named.some((o) => o.kind === 'register' && threads.includes(o.thread))
  );
}

/** The first event that writes, if every way of the thread leads to it, past loads that cannot fail. */
function markedEvent(code: Code, thread: ThreadId): number | undefined {
  const { initial, uninitialised } = code.layout;
  const lasting = !hasLifetimes(code.program);
  const { actions } = courseOf(code, thread);
  for (const [k, action] of actions.entries()) {
    if (action.kind !== 'event' || action.address === undefined || !initial.has(action.address)) return;
    const { pc, opcode } = action;
    if (opcode === op.LOAD && lasting && !uninitialised.has(action.address)) continue;
    // Before any read, all threads of the group wait for the same.
    if (opcode === op.TAKE) return k === 0 ? pc : undefined;
    return writes(opcode) ? pc : undefined;
  }
  return undefined;
}

const writes = (opcode: number): boolean =>
  [op.STORE, op.XCHG, op.CAS, op.RMW, op.LOCK, op.UNLOCK].includes(opcode) ||
  (opcode >= op.FETCH && opcode < op.RMW);

function hasLifetimes({ threads }: Program): boolean {
  const begins = (s: Statement): boolean => s.kind === 'store' && s.lifetime !== undefined;
  let found = false;
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      found ||= begins(s);
    });
  return found;
}
