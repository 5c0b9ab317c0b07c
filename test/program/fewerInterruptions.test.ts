// Handlers that only set a flag run where the flag is read: the same final states and findings as with handlers
// everywhere.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../src/execution/execution.js';
import { type Exploration, explore } from '../../src/explicit/explore.js';
import { fewerInterruptions } from '../../src/program/fewerInterruptions.js';
import { atProcessEnd } from '../../src/program/processEnd.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { forEachStatement } from '../../src/program/statement.js';
import { everyday } from '../counts.js';
import { parse } from '../frontend/c/run.js';

const runs = Number(process.env.FC_RUNS ?? everyday(10));

const seen = (program: Program): Program => atProcessEnd(assumeSpinLoops(program));

function points({ threads }: Program): number {
  let count = 0;
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      count += s.kind === 'nondet' && s.comes !== undefined ? 1 : 0;
    });
  return count;
}

const summary = ({ outcomes, findings }: Exploration): string[] => [
  ...outcomes.map((values) => values.join()).sort(),
  ...[...new Set(findings.map(({ finding }) => `${finding.kind}: ${finding.message}`))].sort(),
];

const text = (
  handler: string,
  more: string,
  main: string,
  ...threads: string[]
): string => `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile sig_atomic_t flag, other;
int x, y, r, s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
sem_t q;
sigset_t b;
void h(int number) { ${handler} }
void g(int number) { other = 1; }
${threads.map((body, i) => `void *f${i}(void *p) { ${body} return p; }`).join('\n')}
int main(void) {
  pthread_t ${threads.map((_, i) => `t${i}`).join(', ')};
  flag = 0;
  sem_init(&q, 0, 0);
  signal(SIGINT, h);
  ${more}
  ${threads.map((_, i) => `pthread_create(&t${i}, 0, f${i}, 0);`).join(' ')}
  ${main}
  ${threads.map((_, i) => `pthread_join(t${i}, 0);`).join(' ')}
  return 0;
}`;

const plain = fc.constantFrom(
  'x = 1;',
  'y = 1;',
  'x = 2;',
  'r = flag;',
  's = flag;',
  'r = x;',
  's = y;',
  'r = r * 2 + flag;',
  's = other;',
  'atomic_thread_fence(memory_order_seq_cst);',
  'flag = 1;',
);
const op = fc.oneof(
  { weight: 8, arbitrary: plain },
  { weight: 2, arbitrary: plain.map((inner) => `if (flag) { ${inner} }`) },
  { weight: 2, arbitrary: plain.map((inner) => `if (!flag) { ${inner} } else y = 2;`) },
  {
    weight: 1,
    arbitrary: plain.map((inner) => `pthread_mutex_lock(&m); ${inner} pthread_mutex_unlock(&m);`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);',
      'sem_wait(&q);',
      'sem_post(&q);',
      'if (flag) sem_post(&q);',
      'assert(!flag || x);',
      'if (x) exit(0);',
      'for (int i = 0; i < 2 && !flag; i++) y = y + 1;',
      'while (!flag) ;',
      'while (!x) ;',
      '__atomic_fetch_add(&x, 1, 5);',
      'flag = 0;',
    ),
  },
);
const body = fc.array(op, { maxLength: 3 }).map((ops) => ops.join(' '));
const handler = fc.constantFrom(
  'flag = 1;',
  'flag = 1;',
  'flag = 1;',
  '',
  'flag = number;',
  'x = 3;',
  'flag++;',
);
const others = fc.constantFrom(
  '',
  '',
  '',
  'signal(SIGTERM, h);',
  'signal(SIGTERM, g);',
  'x = 1; signal(SIGTERM, SIG_IGN);',
  'signal(SIGTERM, g); sigemptyset(&b); sigaddset(&b, SIGTERM); pthread_sigmask(SIG_BLOCK, &b, 0);',
);

function compare(program: string, model: ModelName): boolean {
  const whole = parse(program);
  const fewer = fewerInterruptions(whole, model !== 'sc');
  if (fewer === whole) return false;
  const limits = { model, unroll: 3, maxExecutions: runs > 10 ? 5000 : 800 };
  const found = explore(seen(fewer), limits);
  const all = explore(seen(whole), limits);
  // a program with fewer points only has executions of the whole one
  if (all.complete && all.cutLoops.length === 0)
    expect(summary(all)).toEqual(expect.arrayContaining(summary(found)));
  if (!all.complete || !found.complete || all.cutLoops.length + found.cutLoops.length > 0) return false;
  expect(summary(found)).toEqual(summary(all));
  return true;
}

describe('handlers that only set a flag', () => {
  it('come where a thread looks at it', () => {
    let compared = 0;
    fc.assert(
      fc.property(handler, others, body, body, fc.constantFrom(...modelNames), (h, more, main, f, model) => {
        if (compare(text(h, more, main, f), model)) compared++;
      }),
      { numRuns: runs },
    );
    expect(compared).toBeGreaterThan(runs / 5);
  }, 3_600_000);

  it('end no wait for anything else', () => {
    const program = text('flag = 1;', '', 'sem_wait(&q);', 'if (flag) sem_post(&q);');
    const found = explore(seen(fewerInterruptions(parse(program), true)), { model: 'tso', unroll: 3 });
    expect(summary(found)).toEqual(['1,0,0,0,0,0', 'deadlock: main waits for q']);
    expect(compare(program, 'tso')).toBe(true);
  });

  it.each(modelNames)('in three threads, under %s', (model) => {
    expect(compare(text('flag = 1;', '', '', 'r = flag;', 'if (flag) s = 1;'), model)).toBe(true);
  });

  it.each<[what: string, program: string, before: number, after: number]>([
    ['nobody looks at', text('flag = 1;', '', 'x = 1;', 'y = 1; x = 2;'), 7, 1],
    // A point is left only where a wait may follow.
    ['does nothing', text('', '', 'r = flag;', 'y = 1; x = 2;'), 3, 0],
    ['is read', text('flag = 1;', '', 'x = 1;', 'y = 1; r = flag; x = 2;'), 9, 2],
  ])('%s', (_, program, before, after) => {
    const whole = parse(program);
    expect([points(whole), points(fewerInterruptions(whole, true))]).toEqual([before, after]);
  });

  it.each<[what: string, program: string]>([
    ['somebody takes it back', text('flag = 1;', '', 'flag = 0;', 'r = flag;')],
    ['it depends on the signal', text('flag = number;', 'signal(SIGTERM, h);', '', 'r = flag;')],
    ['it counts', text('flag++;', '', '', 'r = flag;')],
    [
      'its address is used',
      text('flag = 1;', 'volatile int *p = &flag; if (x) p++; *p = 2;', '', 'r = flag;'),
    ],
    [
      'a thread that blocks it reads the flag',
      text('flag = 1;', '', '', 'sigfillset(&b); pthread_sigmask(SIG_BLOCK, &b, 0); x = 1; r = flag;'),
    ],
    [
      'it fences, and there are buffers',
      text('flag = 1; atomic_thread_fence(memory_order_seq_cst);', '', '', 'r = flag;'),
    ],
    ['somebody waits for a handler', text('flag = 1;', '', 'sigemptyset(&b); sigsuspend(&b);', 'r = flag;')],
  ])('come everywhere if %s', (_, program) => {
    const whole = parse(program);
    expect(fewerInterruptions(whole, true) === whole).toBe(true);
  });
});
