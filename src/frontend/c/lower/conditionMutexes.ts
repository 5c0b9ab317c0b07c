// Threads that wait for a condition at the same time must do so with the same mutex. Where a condition is waited for with different ones
// somewhere in the program, each thread says with which it waits, and who comes looks at those who wait.

import { addressOf, constant, type Expr, keyOfExpression, register } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { InitialValue } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { foldBinary, staticAddress } from './fold.js';
import type { Frame } from './frame.js';
import type { ProgramState } from './state.js';

/** A wait; what is looked at before it is written when all of them are known. */
export interface WaitWithMutex {
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly cond: Expr;
  readonly mutex: Expr;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/** One cell for each thread. */
const mutexes = 'cond.mutex';

const mutexOf = (thread: ThreadId): Expr => foldBinary('+', addressOf(mutexes), constant(thread));

export function waitWithMutex(
  { emitter, program, thread }: Frame,
  cond: Expr,
  mutex: Expr,
  at: SourceSpan,
): void {
  // what is behind pointers comes with a mutex of its own
  if (staticAddress(cond) === undefined || staticAddress(mutex) === undefined) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('wait'), body, at });
  const temporary = (): string => emitter.temporary();
  program.waits.push({ body, thread: thread.index, cond, mutex, temporary, at });
}

/** `gateOf` says where a thread that waits has put the condition. */
export function finishMutexesOfConditions(
  { waits, threads, locations }: ProgramState,
  gateOf: (thread: Expr) => Expr,
): void {
  const sameCondition = (a: WaitWithMutex, b: WaitWithMutex): boolean =>
    keyOfExpression(a.cond) === keyOfExpression(b.cond);
  const contradict = (a: WaitWithMutex, b: WaitWithMutex): boolean =>
    a.thread !== b.thread && sameCondition(a, b) && keyOfExpression(a.mutex) !== keyOfExpression(b.mutex);
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
