// Which threads write bytes of a static object, and when. A set of writers is a number whose bits are these:
//
// - `ever`: the bytes get another value than their first one, at any time.
// - `foreign`: a thread other than the owner writes them. A thread owns its copies of thread-local objects, main owns all others.
// - `anytime`: code that may come between any two steps writes them, or the address of the write is not known.
// - `afterStart(k)`: main writes them when thread k may be there, or another thread writes them.
//
// Main knows its own stores to bytes that no other thread writes. A thread knows what main stored before it started the thread, where
// nothing is written afterwards. Both are beliefs, like that bytes never change (changed.ts).

import { statesBefore } from '../../flow.js';
import { blockOf } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import type { Body } from '../../module.js';
import type { Settling } from './context.js';

export const writes = { ever: 1, foreign: 2, anytime: 4, all: -1 } as const;

const firstStart = 8;
/** Threads with higher numbers share a bit. */
const mostBits = 27;

/** The bit of a thread that main starts. */
export const afterStart = (thread: number): number => firstStart << Math.min(thread - 1, mostBits);

/** Whether the bit of a thread is that of no other. */
export const hasOwnBit = (thread: number): boolean => thread - 1 < mostBits;

/** The bits of all threads that main may start. */
const afterAny = ~(firstStart - 1);

/** A thread was started before. No thread relies on this bit: a thread that has no number yet makes main be followed again. */
const afterSome = 1 << 31;

/** The bits of the threads that main may have started, and not joined, after an instruction. A jump may come back to a landing. */
export function startedAfter(settling: Settling, i: Instruction, started: number): number {
  if (i.kind === 'start') return started | afterSome | afterStart(i.thread);
  // A function that is not known yet may start threads.
  if (i.kind === 'call') return started | afterSome;
  if (i.kind !== 'intrinsic') return started;
  if (i.name === 'join') return started & ~endedAt(settling, i);
  return spawning.has(i.name) ? started | afterSome : i.name === 'landing' ? started | afterAny : started;
}

/** The bit of the thread that ends before a join, unless it is another thread's bit too. */
function endedAt(settling: Settling, { args: [thread] }: InstructionOf<'intrinsic'>): number {
  const ended = thread?.kind === 'const' ? Number(thread.value) : 0;
  if (!settling.isStartedByMain(ended)) return 0;
  const isOthers = [...settling.startedThrough].some(
    ([other, through]) => through === ended && other !== ended,
  );
  return isOthers ? 0 : afterStart(ended);
}

/** The threads that main may have started, and not joined, before each block. */
export const startedIn = (settling: Settling, body: Body): ReadonlyMap<string, number> =>
  statesBefore(
    body,
    0,
    (label, before) =>
      blockOf(body, label).instructions.reduce((started, i) => startedAfter(settling, i, started), before),
    (there, coming) => there | coming,
  );

/** The code that writes: a thread, or code that may come between its steps. */
export interface Writer {
  readonly settling: Settling;
  readonly thread: number;
  readonly isApart: boolean;
}

/** The writers that a write to the object adds; `started` are the threads that main may have started before. */
export function writersOf({ settling, thread, isApart }: Writer, object: string, started: number): number {
  if (isApart) return writes.all;
  // A thread follows what it writes to a block itself.
  if (settling.isBlock(object) && settling.isStartedByMain(thread))
    return ~(writes.anytime | afterStart(thread));
  if (settling.ownerOf(object) !== thread) return ~writes.anytime;
  return writes.ever | (thread === 0 ? started : afterAny);
}
