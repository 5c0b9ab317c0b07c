// Random programs of threads that wait, signal and are cancelled (pthreads.ts), and the C they are.

import fc from 'fast-check';
import { type Cell, joinedByMain, type Op, type ThreadsProgram } from './pthreads.js';

const cell = fc.constantFrom<Cell>('x', 'y');
const value = fc.integer({ min: 0, max: 2 });

const simple: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), cell, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), cell }) },
  fc.record({ kind: fc.constant('copy' as const), from: cell, to: cell }),
  fc.record({ kind: fc.constant('check' as const), cell, value }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('signal' as const, 'broadcast' as const, 'post' as const) }),
  },
);
const point = fc.constant<Op>({ kind: 'point' });
const wait = fc.constant<Op>({ kind: 'wait' });
const few = (op: fc.Arbitrary<Op>, most = 1): fc.Arbitrary<Op[]> => fc.array(op, { maxLength: most });
const around = (op: fc.Arbitrary<Op>): fc.Arbitrary<Op[]> =>
  fc.tuple(few(simple), op, few(simple)).map(([before, it, after]) => [...before, it, ...after]);

/** A wait, on its own or with something around that tests or repeats it. */
const waits: fc.Arbitrary<Op> = fc.oneof(
  wait,
  fc.record({ kind: fc.constant('if' as const), cell, value, body: wait.map((w) => [w]) }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('while' as const), cell, value, body: wait.map((w) => [w]) }),
  },
  fc.record({ kind: fc.constantFrom('while' as const, 'until' as const), cell, value, body: around(wait) }),
  fc.record({ kind: fc.constant('twice' as const), body: around(wait) }),
);

/** Statements that hold the mutex. */
const locked = (cancels: boolean): fc.Arbitrary<Op> => {
  const inside = cancels
    ? fc.oneof(
        waits,
        fc
          .oneof(waits, point)
          .map((op): Op => ({ kind: 'cleanup', handler: 'unlock', runs: false, body: [op] })),
      )
    : waits;
  return fc
    .oneof(fc.array(simple, { minLength: 1, maxLength: 2 }), { weight: 2, arbitrary: around(inside) })
    .map((body): Op => ({ kind: 'locked', body }));
};

function operations(cancels: boolean): fc.Arbitrary<Op> {
  const basic = fc.oneof({ weight: 2, arbitrary: simple }, { weight: 3, arbitrary: locked(cancels) });
  if (!cancels) return basic;
  const sem = fc.constant<Op>({ kind: 'sem' });
  const some = fc.oneof(basic, sem, point);
  return fc.oneof(
    { weight: 3, arbitrary: some },
    fc.record({ kind: fc.constant('forbid' as const), body: few(some, 2) }),
    fc.record({
      kind: fc.constant('cleanup' as const),
      handler: fc.constant('add' as const),
      runs: fc.boolean(),
      body: few(some, 2),
    }),
  );
}

/** `cancels`: threads are cancelled; else they wait for conditions. */
export const threadsProgram = (cancels: boolean): fc.Arbitrary<ThreadsProgram> => {
  const op = operations(cancels);
  return fc
    .record({
      main: fc.array(fc.oneof({ weight: 2, arbitrary: simple }, locked(false)), { maxLength: 2 }),
      threads: fc.array(fc.array(op, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      /** The thread that cancels the first one: main before or after its own actions, or the second thread. */
      by: fc.constantFrom('main', 'main later', 'second'),
      joins: fc.boolean(),
    })
    .map(({ main, threads, by, joins }): ThreadsProgram => {
      if (!cancels) return { main, threads };
      const cancel: Op = { kind: 'cancel', thread: 1 };
      const hasSecond = threads.length > 1;
      const join: Op[] = joins && hasSecond ? [{ kind: 'join', thread: 1 }] : [];
      const both: Op[] = joins && hasSecond ? [{ kind: 'cancel', thread: 2 }] : [];
      const bySecond = by === 'second' && hasSecond;
      const own = bySecond ? main : by === 'main' ? [cancel, ...main] : [...main, cancel];
      return {
        main: [...own, ...both],
        threads: threads.map((ops, t) => (t === 1 ? [...(bySecond ? [cancel] : []), ...ops, ...join] : ops)),
      };
    });
};

/** As people write it. */
export function asC(program: ThreadsProgram): string {
  const { main, threads } = program;
  const results = threads.map((_, t) => `r${t + 1}`);
  return `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x, y, ${results.join(', ')};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
pthread_t t[${threads.length}];
void on_unlock(void *p) { pthread_mutex_unlock(&m); }
void on_add(void *p) { y = (y + 1) & 3; }
${threads.map((ops, i) => `void *f${i + 1}(void *p) {\n${text(ops)}  return 0;\n}\n`).join('')}int main(void) {
  void *r;
  sem_init(&s, 0, 0);
${threads.map((_, i) => `  pthread_create(&t[${i}], 0, f${i + 1}, 0);\n`).join('')}${text(main)}${joinedByMain(
  program,
)
  .map((j) => `  pthread_join(t[${j - 1}], &r);\n  r${j} = r == PTHREAD_CANCELED;\n`)
  .join('')}  return 0;
}
`;
}

const text = (ops: readonly Op[], indent = '  '): string =>
  ops
    .map((op) => statement(op, (body) => text(body, `${indent}  `), indent))
    .map((line) => `${indent}${line}\n`)
    .join('');

function statement(op: Op, inner: (body: readonly Op[]) => string, indent: string): string {
  const block = (body: readonly Op[]): string => `{\n${inner(body)}${indent}}`;
  switch (op.kind) {
    case 'set':
      return `${op.cell} = ${op.value};`;
    case 'add':
      return `${op.cell} = (${op.cell} + 1) & 3;`;
    case 'copy':
      return `${op.to} = ${op.from} & 3;`;
    case 'check':
      return `assert(${op.cell} != ${op.value});`;
    case 'locked':
      return `pthread_mutex_lock(&m);\n${inner(op.body)}${indent}pthread_mutex_unlock(&m);`;
    case 'wait':
      return 'pthread_cond_wait(&c, &m);';
    case 'signal':
    case 'broadcast':
      return `pthread_cond_${op.kind}(&c);`;
    case 'sem':
      return 'sem_wait(&s);';
    case 'post':
      return 'sem_post(&s);';
    case 'point':
      return 'pthread_testcancel();';
    case 'if':
    case 'while':
      return `${op.kind} (${op.cell} == ${op.value}) ${block(op.body)}`;
    case 'until':
      return `do ${block(op.body)} while (${op.cell} == ${op.value});`;
    case 'twice':
      return `for (int i = 0; i < 2; i++) ${block(op.body)}`;
    case 'forbid':
      return `pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);\n${inner(op.body)}${indent}pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);`;
    case 'cleanup':
      return `pthread_cleanup_push(on_${op.handler}, 0);\n${inner(op.body)}${indent}pthread_cleanup_pop(${op.runs ? 1 : 0});`;
    case 'cancel':
      return `pthread_cancel(t[${op.thread - 1}]);`;
    case 'join':
      return `pthread_join(t[${op.thread - 1}], 0);`;
  }
}
