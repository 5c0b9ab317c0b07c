// A destroyed lock is not freed memory: it may be written and copied, not used. This holds for any name of the struct
// in a preprocessed file.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { findings, parse, states } from '../run.js';

const headers = ['pthread', 'semaphore', 'stdlib', 'string', 'threads'].map(
  (name) => `#include <${name}.h>\n`,
);
const main = (body: string): string => `${headers.join('')}int x;\nint main(void) {\n${body}\n}\n`;

describe('a freed lock cannot be initialised', () => {
  it.each([
    ['pthread_mutex_t', 'pthread_mutex_init(v, 0)'],
    ['pthread_cond_t', 'pthread_cond_init(v, 0)'],
    ['pthread_rwlock_t', 'pthread_rwlock_init(v, 0)'],
    ['pthread_barrier_t', 'pthread_barrier_init(v, 0, 2)'],
    ['sem_t', 'sem_init(v, 0, 1)'],
    ['mtx_t', 'mtx_init(v, mtx_plain)'],
    ['mtx_t', 'mtx_init(v, mtx_recursive)'],
    ['cnd_t', 'cnd_init(v)'],
  ])('%s: %s', (type, init) => {
    const text = (between: string): string =>
      main(`${type} *v = malloc(sizeof *v); ${init}; ${between}\n${init};`);
    expect(findings(text('free(v);'))).toEqual([`use-after-free 9: store to *${type} after it was freed`]);
    expect(findings(text(''))).toEqual([]);
    expect(findings(text('free(v);').replace(/\n.*;\n}/, '\nmemset(v, 0, sizeof *v);\n}'))).toEqual([
      `use-after-free 9: store to *${type} after it was freed`,
    ]);
  });
});

it('a lock that its block has left is not initialised', () => {
  const text = `${headers.join('')}void *f(void) { static void *p; sem_t v; p = &v; return p; }
int main(void) {\nsem_init(f(), 0, 1);\n}\n`;
  expect(findings(text)).toEqual(['use-after-free 8: store to f.v after its block ended']);
});

it('a thread takes a lock while another destroys it', () => {
  const text = `${headers.join('')}sem_t v; int x; void *f(void *a) { sem_post(&v); return a; }
int main(void) { pthread_t t; sem_init(&v, 0, 0); pthread_create(&t, 0, f, 0); sem_destroy(&v);
memset(&v, 0, sizeof v); pthread_join(t, 0); sem_getvalue(&v, &x); }`;
  for (const model of ['sc', 'tso', 'pso'] as const) {
    expect(findings(text, model)).toEqual(['use-after-free 6: load from v after it was destroyed']);
    // the semaphore is another one when it was cleared
    expect(states(text, model)).toEqual(['x=0', 'x=1']);
  }
});

it('locks of preprocessed files', () => {
  const text = `# 1 "a.c"
typedef union { struct { int __lock; unsigned __count; int __owner; } __data; char __size[40]; long __align; } pthread_mutex_t;
typedef union { char __size[32]; long __align; } sem_t;
extern int pthread_mutex_destroy(pthread_mutex_t *), pthread_mutex_lock(pthread_mutex_t *);
extern int sem_init(sem_t *, int, unsigned), sem_destroy(sem_t *);
extern void *memset(void *, int, unsigned long);
pthread_mutex_t m; sem_t s; int x;
int main(void) { sem_init(&s, 0, 1); sem_destroy(&s); pthread_mutex_destroy(&m);
  memset(&s, 0, sizeof s); memset(&m, 0, sizeof m); pthread_mutex_lock(&m); x = 1; }\n`;
  const { findings: found, outcomes } = explore(parse(text), { model: 'sc', unroll: 8 });
  expect(found).toEqual([]);
  expect(outcomes).toEqual([[1]]);
});
