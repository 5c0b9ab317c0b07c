// How strong library calls are on the middle: two threads store, call and load the other's variable. Final states must be those of the older
// reader, whose table of strengths is docs/strength.md.

import { describe, expect, it } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import { states } from '../run.js';
import { programOf, run } from './run.js';

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

/** Final states as `a=1 b=0 ...`, sorted. */
function statesOnMiddle(text: string, model: ModelName): string[] {
  const { observed } = programOf(text);
  const names = observed.map((o) => (o.kind === 'cell' ? o.location : o.register));
  return run(text, model)
    .outcomes.map((values) => values.map((value, i) => `${names[i]}=${value}`).join(' '))
    .sort();
}

const programs = calls.map(([name, declared, before, call, first]) => ({
  name,
  text: sourceOf(declared, before, call, first),
}));

describe('the strength of', () => {
  it.each(programs)('$name', ({ text }) => {
    for (const model of ['tso', 'pso'] as const)
      expect(statesOnMiddle(text, model)).toEqual(states(text, model));
  });
});
