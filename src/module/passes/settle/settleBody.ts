// Settles the body of one thread: constants, dead code and locals, until nothing changes.

import type { Body } from '../../module.js';
import type { Settling } from './context.js';
import type { Loops } from './frames.js';
import { withKnownBlocks } from './heapBlocks.js';
import { hasLanding } from './landings.js';
import { promote } from './promote.js';
import { propagate } from './propagate.js';
import { tidy } from './tidy.js';

export interface Working {
  readonly name: string;
  /** Its body when it is found: a call. */
  readonly first: Body;
  body: Body;
  loops: Loops;
  readonly lineage: readonly string[];
  /** It has started threads, which are to be found again if it is settled anew. */
  hasStarted?: true;
  /** The body that was settled last, and under which circumstances. */
  settled?: { readonly body: Body; readonly under: string };
}

/** A thread before it is settled. */
export const toSettle = (name: string, body: Body, lineage: readonly string[] = []): Working => ({
  name,
  first: body,
  body,
  loops: noLoops(),
  lineage,
});

/** Thrown where a belief that a thread was settled with has turned out to be wrong. */
export class Again extends Error {}

/** Rounds of one fixpoint, which a program that is followed at all does not need. */
const mostRounds = 400;

export const noLoops = (): Loops => ({
  kept: new Set(),
  undecided: new Set(),
  forced: new Set(),
  last: new Map(),
});

const sizeOf = (body: Body): number => {
  let size = body.blocks.size;
  for (const block of body.blocks.values()) size += block.instructions.length;
  return size;
};

/** Where a jump may come back, a local is not what it was. It stays in memory until the jumps are known. */
export const promoted = (settling: Settling, thread: number, body: Body): Body =>
  hasLanding(body) ? body : promote(settling, thread, body);

interface Simplified {
  readonly body: Body;
  /** Nothing is left to be simplified. Else trees that were nested may fold once more. */
  readonly stable: boolean;
}

/** Constants, dead code and locals, before a call is looked at: what is known decides which calls there are, and how deep they go. */
function simplified(settling: Settling, thread: number, { body, loops }: Working): Simplified {
  for (let now = body; ; ) {
    const known = propagate(settling, thread, now, loops);
    if (settling.isOutdated(thread)) throw new Again();
    const tidied = tidy(known);
    now = promoted(settling, thread, tidied);
    if (now === tidied) return { body: now, stable: tidied === known };
    loops.undecided.clear();
  }
}

/** The things that settling depends on and that change while it goes on. */
const circumstances = ({ threads, shared, changed }: Settling, { forced, last }: Loops): string =>
  [threads, shared.size, changed.forwards, forced.size, last.size].join();

export function settleBody(settling: Settling, thread: number, working: Working): void {
  const under = circumstances(settling, working.loops);
  if (working.settled?.body === working.body && working.settled.under === under) return;
  settling.thread = thread;
  working.loops.undecided.clear();
  for (let [round, size] = [0, -1]; round < mostRounds; round++) {
    const { body, stable } = simplified(settling, thread, working);
    working.body = thread === 0 ? withKnownBlocks(settling, body) : body;
    if (working.body !== body) continue;
    if (stable || size === sizeOf(body)) break;
    size = sizeOf(body);
  }
  settling.thread = undefined;
  working.settled = { body: working.body, under: circumstances(settling, working.loops) };
}
