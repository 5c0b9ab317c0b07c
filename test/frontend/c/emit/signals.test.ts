// Signals: the final states and findings on which two readers of C agreed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { findCompiler } from '../../../../src/frontend/compile/compilers.js';
import { readProgram } from '../../../../src/frontend/index.js';
import { findingsIn, run, statesIn } from '../run.js';
import { expectAnswer } from './answers.js';

const main = (globals: string, body: string): string => `#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>
${globals}
int main(void) { pthread_t t; ${body} return 0; }`;

const log = 'int x; void h(int n) { x = 100 * x + n; }';
const set = 'sigset_t s; sigemptyset(&s); sigaddset(&s, 10); sigaddset(&s, 12);';
const block = `${set} sigprocmask(SIG_BLOCK, &s, 0);`;
const unblock = 'sigprocmask(SIG_UNBLOCK, &s, 0);';

const programs: readonly (readonly [name: string, text: string])[] = [
  [
    'a handler of a signal from outside runs between any two events',
    main('int a, b, r; void h(int n) { a = 1; b = 1; }', 'signal(SIGINT, h); r = a; r = r * 2 + b;'),
  ],
  [
    'a signal that is blocked comes when it is not',
    main(log, `signal(10, h); ${block} x = 1; x = 2; ${unblock}`),
  ],
  [
    'a handler that sends its signal again, to nobody else',
    main(
      'int x; void h(int n) { x++; if (x < 2) { signal(n, SIG_IGN); raise(n); } }',
      'signal(15, h); x = x * 2;',
    ),
  ],
  [
    'handlers interrupt each other',
    main(
      'int x; void g(int n) { x = x * 2 + 1; } void h(int n) { x = x * 3 + n; }',
      'signal(2, g); signal(15, h);',
    ),
  ],
  [
    'a signal to another thread ends its wait',
    main(
      'sem_t m; int x; void h(int n) { sem_post(&m); } void *f(void *p) { sem_wait(&m); x = 1; return p; }',
      'sem_init(&m, 0, 0); signal(10, h); pthread_create(&t, 0, f, 0); pthread_kill(t, 10); pthread_join(t, 0);',
    ),
  ],
  [
    'a thread inherits the mask',
    main(
      `${log} void *f(void *p) { x = 1; ${set} pthread_sigmask(SIG_UNBLOCK, &s, 0); x = x * 10 + 2; return p; }`,
      `signal(10, h); ${block} pthread_create(&t, 0, f, 0); pthread_kill(t, 10); pthread_join(t, 0);`,
    ),
  ],
  [
    'a signal before pause is slept over',
    main('volatile int x; void h(int n) { x = 1; }', 'signal(SIGALRM, h); alarm(1); if (!x) pause();'),
  ],
  [
    'sigsuspend waits for a handler',
    main(
      'volatile int x; void h(int n) { x = 1; }',
      `${block} sigset_t none; sigemptyset(&none); signal(10, h); while (!x) sigsuspend(&none);`,
    ),
  ],
  ['sigwait takes a signal of the set from outside', main('int x;', `${block} sigwait(&s, &x);`)],
  [
    'a timer of several threads comes once',
    main(
      'volatile int x; void h(int n) { x++; } void *f(void *p) { return p; }',
      'signal(SIGALRM, h); alarm(1); pthread_create(&t, 0, f, 0); pthread_join(t, 0);',
    ),
  ],
];

describe('signals', () => {
  it.each(programs)('%s', (_, text) => {
    expectAnswer(text, 'sc');
  });
});

const handled = (code: string): string => `#include <dat3m.h>
volatile int x, y; void *h(void *p) { x = x * 10 + 1; return 0; } void *g(void *p) { x = x * 10 + 2; return 0; }
void *f(void *p) { ${code} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); y = x; return 0; }`;

describe('interrupt handlers', () => {
  const register = '__VERIFIER_register_interrupt_handler';
  it.each([
    ['come once, at any time, also after the thread', `${register}(h); x = 3; x = x + 1;`],
    [
      'come in any order',
      `pthread_t a = ${register}(h), b = ${register}(g); y = 3; pthread_join(a, 0); pthread_join(b, 0);`,
    ],
    [
      'do not come while they are disabled',
      `pthread_t a = ${register}(h); __VERIFIER_disable_irq(); x = 3; x = x + 1; __VERIFIER_enable_irq(); pthread_join(a, 0);`,
    ],
  ])('%s', (_, code) => {
    expectAnswer(handled(code), 'sc');
  });

  it('more than four are cut', () => {
    const five = `__VERIFIER_disable_irq(); ${`${register}(h); `.repeat(5)}`;
    const { cutLoops } = run(handled(five));
    expect(cutLoops).not.toEqual([]);
  });
});

it('a thread that waits for a signal of another has a name for it', () => {
  const text = main(
    'int x; void *f(void *p) { sigset_t *s = p; sigwait(s, &x); return p; }',
    `${block} pthread_create(&t, 0, f, &s); if (x) pthread_kill(t, 12); pthread_join(t, 0);`,
  );
  expect(findingsIn(run(text))).toEqual([expect.stringMatching(/f waits for signals@f\.SIGUSR2$/)]);
});

const compiler = findCompiler('c', undefined, process.env);
it.skipIf(compiler === undefined)(
  'a handler in LLVM IR',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
    try {
      const path = join(folder, 'a.c');
      writeFileSync(path, main('volatile int x; void h(int n) { x++; }', 'signal(SIGINT, h); x++;'));
      const program = await readProgram(path, { reader: 'llvm' });
      expect(statesIn(program, explore(program, { model: 'sc', unroll: 8 }))).toEqual(['x=1', 'x=2']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  60_000,
);
