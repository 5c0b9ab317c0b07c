// Lifetimes of threads and of the objects they wait for: when they may end, and where POSIX leaves behaviour
// undefined. Each program's mistakes are worked out by hand. Both engines must report them, and nothing else.

import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import { explore } from '../../../../src/explicit/explore.js';
import { atProcessEnd } from '../../../../src/program/processEnd.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { parse } from '../run.js';

let symbolic: SymbolicEngine;
beforeAll(async () => {
  symbolic = await SymbolicEngine.start();
});

const headers = '#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <threads.h>\n';

/** The kinds of findings, on which both engines agree under SC and TSO. */
function kinds(text: string): string[] {
  const program = atProcessEnd(assumeSpinLoops(parse(headers + text)));
  const found = (['sc', 'tso'] satisfies ModelName[]).map((model) => {
    const one = explore(program, { model, unroll: 8, timeLimitMs: 20_000 });
    expect(one.complete).toBe(true);
    const other = symbolic.explore(program, { model, unroll: 8 });
    const [a, b] = [one, other].map(({ outcomes, findings }) => ({
      outcomes: outcomes.map((values) => values.join()).sort(),
      findings: [...new Set(findings.map(({ finding }) => `${finding.kind}: ${finding.message}`))].sort(),
    }));
    expect(a).toEqual(b);
    return [...new Set(one.findings.map(({ finding }) => finding.kind))].sort();
  });
  expect(found[1]).toEqual(found[0]);
  return found[0];
}

describe('a barrier ends while threads leave it', () => {
  const atHeap = (then: string): string => `pthread_barrier_t *b;
void *w(void *a) { if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) { ${then} } return a; }
int main(void) { pthread_t t; b = malloc(sizeof *b); pthread_barrier_init(b, 0, 2);
  pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); }`;
  const local = (then: string): string => `pthread_t t;
void *w(void *a) { pthread_barrier_wait(a); return 0; }
void go(void) { pthread_barrier_t b; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, w, &b); pthread_barrier_wait(&b); ${then} }
int main(void) { go(); pthread_join(t, 0); }`;

  it.each([
    [atHeap('pthread_barrier_destroy(b); free(b);'), []],
    [atHeap('free(b);'), ['use-after-free']],
    [local('pthread_barrier_destroy(&b);'), []],
    [local(''), ['use-after-free']],
    [
      local(
        'pthread_barrier_destroy(&b); pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b); pthread_barrier_destroy(&b);',
      ),
      [],
    ],
    [local('pthread_barrier_destroy(&b); pthread_barrier_destroy(&b);'), ['use-after-free']],
    // another round that no other thread comes to
    [local('pthread_barrier_wait(&b);'), ['deadlock']],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('in three threads', () => {
    const text = `pthread_barrier_t *b; int x;
void *w(void *a) { x = 1; if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) { pthread_barrier_destroy(b); free(b); } return a; }
int main(void) { pthread_t t[2]; b = malloc(sizeof *b); pthread_barrier_init(b, 0, 3);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0); w(0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }`;
    expect(kinds(text)).toEqual([]);
  });

  it('has no thread to report where all have been joined', () => {
    const text = `${headers}pthread_barrier_t b; void *w(void *a) { pthread_barrier_wait(&b); return a; }
int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, w, 0); w(0); pthread_join(t, 0); pthread_barrier_destroy(&b); }`;
    expect(parse(text).locations.map(({ name }) => name)).not.toContain('barrier.at');
  });
});

describe('conditions', () => {
  const globals = 'pthread_mutex_t m, n; pthread_cond_t c; int go;';
  const waits = (name: string, mutex: string): string =>
    `void *${name}(void *a) { pthread_mutex_lock(&${mutex}); while (!go) pthread_cond_wait(&c, &${mutex}); pthread_mutex_unlock(&${mutex}); return a; }`;

  it.each([
    ['pthread_cond_destroy(&c); pthread_cond_signal(&c);', ['use-after-free']],
    ['pthread_cond_destroy(&c); pthread_cond_broadcast(&c);', ['use-after-free']],
    ['pthread_cond_destroy(&c); pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);', ['use-after-free']],
    ['pthread_cond_destroy(&c); pthread_cond_destroy(&c);', ['use-after-free']],
    ['pthread_cond_destroy(&c); pthread_cond_init(&c, 0); pthread_cond_signal(&c);', []],
    ['pthread_cond_t d; pthread_cond_signal(&d);', ['uninitialised-read']],
    ['pthread_cond_t d = PTHREAD_COND_INITIALIZER; pthread_cond_signal(&d);', []],
  ])('%s', (body, expected) => {
    expect(kinds(`${globals} int main(void) { ${body} }`)).toEqual(expected);
  });

  it('with one mutex, or with two at the same time', () => {
    const text = (mutex: string): string => `${globals} ${waits('v', 'm')} ${waits('w', mutex)}
int main(void) { pthread_t t, u; pthread_create(&t, 0, v, 0); pthread_create(&u, 0, w, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&n);
  go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }`;
    expect(kinds(text('m'))).toEqual([]);
    expect(kinds(text('n'))).toEqual(['misuse']);
  });

  it.each<[how: string, globals: string, condition: string, first: string, second: string]>([
    [
      'members behind a pointer',
      'struct s { pthread_mutex_t m, n; pthread_cond_t c; } v, *q = &v;',
      'q->c',
      'q->m',
      'q->n',
    ],
    ['elements', 'pthread_mutex_t m[2]; pthread_cond_t c[2]; int one = 1;', 'c[one]', 'm[one]', 'm[one - 1]'],
    ['pointers', 'pthread_mutex_t m, n, *o = &m, *p = &n; pthread_cond_t c, *q = &c;', '*q', '*o', '*p'],
    ['one by name', 'pthread_mutex_t m, n, *p = &n; pthread_cond_t c;', 'c', 'm', '*p'],
  ])('with one mutex, or with two, reached as %s', (_, declared, condition, first, second) => {
    const thread = (name: string, mutex: string): string =>
      `void *${name}(void *a) { pthread_mutex_lock(&${mutex}); pthread_cond_wait(&${condition}, &${mutex}); pthread_mutex_unlock(&${mutex}); return a; }`;
    const text = (mutex: string): string => `${declared} ${thread('v1', first)} ${thread('v2', mutex)}
int main(void) { pthread_t t, u; pthread_create(&t, 0, v1, 0); pthread_create(&u, 0, v2, 0); pthread_join(t, 0); pthread_join(u, 0); }`;
    expect(kinds(text(first))).toEqual(['deadlock']);
    expect(kinds(text(second))).toEqual(['deadlock', 'misuse']);
  });

  it('with another mutex, when no thread waits any more', () => {
    const text = `${globals} ${waits('v', 'm')} ${waits('w', 'n')} int main(void) { pthread_t t;
  pthread_create(&t, 0, v, 0); pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); go = 0;
  pthread_create(&t, 0, w, 0); pthread_mutex_lock(&n); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&n); pthread_join(t, 0); }`;
    expect(kinds(text)).toEqual([]);
  });
});

describe('threads that are released twice', () => {
  const program = (globals: string, body: string): string =>
    `pthread_t t; void *w(void *a) { return a; } ${globals} int main(void) { pthread_t u; pthread_attr_t b; pthread_attr_init(&b); ${body} }`;
  const joins = 'void *v(void *a) { pthread_join(t, 0); return a; }';
  const detaches = 'void *v(void *a) { pthread_detach(t); return a; }';
  const itself = 'void *v(void *a) { pthread_detach(pthread_self()); return a; }';
  const detached = 'pthread_attr_setdetachstate(&b, PTHREAD_CREATE_DETACHED);';
  const both = 'pthread_create(&t, 0, w, 0); pthread_create(&u, 0, v, 0);';

  it.each([
    [program(joins, `${both} pthread_join(u, 0);`), []],
    [program(joins, `${both} pthread_join(t, 0); pthread_join(u, 0);`), ['misuse']],
    [program(detaches, `${both} pthread_join(t, 0); pthread_join(u, 0);`), ['misuse']],
    [program(detaches, `${both} pthread_join(u, 0); pthread_detach(t);`), ['misuse']],
    [program(itself, `${both} pthread_join(t, 0);`), []],
    [program(itself, `${both} pthread_join(u, 0);`), ['misuse']],
    [program('', `${detached} pthread_create(&t, &b, w, 0);`), []],
    [program('', `${detached} pthread_create(&t, &b, w, 0); pthread_join(t, 0);`), ['misuse']],
    [program('', `${detached} pthread_create(&t, &b, w, 0); pthread_detach(t);`), ['misuse']],
    [
      program(
        '',
        `${detached} pthread_create(&t, &b, w, 0); pthread_create(&u, 0, w, 0); pthread_join(u, 0);`,
      ),
      [],
    ],
    [program('', `pthread_attr_t d; ${detached} pthread_create(&t, &d, w, 0);`), ['uninitialised-read']],
    [
      program('int f(void *a) { return 0; }', 'thrd_create(&t, f, 0); thrd_detach(t); thrd_join(t, 0);'),
      ['misuse'],
    ],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
