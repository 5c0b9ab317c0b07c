// The ends of variables on the middle, and values that are not there: results, times of timed waits.

import { describe, expect, it } from 'vitest';
import { findingsIn } from '../run.js';
import { run } from './run.js';

const threads = '#include <pthread.h>\n#include <time.h>\n#include <threads.h>\nint y; pthread_t t;\n';
const found = (text: string, model: 'sc' | 'tso' = 'sc'): string[] => findingsIn(run(threads + text, model));

describe('locals', () => {
  const reader = 'void *f(void *p) { y = *(int *)p; return 0; }';

  it('of main live as long as the process', () => {
    const text = `${reader} int main(void) { int x = 5; pthread_create(&t, 0, f, &x); return 0; }`;
    expect(found(text, 'tso')).toEqual([]);
  });

  it('of other functions end under the eyes of another thread', () => {
    const text = `${reader} void start(void) { int x = 5; pthread_create(&t, 0, f, &x); }
int main(void) { start(); pthread_join(t, 0); }`;
    expect(found(text, 'tso')).toEqual(['use-after-free 5: load from start.x after its block ended']);
  });
});

describe('the time of a wait that gives up is read', () => {
  const waits = [
    'pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_timedlock(&m, &z);',
    'mtx_t m; mtx_init(&m, mtx_timed); mtx_lock(&m); mtx_timedlock(&m, &z);',
    'pthread_create(&t, 0, f, 0); pthread_timedjoin_np(t, 0, &z);',
  ];

  it.each(waits)('%s', (wait) => {
    const text = `void *f(void *p) { return p; } int main(void) { struct timespec z; z.tv_sec = 1; ${wait} }`;
    expect(found(text).map((finding) => finding.split(' ')[0])).toContain('uninitialised-read');
    expect(found(text.replace('z; z.tv_sec = 1;', 'z = { 1, 2 };'))).toEqual([]);
  });
});

it('a result that nothing gives may be passed on, and be that of a thread', () => {
  const text = `void *w(void *q) { y = 1; } int g(void) {} int h(void) { return g(); }
int main(void) { void *v; pthread_create(&t, 0, w, 0); pthread_join(t, 0); pthread_create(&t, 0, w, 0); pthread_join(t, &v); h(); }`;
  expect(found(text)).toEqual([]);
});
