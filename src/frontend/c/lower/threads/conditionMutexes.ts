// Threads that wait for a condition at the same time must do so with the same mutex. Where waits for one condition may use different
// mutexes, each waiter stores the address of its mutex. A thread that begins to wait compares its mutex with those of the other waiters. A
// condition and a mutex that are members of one object belong together. Two waits for the same condition, at the same distance from its
// mutex, have the same mutex.

import { addressOf, constant, type Expr, keyOfExpression, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { Place } from '../../typed.js';
import { foldBinary, staticAddress } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';

/** A wait. The check before it is written when all waits are known. */
export interface WaitWithMutex {
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly cond: Expr;
  readonly mutex: Expr;
  /** How far the mutex is from the condition in the object that both are members of. */
  readonly distance: number | undefined;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/** One cell for each thread. */
const mutexes = 'cond.mutex';

const mutexOf = (thread: ThreadId): Expr => foldBinary('+', addressOf(mutexes), constant(thread));

export function waitWithMutex(
  { emitter, program, thread }: Frame,
  wait: Pick<WaitWithMutex, 'cond' | 'mutex' | 'distance' | 'at'>,
): void {
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('wait'), body, at: wait.at });
  program.waits.push({ ...wait, body, thread: thread.index, temporary: () => emitter.temporary() });
}

/** How far the second is behind the first in the object that both are members of; undefined if they are of no such object. */
export function distanceBetween(first: Place, second: Place): number | undefined {
  const [one, other] = [first, second].map((place) => memberOf(place));
  const names = new Map<unknown, number>();
  const key = keyOfPlace(one.object, names);
  const isOne = key !== undefined && key === keyOfPlace(other.object, names);
  return isOne ? other.offset - one.offset : undefined;
}

function memberOf(place: Place): { readonly object: Place; readonly offset: number } {
  if (place.kind !== 'member') return { object: place, offset: 0 };
  const { object, offset } = memberOf(place.base);
  return { object, offset: offset + place.offset };
}

/** The same for places that are written in the same way; undefined for one that may be another each time it is looked at. */
function keyOfPlace(place: Place, names: Map<unknown, number>): string | undefined {
  const key = JSON.stringify(place, (part, value: unknown) => {
    if (part === 'at' || part === 'type') return undefined;
    if (typeof value === 'bigint') return `${value}`;
    if (part !== 'variable' && part !== 'function') return value;
    const name = names.get(value) ?? names.size;
    names.set(value, name);
    return name;
  });
  return /"kind":"(?:call|builtin|assign|update|statements|va-arg|literal)"/.test(key) ? undefined : key;
}

/** `gateOf` says where a thread that waits has put the condition. */
export function finishMutexesOfConditions(
  { waits, threads, locations }: ProgramState,
  gateOf: (thread: Expr) => Expr,
): void {
  const isKnown = (address: Expr): boolean => staticAddress(address) !== undefined;
  const mayBeOne = (a: Expr, b: Expr): boolean =>
    !isKnown(a) || !isKnown(b) || keyOfExpression(a) === keyOfExpression(b);
  const mayBeTwo = (a: Expr, b: Expr): boolean =>
    !isKnown(a) || !isKnown(b) || keyOfExpression(a) !== keyOfExpression(b);
  const sameCondition = (a: WaitWithMutex, b: WaitWithMutex): boolean => mayBeOne(a.cond, b.cond);
  const contradict = (a: WaitWithMutex, b: WaitWithMutex): boolean =>
    a.thread !== b.thread &&
    sameCondition(a, b) &&
    mayBeTwo(a.mutex, b.mutex) &&
    (a.distance === undefined || a.distance !== b.distance);
  const suspects = waits.filter((wait) => waits.some((other) => contradict(wait, other)));
  if (suspects.length === 0) return;
  const initial = new Array<InitialValue>(threads.length).fill(0);
  locations.push({ name: mutexes, initial, array: true });
  const untold = { order: 'relaxed' } as const;
  for (const wait of waits.filter((one) => suspects.some((other) => sameCondition(one, other)))) {
    const { body, thread, cond, mutex, temporary, at } = wait;
    const others = new Set(waits.filter((other) => contradict(wait, other)).map((other) => other.thread));
    for (const other of [...others].sort((a, b) => a - b)) {
      const [gate, its] = [temporary(), temporary()];
      body.push(
        {
          kind: 'atomic',
          body: [
            { kind: 'load', target: gate, address: gateOf(constant(other)), at, ...untold },
            { kind: 'load', target: its, address: mutexOf(other), at, ...untold },
          ],
          at,
          ...untold,
        },
        {
          kind: 'assert',
          condition: foldBinary(
            '|',
            foldBinary('!=', register(gate), cond),
            foldBinary('==', register(its), mutex),
          ),
          message: 'it waits for a condition for which another thread waits with another mutex',
          finding: 'misuse',
          at,
        },
      );
    }
    body.push({ kind: 'store', address: mutexOf(thread), value: mutex, at, ...untold });
  }
}
