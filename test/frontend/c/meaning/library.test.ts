// The library written in C: the effects of its functions, and how their misuse is found.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, findings, run, states } from '../run.js';

const headers = `#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
`;

/** Two threads that run `body`, with `i` 0 and 1, between `before` and `after` of main. */
const two = (globals: string, before: string, body: string, after = ''): string =>
  `${headers}${globals} void *f(void *p) { long i = (long)p; ${body} return 0; } int main(void) { pthread_t t[2]; ${before}
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); ${after} return 0; }`;

const main = (globals: string, body: string): string =>
  `${headers}${globals} int main(void) { ${body} return 0; }`;

describe('holds', () => {
  it.each<[what: string, text: string]>([
    [
      'a barrier keeps rounds apart, and one thread is the serial one',
      two(
        'pthread_barrier_t b; int x[2], serial;',
        'pthread_barrier_init(&b, 0, 2);',
        'for (int r = 1; r < 3; r++) { x[i] = r; if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) __sync_fetch_and_add(&serial, 1); assert(x[1 - i] == r); pthread_barrier_wait(&b); }',
        'assert(serial == 2); pthread_barrier_destroy(&b);',
      ),
    ],
    [
      'the serial thread may destroy a barrier that others are leaving',
      two(
        'pthread_barrier_t b;',
        'pthread_barrier_init(&b, 0, 2);',
        'if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&b);',
      ),
    ],
    [
      'a semaphore of 1 excludes',
      two(
        'sem_t s; int x;',
        'sem_init(&s, 0, 1);',
        'sem_wait(&s); x++; sem_post(&s);',
        'int v; sem_getvalue(&s, &v); assert(x == 2 && v == 1); sem_destroy(&s);',
      ),
    ],
    [
      'sem_trywait says EAGAIN',
      main(
        'sem_t s;',
        'sem_init(&s, 0, 1); assert(sem_trywait(&s) == 0); assert(sem_trywait(&s) == -1 && errno == EAGAIN);',
      ),
    ],
    [
      'writers exclude, readers do not',
      two(
        'pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;',
        '',
        'pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); pthread_rwlock_rdlock(&l); assert(x >= 1); pthread_rwlock_unlock(&l);',
        'assert(x == 2); pthread_rwlock_destroy(&l);',
      ),
    ],
    [
      'two may read at once',
      main(
        'pthread_rwlock_t l;',
        'pthread_rwlock_init(&l, 0); pthread_rwlock_rdlock(&l); assert(pthread_rwlock_tryrdlock(&l) == 0); assert(pthread_rwlock_trywrlock(&l) == EBUSY); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); assert(pthread_rwlock_trywrlock(&l) == 0); assert(pthread_rwlock_tryrdlock(&l) == EBUSY);',
      ),
    ],
    [
      'once is once, and done for all',
      two(
        'pthread_once_t o = PTHREAD_ONCE_INIT; int n; void init(void) { n++; }',
        '',
        'pthread_once(&o, init); assert(n == 1);',
      ),
    ],
    [
      'call_once',
      two(
        'once_flag o = ONCE_FLAG_INIT; int n; void init(void) { n++; }',
        '',
        'call_once(&o, init); assert(n == 1);',
      ),
    ],
    [
      'a recursive mutex',
      two(
        'pthread_mutex_t m; int x;',
        'pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);',
        'pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m);',
        'assert(x == 4); pthread_mutex_destroy(&m);',
      ),
    ],
    [
      'mtx_recursive',
      main(
        'mtx_t m;',
        'mtx_init(&m, mtx_plain | mtx_recursive); assert(mtx_lock(&m) == thrd_success); assert(mtx_trylock(&m) == thrd_success); mtx_unlock(&m); mtx_unlock(&m); mtx_destroy(&m);',
      ),
    ],
    [
      'an error-checking mutex says what is wrong',
      `${headers}pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; void *f(void *a) { assert(pthread_mutex_unlock(&m) == EPERM); return 0; }
      int main(void) { pthread_t t; pthread_mutex_lock(&m); assert(pthread_mutex_lock(&m) == EDEADLK); pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(pthread_mutex_unlock(&m) == 0); }`,
    ],
    [
      'there are more than eight keys',
      main(
        'pthread_key_t k[12];',
        'for (int i = 0; i < 12; i++) assert(pthread_key_create(&k[i], 0) == 0); pthread_setspecific(k[11], k); pthread_setspecific(k[0], 0); assert(pthread_getspecific(k[11]) == k && pthread_getspecific(k[10]) == 0);',
      ),
    ],
    [
      'keys hold values of each thread, and are destroyed with it',
      two(
        'pthread_key_t k; int gone; void end(void *p) { __sync_fetch_and_add(&gone, (int)(long)p); }',
        'pthread_key_create(&k, end);',
        'assert(pthread_getspecific(k) == 0); pthread_setspecific(k, (void *)(i + 1)); assert((long)pthread_getspecific(k) == i + 1);',
        'assert(gone == 3); pthread_key_delete(k);',
      ),
    ],
    [
      'cleanup handlers run at pthread_exit and at pop',
      `${headers}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; void undo(void *p) { pthread_mutex_unlock(p); }
      void *f(void *a) { pthread_mutex_lock(&m); pthread_cleanup_push(undo, &m); x++; if (a) pthread_exit((void *)7); pthread_cleanup_pop(1); return 0; }
      int main(void) { pthread_t s, t; void *r; pthread_create(&s, 0, f, &m); pthread_create(&t, 0, f, 0); pthread_join(s, &r); pthread_join(t, 0); assert(x == 2 && r == (void *)7); }`,
    ],
    [
      'a timed lock of a free mutex succeeds',
      main(
        'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct timespec t;',
        'assert(pthread_mutex_timedlock(&m, &t) == 0); pthread_mutex_unlock(&m);',
      ),
    ],
    [
      'characters',
      main(
        'char b[8];',
        'strcpy(b, "ab"); strcat(b, "cd"); assert(strlen(b) == 4 && strcmp(b, "abcd") == 0 && strncmp(b, "abx", 2) == 0 && strcmp(b, "abce") < 0); char *p = strdup(strchr(b, 99)); assert(p[0] == 99 && strlen(p) == 2); free(p); assert(atoi(" -42x") == -42 && abs(-3) == 3 && labs(5) == 5);',
      ),
    ],
  ])('%s', (_, text) => {
    for (const model of ['sc', 'pso'] as const) {
      expect(findings(text, model)).toEqual([]);
      expect(states(text, model)).not.toEqual([]);
    }
  });
});

describe('misuse is found', () => {
  it.each<[text: string, finding: string]>([
    [
      main('pthread_mutex_t m;', 'pthread_mutex_lock(&m); pthread_mutex_destroy(&m);'),
      'misuse 9: pthread_mutex_destroy of a lock that is held',
    ],
    [
      main('pthread_mutex_t m;', 'pthread_mutex_destroy(&m); pthread_mutex_destroy(&m);'),
      'use-after-free 9: load from m after it was destroyed',
    ],
    [
      main('sem_t s;', 'sem_init(&s, 0, 1); sem_destroy(&s); sem_wait(&s);'),
      'use-after-free 9: load from s after it was destroyed',
    ],
    [main('', 'sem_t s; sem_wait(&s);'), 'uninitialised-read 9: load from main.s, which was never written'],
    [
      main(
        'pthread_mutex_t m;',
        'pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);',
      ),
      'unlock-of-free-lock 9: unlock of m, which is not locked',
    ],
    [
      main('pthread_rwlock_t l;', 'pthread_rwlock_unlock(&l);'),
      'misuse 9: pthread_rwlock_unlock of a lock that nobody holds',
    ],
    [
      main('pthread_barrier_t b;', 'pthread_barrier_wait(&b);'),
      'misuse 9: pthread_barrier_wait at a barrier that is not initialised',
    ],
    [
      main(
        'pthread_barrier_t b;',
        'pthread_barrier_init(&b, 0, 1); pthread_barrier_destroy(&b); pthread_barrier_wait(&b);',
      ),
      'use-after-free 9: load from b.__count after it was destroyed',
    ],
    [
      main('pthread_mutex_t m;', 'pthread_mutex_lock(&m); pthread_mutex_lock(&m);'),
      'deadlock 9: main waits for m',
    ],
    [main('sem_t s;', 'sem_init(&s, 0, 0); sem_wait(&s);'), 'deadlock 9: main waits for s'],
  ])('%s', (text, finding) => {
    expect(findings(text)).toEqual([finding]);
  });

  it('in a block of a struct that has only the name of a typedef', () => {
    const text = `${headers}typedef struct { int v; } item;
int main(void) { item *p = malloc(sizeof *p); p->v = 1; free(p); p->v = 2; }`;
    expect(findings(text)).toEqual(['use-after-free 10: store to item->v after it was freed']);
  });

  it('of a mutex that another thread has locked', () => {
    const text = `${headers}pthread_mutex_t m; void *f(void *a) { pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`;
    expect(findings(text)).toEqual(['unlock-by-another 9: unlock of m, which another thread has locked']);
  });

  it.each([
    [
      'pthread_rwlock_unlock(&l);',
      ['misuse 9: pthread_rwlock_unlock of a lock that only other threads hold'],
    ],
    [
      'pthread_rwlock_rdlock(&k); pthread_rwlock_unlock(&l);',
      ['misuse 9: pthread_rwlock_unlock of a lock that only other threads hold'],
    ],
    ['pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l);', []],
    [
      'pthread_rwlock_tryrdlock(&l); pthread_rwlock_rdlock(&k); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&k);',
      [],
    ],
  ])('of a rwlock that another thread holds for reading: %s', (body, expected) => {
    const text = `${headers}pthread_rwlock_t l, k; void *f(void *a) { ${body} return 0; }
int main(void) { pthread_t t; pthread_rwlock_rdlock(&l); pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_rwlock_unlock(&l); }`;
    expect(findings(text)).toEqual(expected);
  });

  it.each([
    [
      'pthread_cond_destroy(&c);',
      '',
      [
        'misuse 10: pthread_cond_destroy of a condition that a thread waits for',
        'use-after-free 10: load from c after it was destroyed',
        'use-after-free 9: load from c after it was destroyed',
      ],
    ],
    ['pthread_cond_destroy(&d);', 'pthread_cond_destroy(&c);', []],
  ])('of a condition: %s before a signal, %s after it', (before, after, expected) => {
    const text = `${headers}pthread_mutex_t m; pthread_cond_t c, d; int s; void *f(void *a) { pthread_mutex_lock(&m); while (s == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ${before} pthread_mutex_lock(&m); s = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); ${after} pthread_join(t, 0); }`;
    expect(findings(text)).toEqual(expected);
  });

  it.each([
    ['pthread_cond_signal(&p->c); pthread_mutex_unlock(&p->m);', []],
    [
      'pthread_mutex_unlock(&p->m); pthread_cond_signal(&p->c);',
      ['use-after-free 10: load from p->c after it was freed'],
    ],
  ])('of a condition that the woken thread frees: %s', (wakes, expected) => {
    const text = `${headers}struct p { pthread_mutex_t m; pthread_cond_t c; int s; };
void *f(void *a) { struct p *p = a; pthread_mutex_lock(&p->m); p->s = 1; ${wakes} return 0; }
int main(void) { pthread_t t; struct p *p = malloc(sizeof *p); pthread_mutex_init(&p->m, 0); pthread_cond_init(&p->c, 0); p->s = 0; pthread_create(&t, 0, f, p);
pthread_mutex_lock(&p->m); while (p->s == 0) pthread_cond_wait(&p->c, &p->m); pthread_mutex_unlock(&p->m); pthread_cond_destroy(&p->c); pthread_mutex_destroy(&p->m); free(p); pthread_join(t, 0); }`;
    expect(findings(text)).toEqual(expected);
  });

  it.each([
    ['malloc(2000000)', ['out-of-memory']],
    ['malloc(1ul << 32)', ['out-of-memory']],
    ['malloc(1ul << 46)', ['out-of-memory']],
    // no process has so much: NULL
    ['malloc(1ul << 47)', ['invalid-address']],
    ['malloc(-1)', ['invalid-address']],
    ['calloc(1ul << 33, 1ul << 31)', ['invalid-address']],
    // nothing writes n
    ['malloc(n << 32)', ['out-of-memory']],
    // a size that wraps around is no small block
    ['calloc(n << 32, n << 32)', ['invalid-address']],
    ['calloc(n << 62, 4)', ['invalid-address']],
    ['calloc(n << 63, 2)', ['invalid-address']],
    ['calloc(4, n << 62)', ['invalid-address']],
    ['calloc(1ul << 40, (int)n << 24)', ['invalid-address']],
    // of a size that is not known it is a bound
    ['malloc(++n << 32)', []],
  ])('%s has no room', (call, found) => {
    const text = `${headers}unsigned long n = 1; int main(void) { char *p = ${call}; p[0] = 1; }`;
    expect(findings(text).map((finding) => finding.split(' ')[0])).toEqual(found);
    expect(run(text).cutLoops.length).toBe(found.length === 0 ? 1 : 0);
  });

  it('is there for one large block of many threads', () => {
    const text = `${headers}void *f(void *a) { return malloc(8); } int main(void) { pthread_t t[8]; char *p = malloc(90000); for (int i = 0; i < 8; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 8; i++) pthread_join(t[i], 0); p[89999] = 1; p[90000] = 1; }`;
    expect(findings(text)).toEqual([
      'invalid-address 9: store of char[90000], past the end of char, a block of 90000 elements',
    ]);
  });

  it('is there for a block of each allocation', () => {
    const text = `${headers}char *a(void) { return malloc(8192); } int main(void) { char *p[6] = {a(), a(), a(), a(), a(), a()}; p[5][8191] = 1; p[5][8192] = 1; }`;
    expect(findings(text)).toEqual([
      'invalid-address 9: store of char#6[8192], past the end of char#6, a block of 8192 elements',
    ]);
  });

  it('is not beyond what blocks of known size need', () => {
    const text = `${headers}int main(void) { char *p = malloc(40000), *q = malloc(40000); p[39999] = 1; q[40000] = 1; }`;
    expect(findings(text)).toEqual([
      'invalid-address 9: store of char#2[40000], past the end of char#2, a block of 40000 elements',
    ]);
  });

  const waiting = (wait: string): string => `${headers}pthread_mutex_t m; pthread_cond_t c; int ready, stop;
void *f(void *a) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int again(void) { pthread_cond_wait(&c, &m); return 0; }
void wait_for_it(void) { pthread_cond_wait(&c, &m); }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); ${wait} assert(ready); pthread_mutex_unlock(&m); pthread_join(t, 0); }`;

  it.each([
    'if (!ready) pthread_cond_wait(&c, &m);',
    'for (int i = 0; i < 1; i++) if (!ready) pthread_cond_wait(&c, &m);',
    'do if (!ready) pthread_cond_wait(&c, &m); while (0);',
    'while (!ready) { pthread_cond_wait(&c, &m); break; }',
    'while (!ready) { pthread_cond_wait(&c, &m); assert(ready); }',
    'if (!ready) wait_for_it();',
  ])('a wait may return without a signal: %s', (wait) => {
    const found = findings(waiting(wait));
    expect(new Set(found)).toEqual(new Set(['assertion 13: ready']));
    expect(findings(waiting(wait), 'sc', { defines: ['DIPTYCH_NO_SPURIOUS_WAKEUPS'] })).toEqual([]);
  });

  it.each([
    'if (pthread_cond_timedwait(&c, &m, &z) == 0) assert(ready);',
    'if (pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &z) == 0) assert(ready);',
    'if (cnd_timedwait((cnd_t *)&c, (mtx_t *)&m, &z) == thrd_success) assert(ready);',
    'if (pthread_cond_clockwait(&c, &m, 7, &z) != EINVAL) abort();',
  ])('a timed wait may do so too: %s', (wait) => {
    const text = `${headers}pthread_mutex_t m; pthread_cond_t c; int ready; struct timespec z;
void *f(void *a) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); ${wait} pthread_mutex_unlock(&m); pthread_join(t, 0); }`;
    expect(new Set(findings(text))).toEqual(new Set(wait.includes('assert') ? ['assertion 11: ready'] : []));
    expect(findings(text, 'sc', { defines: ['DIPTYCH_NO_SPURIOUS_WAKEUPS'] })).toEqual([]);
  });

  it.each(['', 'pthread_cancel(t);'])(
    'a pause looks at its time, although nobody asks about it: %s',
    (cancels) => {
      const text = `${headers}void *f(void *a) { struct timespec z; nanosleep(&z, 0); return a; }
int main(void) { pthread_t t; struct timespec z; pthread_create(&t, 0, f, 0); thrd_sleep(&z, 0); clock_nanosleep(0, 0, &z, 0); ${cancels} pthread_join(t, 0); }`;
      const kinds = new Set(findings(text).map((finding) => finding.split(' ')[0]));
      expect(kinds).toEqual(new Set(['uninitialised-read']));
    },
  );

  it('attributes of new threads do not affect main, and nothing at all if they inherit', () => {
    const text = (inherit: string): string => `${headers}#include <unistd.h>
int p, q; void *f(void *a) { struct sched_param s; pthread_getschedparam(pthread_self(), &p, &s); q = sched_getscheduler(getpid()); return 0; }
int main(void) { pthread_t t; pthread_attr_t a; struct sched_param s; int k; pthread_attr_init(&a); pthread_attr_setschedpolicy(&a, SCHED_OTHER); ${inherit}
  sched_getparam(getpid(), &s); assert(s.sched_priority == 0 && pthread_attr_setschedparam(&a, &s) == 0 && sched_getscheduler(0) == SCHED_OTHER);
  pthread_getschedparam(pthread_self(), &k, &s); assert(k == SCHED_OTHER); pthread_create(&t, &a, f, 0); pthread_join(t, 0); }`;
    const explicit = 'pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);';
    expect([...findings(text('')), ...findings(text(explicit))]).toEqual([]);
    expect(states(text(''))).toEqual(['p=0 q=0']);
    expect(states(text(explicit))).toEqual(['p=0 q=0', 'p=1 q=0', 'p=2 q=0']);
    expect(findings(text('pthread_setschedprio(pthread_self(), 3);'))).toHaveLength(2);
  });

  it('the clock of a thread is there until the thread has ended', () => {
    const text = `${headers}int last, once; void *f(void *a) { return a; }
int main(void) { pthread_t t; clockid_t k; pthread_create(&t, 0, f, 0); once = pthread_getcpuclockid(t, &k);
  while (!(last = pthread_getcpuclockid(t, &k))) sched_yield(); pthread_join(t, 0); assert(!pthread_getcpuclockid(pthread_self(), &k)); }`;
    expect(findings(text)).toEqual([]);
    expect(states(text)).toEqual(['last=3 once=0', 'last=3 once=3']);
  });

  it.each([
    'while (!ready) pthread_cond_wait(&c, &m);',
    'for (;;) { if (ready) break; pthread_cond_wait(&c, &m); }',
    'while (!ready) do { int e = pthread_cond_wait(&c, &m); if (e != 0) { printf("no"); abort(); } } while (0);',
    'while (!ready) wait_for_it();',
    'while (!ready) { if (again()) break; }',
    'while (!ready) { if (pthread_cond_wait(&c, &m) != 0) exit(1); }',
    'if (!ready) do pthread_cond_wait(&c, &m); while (!ready);',
    'while (!ready) { pthread_cond_wait(&c, &m); if (stop) { pthread_mutex_unlock(&m); return 1; } }',
    'again: if (!ready) { pthread_cond_wait(&c, &m); goto again; }',
    // nothing writes stop
    'while (!ready) { int before = stop; pthread_cond_wait(&c, &m); if (before != stop) return 1; }',
    'while (!ready) { struct timespec t = { 1, 2 }; int e = pthread_cond_timedwait(&c, &m, &t); if (e == ETIMEDOUT) return 1; }',
  ])('who looks again is not deceived: %s', (wait) => {
    const { findings: found, cutLoops } = run(waiting(wait));
    expect([found, cutLoops]).toEqual([[], []]);
  });

  it.each([
    'int rounds = 0; while (!ready) { rounds++; pthread_cond_wait(&c, &m); }',
    'while (!ready) { stop++; pthread_cond_wait(&c, &m); stop--; }',
  ])('a wait that may return too early ever again is cut, and the answer says so: %s', (wait) => {
    const { findings: found, cutLoops } = run(waiting(wait));
    expect([found, cutLoops.length]).toEqual([[], 1]);
  });

  it.each([
    'for (int i = 0; i < 2; i++) if (!ready) { pthread_cond_wait(&c, &m); stop += !ready; } ready = 1;',
    'for (int i = 0; i < 2; i++) { again(); stop += !ready; } ready = 1;',
  ])('a wait may return without a signal twice: %s', (wait) => {
    const { findings: found, cutLoops } = run(waiting(`${wait} assert(stop < 2);`));
    expect([found.some(({ finding }) => finding.message === 'stop < 2'), cutLoops]).toEqual([true, []]);
  });

  it('a waiter may see the effect of its earlier store before it is signalled', () => {
    const text = (
      before: string,
    ): string => `${headers}pthread_mutex_t m; pthread_cond_t c; int asked, ready, more;
void *f(void *a) { pthread_mutex_lock(&m); if (asked) ready = 1; pthread_mutex_unlock(&m);
pthread_mutex_lock(&m); more = 1; ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); ${before} while (!ready) pthread_cond_wait(&c, &m);
assert(more); pthread_mutex_unlock(&m); pthread_join(t, 0); }`;
    expect(findings(text('asked = 1;'))).toEqual(['assertion 13: more']);
    expect(findings(text(''))).toEqual([]);
  });

  it('a function that calls itself is no wait', () => {
    expect(findings(main('int x; void f(void) { f(); }', 'while (x) f();'))).toEqual([]);
  });

  it('a thread that relies on a wakeup without a signal waits forever', () => {
    const text = `${headers}pthread_mutex_t m; pthread_cond_t c; int ready;
void *f(void *a) { pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_join(t, 0); }`;
    expect(run(text).findings.map(({ finding }) => finding.kind)).toEqual(['deadlock']);
  });

  it('a barrier that too few come to is a deadlock', () => {
    const text = two('pthread_barrier_t b;', 'pthread_barrier_init(&b, 0, 3);', 'pthread_barrier_wait(&b);');
    expect(run(text).findings.map(({ finding }) => finding.kind)).toEqual(['deadlock']);
  });
});

it('input is any number, or the end', () => {
  const read = (more: string): string[] =>
    findings(
      main('int x = 5; unsigned char b;', `int y = 7, n = scanf("%d %hhu %d", &x, &b, &y); ${more}`),
      'sc',
      { observe: [] },
    );
  expect(read('assert(n > 0 || (x == 5 && y == 7)); assert(n > 1 || b == 0); assert(n < 4);')).toEqual([]);
  for (const possible of ['n == -1', 'x == 77', 'b == 200', 'n == 3 && y == -3', "getchar() == 'a'"])
    expect(read(`assert(!(${possible}));`)).toHaveLength(1);
});

describe('other checkers', () => {
  it.each([
    'int x = nondet_int(); __ESBMC_assume(x > 3); __ESBMC_assert(x != 3, "no");',
    'unsigned char x = __VERIFIER_nondet_uchar(); __CPROVER_assume(x < 4); __CPROVER_assert(x <= 3, "few");',
    '__CPROVER_atomic_begin(); __CPROVER_atomic_end(); __VERIFIER_loop_begin(); __VERIFIER_spin_start(); __VERIFIER_spin_end(1);',
  ])('%s', (body) => {
    expect(findings(main('', body))).toEqual([]);
  });

  it('refuses by name what it does not know', () => {
    for (const call of ['fork()', 'scanf("%ms", &errno)', 'mkfifo(0, 1)'])
      expect(diagnosticOf(main('', `${call};`)).code).toBe('c-unsupported');
  });
});
