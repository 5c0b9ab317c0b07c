// Joins that do not wait or not for ever, joins that are given a null pointer for the result, and what the scheduler is asked: by both engines.

import { beforeAll, describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { atProcessEnd } from '../../../../src/program/processEnd.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { parse } from '../run.js';

let symbolic: SymbolicEngine;
beforeAll(async () => {
  symbolic = await SymbolicEngine.start();
});

/** Values of x and r in the end, and findings. */
function behaviour(body: string): string[] {
  const program = atProcessEnd(
    assumeSpinLoops(
      parse(`#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
int x, r;
void *w(void *p) { x = 1; return (void *)7; }
int main(void) { pthread_t t; void *v = 0; struct timespec s = {0, 0}; ${body} return 0; }`),
    ),
  );
  const options = { model: 'sc', unroll: 8 } as const;
  const [first, second] = [explore(program, options), symbolic.explore(program, options)].map(
    ({ outcomes, findings }) => [
      ...outcomes.map((values) => values.join()).sort(),
      ...findings.map(({ finding }) => `${finding.kind}: ${finding.message}`),
    ],
  );
  expect(second).toEqual(first);
  return first;
}

const create = 'pthread_create(&t, 0, w, 0);';

describe('joins', () => {
  it.each<[what: string, body: string, expected: string[]]>([
    [
      'pthread_tryjoin_np joins a thread that has ended',
      `${create} if (pthread_tryjoin_np(t, &v) == EBUSY) pthread_join(t, 0); r = (long)v;`,
      ['1,0', '1,7'],
    ],
    ['again and again', `${create} while (pthread_tryjoin_np(t, 0) == EBUSY) ; r = x;`, ['1,1']],
    [
      'one that was joined before',
      `${create} pthread_join(t, 0); pthread_tryjoin_np(t, 0);`,
      ['misuse: it joins a thread that was joined or detached before'],
    ],
    [
      'pthread_timedjoin_np gives up',
      `${create} r = pthread_timedjoin_np(t, 0, &s); if (r) pthread_join(t, 0);`,
      ['1,0', '1,110'],
    ],
    [
      'a time that is none',
      `${create} s.tv_nsec = -1; r = pthread_timedjoin_np(t, 0, &s); if (r) pthread_join(t, 0);`,
      ['1,0', '1,22'],
    ],
    [
      'pthread_clockjoin_np without a time',
      `${create} r = pthread_clockjoin_np(t, &v, CLOCK_REALTIME, 0) + (long)v;`,
      ['1,7'],
    ],
    ['a null pointer for the result', `void **p = x ? &v : 0; ${create} r = pthread_join(t, p);`, ['1,0']],
  ])('%s', (_, body, expected) => {
    expect(behaviour(body)).toEqual(expected);
  });
});

describe('scheduling', () => {
  const ask = 'int policy = 9; struct sched_param p; p.sched_priority = 9;';

  it.each<[what: string, body: string, expected: string[]]>([
    [
      'is the usual one',
      `${ask} r = pthread_getschedparam(pthread_self(), &policy, &p); x = policy + p.sched_priority + sched_getscheduler(0);`,
      ['0,0'],
    ],
    [
      'may not be changed by everybody',
      `${ask} p.sched_priority = 1; r = pthread_setschedparam(pthread_self(), SCHED_FIFO, &p);`,
      ['0,0', '0,1'],
    ],
    [
      'knows no such priority',
      `${ask} r = pthread_setschedparam(pthread_self(), SCHED_OTHER, &p);`,
      ['0,22'],
    ],
  ])('%s', (_, body, expected) => {
    expect(behaviour(body)).toEqual(expected);
  });
});
