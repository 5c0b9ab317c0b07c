// A thread is joined or detached once, or starts as a detached one. POSIX leaves a second release undefined. It also leaves undefined to
// cancel or signal a thread that was joined, since its name has ended. If each thread is released by at most one other, the releasing
// thread remembers its joins and detachments, a bit for each. Otherwise every thread has a cell that says whether it was released. A
// program that cannot release a thread twice, as most, remembers nothing.

import { addressOf, constant, type Expr, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { InitialValue } from '../../../../program/program.js';
import { forEachStatement, type SourceSpan, type Statement } from '../../../../program/statement.js';
import { libraryPrefix } from '../../library/index.js';
import { foldBinary, isFalse, one, resized, truth, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';

type Does = 'joins' | 'detaches' | 'cancels or signals';

/** A join, a detachment or a use of a thread's name. Its check is written when all of them are known. */
export interface Release {
  readonly does: Does;
  readonly body: Statement[];
  readonly by: ThreadId;
  readonly of: Expr;
  readonly message: string;
  /** For all releases of a thread the same. */
  readonly remembered: string;
  /** The same, for joins only. */
  readonly joins: string;
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

/** The values of a thread's cell. */
const detached = constant(1);
const joined = constant(2);

const isUse = ({ does }: Release): boolean => does === 'cancels or signals';

export function releaseThread(frame: Frame, of: Expr, does: Does, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  if (emitter.dead || emitter.inAtomic) return;
  const known = program.releases.find(({ by }) => by === thread.index);
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label(does), body, at });
  const was = does === 'cancels or signals' ? 'joined' : 'joined or detached';
  program.releases.push({
    does,
    body,
    by: thread.index,
    of,
    message: `it ${does} a thread that was ${was} before`,
    remembered: known?.remembered ?? emitter.temporary(),
    joins: known?.joins ?? emitter.temporary(),
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
    const repeated = blocksInLoops(threads[by]?.body ?? []);
    const isClear = ({ of, body }: Release): boolean => of.kind === 'const' && !repeated.has(body);
    if (own.every(isClear) && !own.some((one, i) => own.slice(0, i).some((first) => conflict(first, one))))
      continue;
    const remembersJoins = own.some(isUse);
    for (const release of own) {
      const { body, of, message, remembered, joins, at } = release;
      const bit = foldBinary('<<', one, foldBinary('&', of, constant(most)));
      const remember = (target: string): Statement => ({
        kind: 'assign',
        target,
        value: foldBinary('|', register(target), bit),
        at,
      });
      const before = register(isUse(release) ? joins : remembered);
      body.push(once(foldBinary('==', foldBinary('&', before, bit), zero), message, at));
      if (isUse(release)) continue;
      body.push(remember(remembered));
      if (remembersJoins && release.does === 'joins') body.push(remember(joins));
    }
  }
}

/** Whether one is wrong after the other, if it is about the same thread. */
const conflict = (first: Release, then: Release): boolean =>
  (isUse(then) ? first.does === 'joins' : !isUse(first)) && mayBeSame(first.of, then.of);

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
      releases.some((b) => a.by !== b.by && (conflict(a, b) || conflict(b, a))) ||
      starts.some(({ of }) => mayBeSame(a.of, constant(of))),
  );

const mayBeSame = (a: Expr, b: Expr): boolean =>
  a.kind !== 'const' || b.kind !== 'const' || a.value === b.value;

const cellOf = (thread: Expr): Expr => foldBinary('+', addressOf(released), thread);

const untold = { order: 'relaxed' } as const;

/** A load and a store: neither is a fence, and of two threads at the same time one comes later in some execution. */
function releaseShared(release: Release, threads: number): void {
  const { body, of, message, before, at, does } = release;
  const held = isUse(release) ? foldBinary('&', register(before), joined) : register(before);
  const looks: Statement[] = [
    { kind: 'load', target: before, address: cellOf(of), at, ...untold },
    once(foldBinary('==', held, zero), message, at),
  ];
  if (!isUse(release)) {
    const value = does === 'joins' ? joined : detached;
    looks.push({ kind: 'store', address: cellOf(of), value, at, ...untold });
  }
  const exists = foldBinary('<u', of, constant(threads));
  if (exists.kind !== 'const')
    body.push({ kind: 'if', condition: exists, whenTrue: looks, whenFalse: [], at });
  else if (exists.value !== 0) body.push(...looks);
}

function startDetached({ body, of, detached, at }: Start): void {
  body.push({ kind: 'store', address: cellOf(constant(of)), value: detached, at, ...untold });
}
