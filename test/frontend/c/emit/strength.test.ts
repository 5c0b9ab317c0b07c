// How strong library calls are: two threads store, call and load the other's variable. docs/strength.md is the table of strengths.

import { describe, it } from 'vitest';
import { expectAnswer } from './answers.js';

/** `first` stands in each thread before its store. */
const calls: readonly (readonly [
  name: string,
  declared: string,
  before: string,
  call: string,
  first?: string,
])[] = [
  ['nothing', '', '', ''],
  ['a trylock that fails', 'pthread_mutex_t m;', 'pthread_mutex_lock(&m);', 'pthread_mutex_trylock(&m);'],
  ['a trylock that succeeds', 'pthread_mutex_t m, n;', '', 'pthread_mutex_trylock(I ? &m : &n);'],
  [
    'a spin lock that is taken',
    'pthread_spinlock_t l;',
    'pthread_spin_lock(&l);',
    'pthread_spin_trylock(&l);',
  ],
  ['a semaphore of 0', 'sem_t s;', '', 'sem_trywait(&s);'],
  ['a post', 'sem_t s;', '', 'sem_post(&s);'],
  [
    'a lock that is written',
    'pthread_rwlock_t l;',
    'pthread_rwlock_wrlock(&l);',
    'pthread_rwlock_tryrdlock(&l);',
  ],
  ['a signal without a waiter', 'pthread_cond_t c;', '', 'pthread_cond_signal(&c);'],
  [
    'what is done already',
    'pthread_once_t o; void f(void) {}',
    'pthread_once(&o, f);',
    'pthread_once(&o, f);',
  ],
  ['a block that is freed', '', '', 'free(malloc(1));'],
  [
    'a spin lock that is given back',
    'pthread_spinlock_t m, n;',
    '',
    'pthread_spin_unlock(I ? &m : &n);',
    'pthread_spin_lock(I ? &m : &n);',
  ],
  [
    'a mutex that is given back',
    'pthread_mutex_t m, n;',
    '',
    'pthread_mutex_unlock(I ? &m : &n);',
    'pthread_mutex_lock(I ? &m : &n);',
  ],
];

const sourceOf = (declared: string, before: string, call: string, first = ''): string => `
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
${declared}
volatile int x, y; int a, b;
void *p(void *q) { enum { I = 0 }; ${first} x = 1; ${call} a = y; return q; }
void *r(void *q) { enum { I = 1 }; ${first} y = 1; ${call} b = x; return q; }
int main(void) { pthread_t s, t; ${before} pthread_create(&s, 0, p, 0); pthread_create(&t, 0, r, 0); return 0; }`;

const programs = calls.map(([name, declared, before, call, first]) => ({
  name,
  text: sourceOf(declared, before, call, first),
}));

describe('the strength of', () => {
  it.each(programs)('$name', ({ text }) => {
    for (const model of ['tso', 'pso'] as const) expectAnswer(text, model);
  });
});
