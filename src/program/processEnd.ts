// The end of a process. Returning from main and exit() end the process while other threads run, and memory at that
// moment is the final state. A store that a thread has executed reaches memory in any case. So each other thread may
// have come to any place, and the final state contains its stores up to there. The rewritten program lets the other
// threads stop before anything that others see of them. Its state is final when a thread reaches the place where it
// ends the process. This is exact (docs/semantics.md): a thread that stays where it is for ever lets the ending
// thread go on to its end.

import type { Formula } from './condition.js';
import { addressOf, binary, constant, register } from './expression.js';
import type { ThreadId } from './identity.js';
import { joinedBy } from './joined.js';
import type { Program } from './program.js';
import { rewriteBody } from './rewrite.js';
import { forEachStatement, type Statement } from './statement.js';

/** A cell for each thread that may end the process: 1 from then on. */
export const endLocation = 'process end';
const stays = 'stays here';
const exited = 'has exited';

/** Returns the same program if no thread ends the process while others may run, or if no final state is asked for. */
export function atProcessEnd(program: Program): Program {
  const { endsWith, threads, observed, condition, filter } = program;
  if (program.final !== undefined) return program;
  if (observed.length === 0 && condition === undefined && filter === undefined) return program;
  const exiting = threads.flatMap(({ body }, t) => (hasExit(body) ? [t] : []));
  if (endsWith === undefined) return exiting.length === 0 ? program : atSomeEnd(program, exiting);
  if (threads.length < 2) return program;
  const joined = joinedBy(program, endsWith);
  const mayStay = (t: ThreadId): boolean =>
    exiting.some((other) => other !== t && other !== endsWith) || (t !== endsWith && !joined.has(t));
  if (exiting.length === 0 && !threads.some((_, t) => mayStay(t))) return program;
  const ending = [...new Set([endsWith, ...exiting])];
  const cells = { name: endLocation, initial: ending.map(() => 0), array: true };
  return {
    ...program,
    locations: [...program.locations, cells],
    threads: threads.map((thread, t) => {
      const body = mayStay(t) ? staying(thread.body) : thread.body;
      const cell = ending.indexOf(t);
      if (cell < 0) return { ...thread, body };
      const atExits = rewriteBody(body, (s) => markedExit(s, cell));
      return { ...thread, body: t === endsWith ? [...atExits, mark(cell)] : atExits };
    }),
    final: either(ending.map((_, cell) => isMarked(cell))),
  };
}

/** The process ends where some thread ends it, or when all threads that were started have ended. */
function atSomeEnd(program: Program, exiting: readonly ThreadId[]): Program {
  const { threads, locations } = program;
  const ends = (t: ThreadId): number => exiting.length + t;
  const begins = (t: ThreadId): number => ends(threads.length) + t;
  const initial = new Array<number>(begins(threads.length)).fill(0);
  threads.forEach(({ start }, t) => {
    if (start === 'initial') initial[begins(t)] = 1;
  });
  return {
    ...program,
    locations: [...locations, { name: endLocation, initial, array: true }],
    threads: threads.map((thread, t) => {
      const body = exiting.some((other) => other !== t) ? staying(thread.body) : thread.body;
      const cell = exiting.indexOf(t);
      const marked = cell < 0 ? body : rewriteBody(body, (s) => markedExit(s, cell));
      const starting = rewriteBody(marked, (s) =>
        s.kind === 'spawn' ? [mark(begins(s.thread)), s] : undefined,
      );
      return { ...thread, body: [...starting, mark(ends(t))] };
    }),
    final: either([
      ...exiting.map((_, cell) => isMarked(cell)),
      threads
        .map((_, t) => either([isMarked(begins(t), 0), isMarked(ends(t))]))
        .reduce((left, right) => ({ kind: 'and', left, right })),
    ]),
  };
}

const either = (all: readonly Formula[]): Formula =>
  all.reduce((left, right) => ({ kind: 'or', left, right }));

const isMarked = (cell: number, value = 1): Formula => ({
  kind: 'compare',
  op: '=',
  left: { kind: 'cell', location: endLocation, index: cell },
  right: { kind: 'const', value },
});

/** In one step, as entering the kernel is: nothing of its thread is left in a buffer. */
const mark = (cell: number): Statement => ({ kind: 'atomic', body: [note(cell)] });

const note = (cell: number): Statement => ({
  kind: 'store',
  address: cell === 0 ? addressOf(endLocation) : binary('+', addressOf(endLocation), constant(cell)),
  value: constant(1),
});

/**
 * An atomic section does not contain another, and leaves nothing if it stops inside: one that exits goes to its end first. (Others
 * must see nothing of it but the mark: it has stored nothing before, which front ends see to.)
 */
function markedExit(s: Statement, cell: number): readonly Statement[] | undefined {
  if (isExit(s)) return [mark(cell), s];
  if (s.kind !== 'atomic' || !hasExit(s.body)) return undefined;
  const set = (value: number): Statement => ({ kind: 'assign', target: exited, value: constant(value) });
  const leave: readonly Statement[] = [note(cell), set(1), { kind: 'break', label: exited }];
  const body = rewriteBody(s.body, (inner) => (isExit(inner) ? leave : undefined));
  const exit: Statement = { kind: 'assume', condition: constant(0), exits: true };
  return [
    set(0),
    { ...s, body: [{ kind: 'block', label: exited, body }] },
    { kind: 'if', condition: register(exited), whenTrue: [exit], whenFalse: [] },
  ];
}

/** The thread may stop before any step that others see. A thread that it starts stops by itself. */
const staying = (body: readonly Statement[]): readonly Statement[] =>
  rewriteBody(body, (s) => (isSeen(s) ? [...stay, s] : undefined));

const stay: readonly Statement[] = [
  { kind: 'nondet', target: stays, from: 0, to: 1 },
  {
    kind: 'if',
    condition: register(stays),
    whenTrue: [{ kind: 'assume', condition: constant(0) }],
    whenFalse: [],
  },
];

function isSeen({ kind }: Statement): boolean {
  switch (kind) {
    case 'store':
    case 'rmw':
    case 'atomic':
    case 'lock':
    case 'unlock':
    case 'free':
      return true;
    default:
      return false;
  }
}

const isExit = (s: Statement): boolean => s.kind === 'assume' && s.exits === true;

function hasExit(body: readonly Statement[]): boolean {
  let found = false;
  forEachStatement(body, (s) => {
    found ||= isExit(s);
  });
  return found;
}
