// A thread is joined or detached once, or starts as one that is detached: what happens the second time POSIX leaves undefined. Where each
// thread is released by one other at most, that remembers, a bit for each, those that it has joined or detached itself; otherwise every
// thread has a cell that says whether it was released. Where the program cannot do so twice, as most, nothing is remembered.

import { addressOf, constant, type Expr, keyOfExpression, register } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { InitialValue } from '../../../program/program.js';
import { forEachStatement, type SourceSpan, type Statement } from '../../../program/statement.js';
import { libraryPrefix } from '../library/index.js';
import { foldBinary, isFalse, one, resized, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import type { ProgramState } from './state.js';

/** A join or a detachment; what it looks at is written when all are known. */
export interface Release {
  readonly body: Statement[];
  readonly by: ThreadId;
  readonly of: Expr;
  readonly message: string;
  /** For all releases of a thread the same. */
  readonly remembered: string;
  /** A register for what the thread's cell held. */
  readonly before: string;
  readonly at: SourceSpan;
}

/** A thread that may start as a detached one. */
export interface Start {
  readonly body: Statement[];
  readonly of: ThreadId;
  /** Not 0 if it does. */
  readonly detached: Expr;
  readonly at: SourceSpan;
}

/** One cell for each thread. */
const released = 'thread.released';

const setsDetachState = `${libraryPrefix}pthread_attr_setdetachstate`;

/** Threads that have a bit. */
const most = 31;

export function releaseThread(frame: Frame, of: Expr, does: 'joins' | 'detaches', at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  if (emitter.dead || emitter.inAtomic) return;
  const known = program.releases.find(({ by }) => by === thread.index);
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label(does), body, at });
  program.releases.push({
    body,
    by: thread.index,
    of,
    message: `it ${does} a thread that was joined or detached before`,
    remembered: known?.remembered ?? emitter.temporary(),
    before: emitter.temporary(),
    at,
  });
}

/** Before thread `of` is started with the attributes at that address. */
export function mayStartDetached(frame: Frame, attributes: Expr, of: ThreadId, at: SourceSpan): void {
  const { emitter, program } = frame;
  if (!program.unit.functions.has(setsDetachState) || isFalse(attributes)) return;
  const address = emitter.keep(attributes, at);
  const detached = emitter.choose(
    truth(address),
    () => emitter.load(resized(address, 32, true), at),
    () => zero,
    at,
  );
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('starts'), body, at });
  if (!isFalse(detached)) program.starts.push({ body, of, detached: emitter.keep(detached, at), at });
}

function blocksInLoops(statements: readonly Statement[]): ReadonlySet<readonly Statement[]> {
  const blocks = new Set<readonly Statement[]>();
  forEachStatement(statements, (loop) => {
    if (loop.kind !== 'while') return;
    forEachStatement(loop.body, (s) => {
      if (s.kind === 'block') blocks.add(s.body);
    });
  });
  return blocks;
}

export function finishReleases(program: ProgramState): void {
  const { releases, starts, threads, locations } = program;
  if (isShared(program)) {
    const initial = new Array<InitialValue>(threads.length).fill(0);
    locations.push({ name: released, initial, array: true });
    for (const start of starts) startDetached(start);
    for (const release of releases) releaseShared(release, threads.length);
    return;
  }
  if (threads.length > most) return;
  for (const by of new Set(releases.map((release) => release.by))) {
    const own = releases.filter((release) => release.by === by);
    const differ = new Set(own.map(({ of }) => keyOfExpression(of))).size === own.length;
    const repeated = blocksInLoops(threads[by]?.body ?? []);
    if (differ && own.every(({ of, body }) => of.kind === 'const' && !repeated.has(body))) continue;
    for (const { body, of, message, remembered, at } of own) {
      const bit = foldBinary('<<', one, foldBinary('&', of, constant(most)));
      const before = register(remembered);
      body.push(once(foldBinary('==', foldBinary('&', before, bit), zero), message, at), {
        kind: 'assign',
        target: remembered,
        value: foldBinary('|', before, bit),
        at,
      });
    }
  }
}

const once = (condition: Expr, message: string, at: SourceSpan): Statement => ({
  kind: 'assert',
  condition,
  message,
  finding: 'misuse',
  at,
});

/** Whether what one thread joins or detaches may be released by something else: another thread, or its own start. */
const isShared = ({ releases, starts }: ProgramState): boolean =>
  releases.some(
    (a) =>
      releases.some((b) => a.by !== b.by && mayBeSame(a.of, b.of)) ||
      starts.some(({ of }) => mayBeSame(a.of, constant(of))),
  );

const mayBeSame = (a: Expr, b: Expr): boolean =>
  a.kind !== 'const' || b.kind !== 'const' || a.value === b.value;

const cellOf = (thread: Expr): Expr => foldBinary('+', addressOf(released), thread);

const untold = { order: 'relaxed' } as const;

/** A load and a store: neither is a fence, and of two threads at the same time one comes later in some execution. */
function releaseShared({ body, of, message, before, at }: Release, threads: number): void {
  const looks: Statement[] = [
    { kind: 'load', target: before, address: cellOf(of), at, ...untold },
    once(foldBinary('==', register(before), zero), message, at),
    { kind: 'store', address: cellOf(of), value: one, at, ...untold },
  ];
  const exists = foldBinary('<u', of, constant(threads));
  if (exists.kind !== 'const')
    body.push({ kind: 'if', condition: exists, whenTrue: looks, whenFalse: [], at });
  else if (exists.value !== 0) body.push(...looks);
}

function startDetached({ body, of, detached, at }: Start): void {
  body.push({ kind: 'store', address: cellOf(constant(of)), value: detached, at, ...untold });
}
