// Recognising loops that look, wait for a condition and look again. pthreads.test.ts compares their translation with
// a reference.

import { describe, expect, it } from 'vitest';
import { checkUnits } from '../../../../src/frontend/c/check/index.js';
import { looksAgain, triesLocks } from '../../../../src/frontend/c/lower/control/waitingLoops.js';
import { Mistakes } from '../../../../src/frontend/c/mistakes.js';
import { parseTokens } from '../../../../src/frontend/c/parse/index.js';
import { preprocess } from '../../../../src/frontend/c/preprocessor/preprocess.js';
import type { LoopStatement, TypedStatement, Unit } from '../../../../src/frontend/c/typed.js';
import { findings } from '../run.js';

const unitOf = (statement: string): Unit => {
  const mistakes = new Mistakes();
  const text = `#include <pthread.h>
#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#define WAIT pthread_cond_wait(&c, &m)
pthread_mutex_t m;
pthread_cond_t c;
int ready, stop, n;
int *at;
atomic_int flag;
int (*look)(void);
static int is_ready(void) { int seen = ready; return seen; }
static int counts(void) { n++; return ready; }
static int endless(void) { return endless(); }
static void await(void) { WAIT; }
static void counting_wait(void) { n++; WAIT; }
static void wait_then_count(void) { WAIT; n++; }
static int returning_wait(void) { return WAIT; }
static int wait_and_return(void) { WAIT; return 1; }
static int recursing(void) { return recursing(); }
void __VERIFIER_assume(int);
static int failing(void) { return 0; }
int main(void) {
  int e = 0, i;
  long wide;
  va_list list;
  struct timespec until = { 0, 0 };
  ${statement}
  out: return e;
}`;
  const { tokens } = preprocess(text, 'a.c', { readFile: () => undefined });
  const unit = checkUnits([parseTokens(tokens, mistakes)], mistakes);
  mistakes.report();
  return unit;
};

function firstLoop(body: readonly TypedStatement[]): LoopStatement {
  for (const s of body) if (s.kind === 'loop') return s;
  throw new Error('no loop');
}

const looks = (statement: string): string =>
  looksAgain(firstLoop(unitOf(statement).functions.get('main')?.definition?.body ?? [])) ?? 'no';

describe('a loop that waits', () => {
  it.each([
    ['while (!ready) WAIT;'],
    ['while (!ready && !stop) { WAIT; }'],
    ['for (;;) { if (ready) break; WAIT; }'],
    ['for (;;) { if (stop) { n = 1; return 1; } WAIT; }'],
    ['while (!ready) { if (stop) { n = 1; break; } else if (n == 2) { at = 0; exit(1); } WAIT; }'],
    ['while (!ready) { if (!stop) n == 3; else { n++; pthread_exit(0); } WAIT; }'],
    ['while (!is_ready()) await();'],
    ['while (!ready) if (WAIT) return 1;'],
    ['while (!ready) if (returning_wait()) break;'],
    ['while (!ready) { int error = WAIT; if (error != 0) abort(); }'],
    ['while (!ready) { int error = WAIT; if (error) { n++; abort(); } }'],
    ['while (!ready) do { WAIT; } while (0);'],
    ['while (!ready) pthread_cond_timedwait(&c, &m, &until);'],
    ['while (!ready) { atomic_load(&flag); pthread_self(); WAIT; }'],
    ['while (!ready) { int seen; seen = n; if (seen == 3) seen++; WAIT; }'],
    ['while (!ready) { 0; WAIT; (void)0; printf("woken"); }'],
    [
      'while (!ready) { if (n) printf("waits"); __builtin_popcount(n); assert(n); __VERIFIER_assume(n); WAIT; }',
    ],
    ['while (!ready) { n ? exit(1) : abort(); WAIT; }'],
    ['while (!ready) wait_and_return();'],
    ['while (!ready) { int error = WAIT; if (error != 0) n++; }'],
    ['while (!ready) { long error = WAIT; if (error != 0) n++; }'],
  ])('looks before and after: %s', (statement) => expect(looks(statement)).toBe('before'));

  it.each([
    ['do WAIT; while (!ready);'],
    ['for (;;) { WAIT; if (ready) break; }'],
    ['while (!ready) { WAIT; if (stop) return 1; }'],
    ['while (!ready) e = WAIT;'],
    ['while (!ready) wide = WAIT;'],
    ['while (!ready) { e = WAIT; if (e) n++; }'],
    ['while (!ready) { e = WAIT; if (e) abort(); }'],
    ['while (!ready && e == 0) e = pthread_cond_timedwait(&c, &m, &until);'],
    ['while (!ready) { e = pthread_cond_timedwait(&c, &m, &until); if (e) break; }'],
    ['while (!ready) { int error = WAIT; if (error != 0 && n) abort(); }'],
    ['while (!ready) { int error = WAIT; if (error == 0) break; }'],
    ['while (!ready) { int error = WAIT; if (error != 1) break; }'],
    ['while (!ready) { int error = WAIT; if (error != 0) break; else if (stop) break; }'],
    ['while (!ready) { int error = WAIT; if (n) abort(); }'],
    ['while (!ready) { int error = pthread_cond_timedwait(&c, &m, &until); if (error != 0) abort(); }'],
    ['while (!ready) if (WAIT) return 1; else if (stop) return 1;'],
  ])('looks after its wait: %s', (statement) => expect(looks(statement)).toBe('after'));

  it.each([
    ['while (!ready) ;'],
    ['while (!ready) { WAIT; WAIT; }'],
    ['while (!ready) { if (stop) WAIT; WAIT; }'],
    ['while (!ready) { if (stop) WAIT; }'],
    ['while (!ready) { WAIT; failing() ? WAIT : 0; }'],
    ['while (!ready) { n++; WAIT; }'],
    ['while (!ready) { WAIT; n++; }'],
    ['while (!ready) { i++; WAIT; }'],
    ['while (!ready) { i = n; WAIT; }'],
    ['while (n++ < 3) WAIT;'],
    ['for (int k = 0; k < 3; k++) WAIT;'],
    ['while (!ready) { if (stop) n = 1; WAIT; }'],
    ['while (!ready) { if (stop) { n = 1; } else break; WAIT; }'],
    ['while (!ready) { if (stop) break; else n = 1; WAIT; }'],
    ['while (!ready) { int seen = n; WAIT; if (seen == n) break; }'],
    ['while (!ready) { static int seen; seen = n; WAIT; }'],
    ['while (!ready) { int seen; at = &seen; WAIT; }'],
    ['while (!ready) { int seen, *p = &seen; seen = 1; WAIT; }'],
    ['while (!ready) { *at = 1; WAIT; }'],
    ['while (!ready) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); WAIT; }'],
    ['while (!ready) { atomic_fetch_add(&flag, 1); WAIT; }'],
    ['while (!ready) n = WAIT;'],
    ['while (!ready) { e = n; WAIT; }'],
    ['while (!ready) { e = (WAIT, n); }'],
    ['while (!counts()) WAIT;'],
    ['while (!endless()) WAIT;'],
    ['while (!look()) WAIT;'],
    ['while (!ready) counting_wait();'],
    ['while (!ready) wait_then_count();'],
    ['while (!ready) { if (stop) goto out; WAIT; }'],
    ['while (!ready) { again: if (stop) return 1; WAIT; }'],
    ['while (!ready) if (WAIT) return 1; else n++;'],
    ['while (!ready) do { WAIT; } while (stop);'],
    ['while (!ready) { int error = WAIT; if ((error | counts()) != 0) break; }'],
    ['while (!ready) recursing();'],
    ['while (!ready) (atomic_fetch_add(&flag, 1), WAIT);'],
    ['while (va_arg(list, int)) WAIT;'],
  ])('does something else: %s', (statement) => expect(looks(statement)).toBe('no'));
});

describe('another thread sees that a mutex is held', () => {
  it.each([
    ['pthread_mutex_lock(&m);', false],
    ['if (stop) while (pthread_mutex_trylock(&m)) ;', true],
  ])('%s', (statement, tries) => {
    const unit = unitOf(statement);
    expect([triesLocks(unit), triesLocks(unit)]).toEqual([tries, tries]);
  });
});

describe('a wait in a loop that leaves something behind', () => {
  const waitsAtMost = (times: number): string => `#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, waits;
void *waiter(void *a) {
  pthread_mutex_lock(&m);
  while (!ready) { waits++; assert(waits <= ${times}); pthread_cond_wait(&c, &m); }
  pthread_mutex_unlock(&m); return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, waiter, 0); pthread_join(t, 0); }`;

  it.each([
    [8, 1],
    [16, 2],
    [24, 3],
  ])('returns without a signal as often as --unroll %i says: %i', (unroll, times) => {
    const failed = (waits: number): boolean =>
      findings(waitsAtMost(waits), 'sc', { unroll }).some((finding) => finding.startsWith('assertion'));
    expect([failed(times), failed(times + 1)]).toEqual([true, false]);
  });
});
