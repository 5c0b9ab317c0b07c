// Random programs with signals: actions, sets of blocked signals, signals that threads send themselves, each other and the process.

import fc from 'fast-check';

/** SIGUSR1, SIGUSR2, and SIGCHLD, which does nothing without an action. */
export const signals = [10, 12, 17] as const;
export type Signal = (typeof signals)[number];

export type Variable = 'x' | 'y';

/** `handler` -1 ignores, -2 is the default. */
export interface Act {
  readonly op: 'act';
  readonly signal: Signal;
  readonly handler: number;
  readonly noDefer: boolean;
  readonly reset: boolean;
  readonly blocks: readonly Signal[];
}

export type Op =
  | { readonly op: 'set'; readonly variable: Variable; readonly value: number }
  /** `v = v * 3 + value` */
  | { readonly op: 'append'; readonly variable: Variable; readonly value: number }
  | { readonly op: 'raise' | 'kill'; readonly signal: Signal }
  /** Only the first time it is reached in the program. */
  | { readonly op: 'raise-once'; readonly signal: Signal }
  /** To another thread. */
  | { readonly op: 'send'; readonly thread: number; readonly signal: Signal }
  | { readonly op: 'block' | 'unblock' | 'set-mask'; readonly set: readonly Signal[] }
  /** Appends which of them are pending. */
  | { readonly op: 'pending'; readonly variable: Variable }
  | { readonly op: 'suspend'; readonly set: readonly Signal[] }
  /** Blocks the set, waits for one of it, and appends it. */
  | { readonly op: 'take'; readonly variable: Variable; readonly set: readonly Signal[] }
  | Act;

/** `threads[0]` is main, which creates the others when it has done `first`. */
export interface SignalProgram {
  readonly handlers: readonly (readonly Op[])[];
  readonly first: readonly Op[];
  readonly threads: readonly (readonly Op[])[];
}

const signal = fc.constantFrom<Signal>(10, 10, 12, 17);
const set = fc.subarray<Signal>([...signals]);
const variable = fc.constantFrom<Variable>('x', 'y');
const value = fc.integer({ min: 1, max: 2 });

const access = fc.oneof(
  fc.record({ op: fc.constant('set' as const), variable, value }),
  fc.record({ op: fc.constant('append' as const), variable, value }),
);
const masking = fc.record({
  op: fc.constantFrom('block' as const, 'unblock' as const, 'set-mask' as const),
  set,
});

const act = (handler: fc.Arbitrary<number>): fc.Arbitrary<Act> =>
  fc.record({
    op: fc.constant('act' as const),
    signal,
    handler,
    noDefer: fc.constantFrom(false, false, true),
    reset: fc.constantFrom(false, false, false, true),
    blocks: set,
  });

/** In programs of several threads, where handlers may come between any two events. */
const shortBody = fc.array(access, { maxLength: 1 });

const handlerBody = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: access },
    { weight: 1, arbitrary: masking },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('raise-once' as const), signal }) },
  ),
  { minLength: 1, maxLength: 2 },
);

/** `waits`: functions that wait, and may do so for ever. */
function body(threads: number, own: number, length: number, waits: boolean): fc.Arbitrary<Op[]> {
  // a thread knows those that were created before it
  const others = Array.from({ length: threads }, (_, t) => t).filter((t) => (own === 0 ? t > 0 : t < own));
  const sends = fc.record({
    op: fc.constant('send' as const),
    thread: fc.constantFrom(...others, -1),
    signal,
  });
  return fc.array(
    fc.oneof<fc.WeightedArbitrary<Op>[]>(
      { weight: 4, arbitrary: access },
      { weight: 3, arbitrary: masking },
      {
        weight: threads > 1 ? 2 : 4,
        arbitrary: fc.record({ op: fc.constantFrom('raise' as const, 'kill' as const), signal }),
      },
      { weight: threads > 1 ? 3 : 0, arbitrary: sends },
      { weight: 1, arbitrary: fc.record({ op: fc.constant('pending' as const), variable }) },
      { weight: 1, arbitrary: act(fc.constantFrom(0, 1, 2, -1)) },
      { weight: waits ? 1 : 0, arbitrary: fc.record({ op: fc.constant('suspend' as const), set }) },
      {
        weight: waits ? 1 : 0,
        arbitrary: fc.record({
          op: fc.constant('take' as const),
          variable,
          set: fc.subarray<Signal>([10, 12], { minLength: 1 }),
        }),
      },
    ),
    { maxLength: length },
  );
}

/** Programs of so many threads. */
export const signalProgram = (threads: number, length: number, waits: boolean): fc.Arbitrary<SignalProgram> =>
  fc.record({
    handlers:
      threads > 1
        ? fc.tuple(shortBody, shortBody, shortBody)
        : fc.tuple(handlerBody, handlerBody, handlerBody),
    first: fc
      .tuple(act(fc.constantFrom(0, 1)), act(fc.constantFrom(1, 2)), fc.array(masking, { maxLength: 1 }))
      .map(([a, b, rest]): Op[] => [{ ...a, signal: 10 }, { ...b, signal: 12 }, ...rest]),
    threads: fc.tuple(...Array.from({ length: threads }, (_, t) => body(threads, t, length, waits))),
  });

const setText = (members: readonly Signal[]): string =>
  `sigset_t s; sigemptyset(&s); ${members.map((member) => `sigaddset(&s, ${member});`).join(' ')}`;

const hows = { block: 'SIG_BLOCK', unblock: 'SIG_UNBLOCK', 'set-mask': 'SIG_SETMASK' } as const;

function opText(op: Op): string {
  switch (op.op) {
    case 'set':
      return `${op.variable} = ${op.value};`;
    case 'append':
      return `${op.variable} = ${op.variable} * 3 + ${op.value};`;
    case 'raise':
      return `raise(${op.signal});`;
    case 'kill':
      return `kill(getpid(), ${op.signal});`;
    case 'raise-once':
      return `if (!once) { once = 1; raise(${op.signal}); }`;
    case 'send':
      return op.thread < 0
        ? `pthread_kill(pthread_self(), ${op.signal});`
        : `pthread_kill(t${op.thread}, ${op.signal});`;
    case 'block':
    case 'unblock':
    case 'set-mask':
      return `{ ${setText(op.set)} pthread_sigmask(${hows[op.op]}, &s, 0); }`;
    case 'pending':
      return `{ sigset_t s; sigpending(&s); ${op.variable} = ${op.variable} * 3 + sigismember(&s, 10) + 2 * sigismember(&s, 12) + 4 * sigismember(&s, 17); }`;
    case 'suspend':
      return `{ ${setText(op.set)} sigsuspend(&s); }`;
    case 'take':
      return `{ int n; ${setText(op.set)} pthread_sigmask(SIG_BLOCK, &s, 0); sigwait(&s, &n); ${op.variable} = ${op.variable} * 3 + n; }`;
    case 'act': {
      const handler = op.handler >= 0 ? `h${op.handler}` : op.handler === -1 ? 'SIG_IGN' : 'SIG_DFL';
      const flags = [...(op.noDefer ? ['SA_NODEFER'] : []), ...(op.reset ? ['SA_RESETHAND'] : []), '0'].join(
        ' | ',
      );
      const blocks = op.blocks.map((member) => `sigaddset(&a.sa_mask, ${member});`).join(' ');
      return `{ struct sigaction a = { .sa_handler = ${handler}, .sa_flags = ${flags} }; sigemptyset(&a.sa_mask); ${blocks} sigaction(${op.signal}, &a, 0); }`;
    }
  }
}

/** The program as C; `last` is what main does in the end. */
export function signalText({ handlers, first, threads }: SignalProgram, last = ''): string {
  const lines = (ops: readonly Op[]): string => ops.map((op) => `  ${opText(op)}\n`).join('');
  const others = threads.slice(1).map((_, i) => i + 1);
  return `#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int x, y, once;
pthread_t ${threads.map((_, t) => `t${t}`).join(', ')};
${handlers.map((ops, i) => `void h${i}(int n) {\n  x = x * 3 + n;\n${lines(ops)}}\n`).join('')}
${others.map((t) => `void *f${t}(void *p) {\n${lines(threads[t])}  return p;\n}\n`).join('')}
int main(void) {
  t0 = pthread_self();
  raise(SIGWINCH); // signals come from the program alone
${lines(first)}${others.map((t) => `  pthread_create(&t${t}, 0, f${t}, 0);\n`).join('')}${lines(threads[0])}${others.map((t) => `  pthread_join(t${t}, 0);\n`).join('')}  ${last}
  return 0;
}
`;
}
