// Waits that give up, mutexes whose holder died, and the library's errors for wrong arguments.

import { describe, expect, it } from 'vitest';
import { findings } from '../run.js';

const headers = `#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <assert.h>
#include <errno.h>
#include <unistd.h>
`;

/** main runs `body` while another thread may run, or has run, `other`. */
const program = (globals: string, other: string, body: string): string =>
  `${headers}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_t t;
struct timespec until = { 1, 0 }, never = { 1, 1000000000 }; ${globals}
void *f(void *p) { ${other} return 0; } int main(void) { ${body} return 0; }`;

const start = 'pthread_create(&t, 0, f, 0);';
const join = 'pthread_join(t, 0);';

describe('a timed wait that no thread ends gives up, and is no deadlock', () => {
  it.each<[what: string, text: string]>([
    [
      'of a mutex that main holds',
      program(
        '',
        'assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT); assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &until) == ETIMEDOUT);',
        `pthread_mutex_lock(&m); ${start} ${join}`,
      ),
    ],
    [
      'of one that the thread itself holds',
      program(
        '',
        '',
        'pthread_mutex_lock(&m); assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT); assert(pthread_mutex_timedlock(&m, &never) == EINVAL);',
      ),
    ],
    [
      'of a rwlock',
      program(
        'pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;',
        'assert(pthread_rwlock_timedwrlock(&l, &until) == ETIMEDOUT); assert(pthread_rwlock_clockwrlock(&l, 0, &until) == ETIMEDOUT); assert(pthread_rwlock_timedrdlock(&l, &until) == 0);',
        `pthread_rwlock_rdlock(&l); ${start} ${join}`,
      ),
    ],
    [
      'of a semaphore',
      program(
        'sem_t s;',
        '',
        'sem_init(&s, 0, 0); assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT); assert(sem_clockwait(&s, 1, &never) == -1 && errno == EINVAL);',
      ),
    ],
    [
      'of a mutex of C11',
      program(
        'mtx_t n;',
        '',
        'mtx_init(&n, mtx_timed); mtx_lock(&n); assert(mtx_timedlock(&n, &until) == thrd_timedout);',
      ),
    ],
    [
      'of a condition',
      program(
        'int ready;',
        'pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);',
        `${start} pthread_mutex_lock(&m); while (!ready) if (pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT) break; pthread_mutex_unlock(&m); ${join}`,
      ),
    ],
    [
      'of an error-checking mutex, which says why',
      program(
        'pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;',
        '',
        'pthread_mutex_lock(&e); assert(pthread_mutex_timedlock(&e, &until) == EDEADLK); assert(pthread_mutex_trylock(&e) == EBUSY);',
      ),
    ],
  ])('%s', (_, text) => {
    expect(findings(text)).toEqual([]);
  });

  it('one that is signalled returns 0, and one that waits may get what it waits for', () => {
    const signalled = program(
      'int ready, told;',
      'pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);',
      `pthread_mutex_lock(&m); ${start} while (!ready) told = pthread_cond_timedwait(&c, &m, &until) == 0; assert(!told); pthread_mutex_unlock(&m); ${join}`,
    );
    expect(findings(signalled)).toEqual(['assertion 10: !told']);
    const taken = program(
      '',
      'assert(pthread_mutex_timedlock(&m, &until) != 0);',
      `pthread_mutex_lock(&m); ${start} pthread_mutex_unlock(&m); ${join}`,
    );
    expect(findings(taken)).toEqual(['assertion 10: pthread_mutex_timedlock(&m, &until) != 0']);
  });
});

describe('a robust mutex', () => {
  const robust = (other: string, body: string): string =>
    program(
      'pthread_mutexattr_t a; int went;',
      other,
      `pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a); ${body}`,
    );
  it.each<[what: string, text: string]>([
    [
      'tells who takes it that its holder died, and can be made consistent',
      robust(
        'assert(pthread_mutex_lock(&m) == 0);',
        `${start} ${join} assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(pthread_mutex_consistent(&m) == 0);
        assert(pthread_mutex_unlock(&m) == 0); assert(pthread_mutex_trylock(&m) == 0); assert(pthread_mutex_consistent(&m) == EINVAL);`,
      ),
    ],
    [
      'is lost if it is not',
      robust(
        'assert(pthread_mutex_lock(&m) == 0);',
        `${start} ${join} assert(pthread_mutex_trylock(&m) == EOWNERDEAD); pthread_mutex_unlock(&m); assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
        assert(pthread_mutex_timedlock(&m, &until) == ENOTRECOVERABLE);`,
      ),
    ],
    [
      'tells who waited for a condition',
      robust(
        'pthread_mutex_lock(&m); went = 1; pthread_cond_signal(&c);',
        `int e = 0; pthread_mutex_lock(&m); ${start} while (!went) e = pthread_cond_wait(&c, &m); assert(e == EOWNERDEAD);
        assert(pthread_mutex_consistent(&m) == 0); assert(pthread_mutex_unlock(&m) == 0); ${join} assert(pthread_mutex_lock(&m) == 0);`,
      ),
    ],
    [
      'is lost too if somebody waits with it first',
      robust(
        'pthread_mutex_lock(&m);',
        `${start} ${join} assert(pthread_mutex_lock(&m) == EOWNERDEAD); assert(pthread_cond_timedwait(&c, &m, &until) == ENOTRECOVERABLE);
        assert(pthread_mutex_unlock(&m) == EPERM);`,
      ),
    ],
    [
      'is taken again with as many as before behind a wait',
      robust(
        'pthread_mutex_lock(&m); went = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);',
        `pthread_mutex_lock(&m); ${start} for (int k = 0; k < 5; k++) assert(pthread_cond_timedwait(&c, &m, &until) != EINVAL);
        assert(pthread_mutex_unlock(&m) == 0); ${join}`,
      ),
    ],
    [
      'is like any other where it is given back',
      robust(
        'assert(pthread_mutex_lock(&m) == 0); assert(pthread_mutex_unlock(&m) == 0);',
        `${start} assert(pthread_mutex_lock(&m) == 0); pthread_mutex_unlock(&m); ${join}`,
      ),
    ],
  ])('%s', (_, text) => {
    expect(findings(text)).toEqual([]);
  });
});

describe("the library's errors", () => {
  it.each<[what: string, globals: string, body: string]>([
    [
      'wrong arguments have codes',
      'pthread_barrier_t b; sem_t s; pthread_attr_t a; int v;',
      `assert(pthread_barrier_init(&b, 0, 0) == EINVAL); assert(sem_init(&s, 0, 0x80000000u) == -1 && errno == EINVAL);
      pthread_attr_init(&a); assert(pthread_attr_setdetachstate(&a, 7) == EINVAL); assert(pthread_attr_setstacksize(&a, 1) == EINVAL);
      assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP); assert(pthread_attr_setscope(&a, 9) == EINVAL);
      assert(pthread_attr_setinheritsched(&a, 3) == EINVAL); assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == 0);
      assert(sysconf(_SC_PAGESIZE) == 4096); assert(pthread_mutex_clocklock(&m, 77, &until) == EINVAL);
      pthread_mutex_lock(&m); assert(pthread_cond_clockwait(&c, &m, 77, &until) == EINVAL); assert(pthread_cond_clockwait(&c, &m, 1, &until) != EINVAL);`,
    ],
    [
      'the kind of a mutex that nobody chose',
      'pthread_mutexattr_t a; int v;',
      'pthread_mutexattr_init(&a); assert(pthread_mutexattr_gettype(&a, &v) == 0 && v == PTHREAD_MUTEX_DEFAULT);',
    ],
  ])('%s', (_, globals, body) => {
    expect(findings(program(globals, '', body))).toEqual([]);
  });

  it('destructors of keys run again for values that they set', () => {
    const text = program(
      'pthread_key_t k; int n; void d(void *p) { n++; if (n < 3) pthread_setspecific(k, p); }',
      'pthread_setspecific(k, &n);',
      `pthread_key_create(&k, d); ${start} ${join} assert(n == 3);`,
    );
    expect(findings(text)).toEqual([]);
  });
});
