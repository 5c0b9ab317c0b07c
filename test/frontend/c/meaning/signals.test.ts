// Signals in C programs. POSIX's rules for handlers, blocked sets and waiting functions are worked out by hand.
// Random programs run in both engines against a machine of its own (test/reference/signals.ts). For programs with one
// thread, gcc's binaries on Linux confirm that machine.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../../src/execution/execution.js';
import { type Exploration, explore } from '../../../../src/explicit/explore.js';
import { atProcessEnd } from '../../../../src/program/processEnd.js';
import type { Program } from '../../../../src/program/program.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { racesOf } from '../../../../src/races/races.js';
import { InputError } from '../../../../src/support/diagnostic.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { everyday } from '../../../counts.js';
import { signalProgram, signalText } from '../../../reference/signalPrograms.js';
import { signalBehaviours } from '../../../reference/signals.js';
import { parse } from '../run.js';

const [runs, asked] =
  process.env.FC_RUNS === undefined ? [everyday(12), everyday(4, 2)] : [Number(process.env.FC_RUNS), 1];

let symbolic: SymbolicEngine;
beforeAll(async () => {
  symbolic = await SymbolicEngine.start();
});

const prepared = (text: string): Program => atProcessEnd(assumeSpinLoops(parse(text)));

/** Handlers are written between all events: random programs may become too large. */
function ofSize(text: string): Program | undefined {
  try {
    return prepared(text);
  } catch (error) {
    if (error instanceof InputError && error.diagnostic.message.startsWith('a program this large'))
      return undefined;
    throw error;
  }
}

type Explored = Pick<Exploration, 'outcomes'> & {
  readonly findings: readonly { readonly finding: { readonly kind: string; readonly message: string } }[];
};

const summary = ({ outcomes, findings }: Explored): string[] => [
  ...outcomes.map((values) => values.join()).sort(),
  ...new Set(findings.map(({ finding }) => `${finding.kind}: ${finding.message}`)),
];

/** Final states and findings, on which both engines agree. */
function behaviour(text: string, model: ModelName = 'sc'): string[] {
  const program = prepared(text);
  const found = explore(program, { model, unroll: 8, timeLimitMs: 20_000 });
  expect(found.complete).toBe(true);
  const both = summary(found);
  expect(summary(symbolic.explore(program, { model, unroll: 8 }))).toEqual(both);
  return both;
}

const main = (globals: string, body: string): string => `#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
sigset_t set(int a, int b) { sigset_t s; sigemptyset(&s); sigaddset(&s, a); sigaddset(&s, b); return s; }
${globals}
int main(void) { pthread_t t; ${body} return 0; }`;

const log = 'int x; void h(int n) { x = 100 * x + n; }';
const block =
  'sigset_t s; sigemptyset(&s); sigaddset(&s, 10); sigaddset(&s, 12); sigprocmask(SIG_BLOCK, &s, 0);';
const join = 'pthread_create(&t, 0, f, 0); ';

describe('signals', () => {
  it.each<[what: string, text: string, expected: string[]]>([
    [
      'a handler is not torn apart by the thread it interrupts',
      main('int a, b, r; void h(int n) { a = 1; b = 1; }', 'signal(SIGINT, h); r = a; r = r * 2 + b;'),
      ['0,0,0', '1,1,0', '1,1,1', '1,1,3'],
    ],
    [
      'a handler may come in the middle of x++',
      main('int x; void h(int n) { x++; }', 'signal(SIGINT, h); x++;'),
      ['1', '2'],
    ],
    [
      'what is blocked does not come, from outside either',
      main(log, `signal(10, h); ${block} x = 1; x = 2; sigprocmask(SIG_UNBLOCK, &s, 0);`),
      ['2', '210'],
    ],
    [
      'a handler with three arguments without SA_SIGINFO',
      main(
        'int x; void h(int n, siginfo_t *i, void *c) { x = n; }',
        'signal(10, (void (*)(int))h); raise(10);',
      ),
      ['10'],
    ],
    [
      'a handler that sends its own signal again',
      main(
        'int x, y; void h(int n) { x = x * 3 + n; if (!y) { y = 1; raise(n); } x++; }',
        'signal(10, h); raise(10);',
      ),
      ['44,1'],
    ],
    [
      'a handler is told its signal',
      main(
        'int x; void h(int n, siginfo_t *i, void *c) { x = i->si_signo + n; }',
        'struct sigaction a = { .sa_sigaction = h, .sa_flags = SA_SIGINFO }; sigaction(12, &a, 0); raise(12);',
      ),
      ['24'],
    ],
    [
      'of two that are unblocked together each may come first',
      main(
        log,
        `signal(10, h); signal(12, h); ${block} raise(10); raise(12); raise(10); x = 0; sigprocmask(SIG_UNBLOCK, &s, 0);`,
      ),
      ['1012', '1210'],
    ],
    [
      'new threads block what their creator does, and unblocking delivers what was sent',
      main(
        `${log} volatile int go; void *f(void *p) { x = 1; while (!go); sigset_t s = set(10, 12); pthread_sigmask(SIG_UNBLOCK, &s, 0); x = x * 10 + 2; return p; }`,
        `signal(10, h); ${block} ${join} pthread_kill(t, 10); go = 1; pthread_join(t, 0);`,
      ),
      ['1102,1'],
    ],
    [
      'who waits for a semaphore that a handler posts',
      main(
        'sem_t m; int x; void h(int n) { sem_post(&m); } void *f(void *p) { sem_wait(&m); x = 1; return p; }',
        `sem_init(&m, 0, 0); signal(10, h); ${join} pthread_kill(t, 10); pthread_join(t, 0);`,
      ),
      ['1'],
    ],
    [
      'nobody posts it if the signal is not sent',
      main(
        'sem_t m; int x; void h(int n) { sem_post(&m); } void *f(void *p) { sem_wait(&m); x = 1; return p; }',
        `sem_init(&m, 0, 0); signal(10, h); ${join} if (x) pthread_kill(t, 10); pthread_join(t, 0);`,
      ),
      ['deadlock: main waits for f, f waits for m'],
    ],
    [
      'kill reaches the only thread that does not block it, before it returns',
      main(
        `${log} void *f(void *p) { return p; }`,
        `signal(10, h); ${block} ${join} sigprocmask(SIG_UNBLOCK, &s, 0); kill(getpid(), 10); x = x * 2 + 1; pthread_join(t, 0);`,
      ),
      ['21'],
    ],
    [
      'kill reaches one of several threads',
      main(
        'int x; pthread_t m; void h(int n) { x = pthread_equal(pthread_self(), m) ? 1 : 2; } void *f(void *p) { sem_t *s = p; sem_wait(s); return p; }',
        'sem_t s; sem_init(&s, 0, 0); m = pthread_self(); signal(10, h); pthread_create(&t, 0, f, &s); kill(getpid(), 10); sem_post(&s); pthread_join(t, 0);',
      ),
      ['1,720720', '2,720720'],
    ],
    [
      'a signal between a test and pause() is slept over',
      main('volatile int x; void h(int n) { x = 1; }', 'signal(SIGALRM, h); alarm(1); if (!x) pause();'),
      ['1', 'deadlock: main waits for signal'],
    ],
    [
      'sigsuspend is for that',
      main(
        'volatile int x; void h(int n) { x = 1; }',
        'sigset_t s, old; sigemptyset(&s); sigaddset(&s, SIGALRM); sigprocmask(SIG_BLOCK, &s, &old); signal(SIGALRM, h); alarm(1); while (!x) sigsuspend(&old);',
      ),
      ['1'],
    ],
    [
      'sigwait takes what was sent to the thread',
      main(
        'int x; void *f(void *p) { sigset_t s = set(10, 12); sigwait(&s, &x); return p; }',
        `${block} ${join} pthread_kill(t, 12); pthread_join(t, 0);`,
      ),
      ['12'],
    ],
    [
      'sigwait from outside: any of a set in memory, beside a handler',
      main(
        'sigset_t s; int x, y; volatile sig_atomic_t z; void h(int n) { z = 1; } void *f(void *p) { sigwait(p, &x); y = z; return p; }',
        'sigemptyset(&s); sigaddset(&s, 10); sigaddset(&s, 12); signal(2, h); sigprocmask(SIG_BLOCK, &s, 0); pthread_create(&t, 0, f, &s); pthread_join(t, 0);',
      ),
      ['10,0,0', '10,0,1', '10,1,1', '12,0,0', '12,0,1', '12,1,1'],
    ],
    [
      'a set that holds more than sigaddset has put into it',
      main(
        'sigset_t s; int x; void *f(void *p) { sigwait(p, &x); return p; }',
        'sigemptyset(&s); sigaddset(&s, 10); *(unsigned long *)&s |= 1 << 2; pthread_create(&t, 0, f, &s); pthread_join(t, 0);',
      ),
      ['10', '3'],
    ],
    [
      'sigtimedwait may give up, sigwaitinfo does not',
      main(
        'int x, y; void *f(void *p) { sigset_t s = set(10, 10); x = sigtimedwait(&s, 0, 0); y = sigwaitinfo(&s, 0); return p; }',
        `${block} ${join} pthread_kill(t, 10); if (x == 10) pthread_kill(t, 10); pthread_join(t, 0);`,
      ),
      ['-1,10', '10,10', 'deadlock: main waits for f, f waits for signals@f.SIGUSR1'],
    ],
    [
      'actions that change while there are several threads',
      main(
        `${log} void g(int n) { x = 7; } void *f(void *p) { signal(10, g); return p; }`,
        `signal(10, h); ${join} raise(10); pthread_join(t, 0);`,
      ),
      ['10', '7'],
    ],
    ['without an action', main('int x;', 'raise(SIGCHLD); x = 1; raise(SIGTERM); x = 2;'), ['1']],
    [
      'one that says that something went wrong',
      main('int x;', 'x = 1; raise(SIGQUIT);'),
      ['assertion: abort()'],
    ],
    [
      'signals that are ignored',
      main('int x;', 'signal(SIGTERM, SIG_IGN); raise(SIGTERM); x = signal(SIGTERM, SIG_DFL) == SIG_IGN;'),
      ['1'],
    ],
    [
      'ignoring a signal drops what others have sent',
      main(
        'int x; sem_t q; void h(int n) { x = n; } void *f(void *p) { sem_wait(&q); signal(10, SIG_IGN); signal(10, h); sigset_t s = set(10, 10); pthread_sigmask(SIG_UNBLOCK, &s, 0); return p; }',
        `${block} sem_init(&q, 0, 0); signal(10, h); ${join} pthread_kill(t, 10); sem_post(&q); pthread_join(t, 0);`,
      ),
      ['0'],
    ],
    [
      'a number that is known only as the program runs',
      main(
        `${log} int k;`,
        'for (k = 10; k < 13; k++) signal(k, h); for (int i = 10; i < 13; i += 2) raise(i);',
      ),
      ['1012,13'],
    ],
    ['another process', main('int x;', 'x = kill(getpid() + 1, 9);'), ['-1']],
  ])('%s', (_, text, expected) => {
    expect(behaviour(text)).toEqual(expected);
  });

  it('a handler sees what is in the store buffer of its thread', () => {
    const text = main(
      'int x, y, a = 9, b = 9; void h(int n) { a = x; } void *f(void *p) { b = y; return p; }',
      `signal(10, h); sigset_t s; sigfillset(&s); pthread_sigmask(SIG_BLOCK, &s, 0); ${join} pthread_sigmask(SIG_UNBLOCK, &s, 0); x = 1; raise(10); y = 1; pthread_join(t, 0);`,
    );
    for (const model of modelNames) expect(behaviour(text, model)).toEqual(['1,1,1,0', '1,1,1,1']);
  });
});

describe('data races of handlers', () => {
  const write = 'int x; void h(int n) { x = 1; } void *f(void *p) { x = 2; return p; }';
  const all = 'sigset_t s; sigfillset(&s); ';

  it.each<[what: string, text: string, expected: boolean]>([
    ['none with the thread it interrupts', main(write, 'signal(2, h); x++; x = x + 1;'), false],
    [
      'with another thread, if it may run in either',
      main(write, `signal(2, h); ${join} pthread_join(t, 0);`),
      true,
    ],
    [
      'none if the signal is for the one thread that uses it',
      main(write, `signal(10, h); ${join} pthread_kill(t, 10); pthread_join(t, 0);`),
      false,
    ],
    [
      'none if all threads block it meanwhile',
      main(
        write,
        `${all} signal(2, h); pthread_sigmask(SIG_BLOCK, &s, 0); ${join} pthread_join(t, 0); pthread_sigmask(SIG_UNBLOCK, &s, 0); x = 3;`,
      ),
      false,
    ],
    [
      'if only one of them does',
      main(write, `${all} signal(2, h); ${join} pthread_sigmask(SIG_BLOCK, &s, 0); pthread_join(t, 0);`),
      true,
    ],
    [
      'none with what was written before the signal was sent',
      main(
        'int x, y; void h(int n) { y = x; } void *f(void *p) { return p; }',
        `signal(10, h); ${join} x = 1; pthread_kill(t, 10); pthread_join(t, 0);`,
      ),
      false,
    ],
  ])('%s', (_, text, expected) => {
    const program = prepared(text);
    let found = false;
    explore(program, {
      model: 'sc',
      unroll: 8,
      onExecution: (witness) => {
        found ||= racesOf(witness().execution).length > 0;
      },
    });
    expect(found).toBe(expected);
    expect(symbolic.races(program, { unroll: 8 }).races.length > 0).toBe(expected);
  });
});

describe('random programs with signals', () => {
  it.each<[what: string, threads: number, length: number, waits: boolean]>([
    ['of one thread', 1, 6, false],
    ['of one thread that waits', 1, 5, true],
    ['of two threads', 2, 2, false],
  ])(
    '%s',
    (_, threads, length, waits) => {
      let asking = 0;
      fc.assert(
        fc.property(
          signalProgram(threads, length, waits),
          fc.constantFrom(...modelNames),
          (random, model) => {
            const expected = signalBehaviours(random, 30_000);
            if (expected === undefined) return;
            const program = ofSize(signalText(random));
            if (program === undefined) return;
            const limits = { unroll: 8, maxExecutions: 3000, timeLimitMs: 5000 };
            const found = explore(program, { ...limits, model: 'sc' });
            if (!found.complete) return;
            const finals = found.outcomes.map((values) => values.slice(0, 3).join()).sort();
            const kinds = new Set(found.findings.map(({ finding }) => finding.kind));
            expect([...kinds].filter((kind) => kind !== 'deadlock')).toEqual([]);
            expect([...expected.finals]).toEqual(expect.arrayContaining(finals));
            if (found.cutLoops.length === 0) expect(finals).toEqual([...expected.finals].sort());
            if (found.cutLoops.length === 0) expect(kinds.has('deadlock')).toBe(expected.stuck);
            if (++asking % asked !== 0) return;
            const again = explore(program, { ...limits, model });
            if (again.complete)
              expect(summary(symbolic.explore(program, { model, unroll: 8 }))).toEqual(summary(again));
          },
        ),
        { numRuns: threads > 1 ? Math.ceil(runs / 4) : runs },
      );
    },
    asked === 1 ? 3_600_000 : 300_000,
  );
});
