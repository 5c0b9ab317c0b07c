// Which functions a call through a member of a struct reaches.

import { describe, expect, it } from 'vitest';
import { findings, parse, run, states } from '../run.js';

const pool = (main: string): string => `#include <pthread.h>
#include <stdlib.h>
struct pool { int (*get)(struct pool *); int (*grow)(struct pool *); int (*spare)(struct pool *); int n; };
struct view { int (*first)(struct pool *); };
static void *work(void *p) { struct pool *q = p; q->get(q); return 0; }
static int get(struct pool *q) { return q->n; }
static int twice(struct pool *q) { return 2 * q->n; }
static int grow(struct pool *q) {
  pthread_t t;
  q->n++;
  pthread_create(&t, 0, work, q);
  pthread_join(t, 0);
  return q->n;
}
int x;
int main(void) {
  struct pool *q = malloc(sizeof *q);
  q->n = 0;
  q->get = get;
  q->grow = grow;
  q->spare = twice;
  x = q->grow(q);
  ${main}
}`;

describe('a call through a member', () => {
  it('reaches what is stored there alone', () => {
    // `get` in `work` is not `grow`, which would create a thread that calls it in turn
    const text = pool('x += 10 * q->get(q);');
    expect(parse(text).threads.map(({ name }) => name)).toEqual(['main', 'work']);
    expect(states(text)).toEqual(['x=11']);
  });

  it.each([
    ['the pointer is copied', 'int (*f)(struct pool *) = q->spare; x = f(q);'],
    ['the address of the member is taken', 'int (**f)(struct pool *) = &q->get; *f = twice; x = q->get(q);'],
    ['one member is given what is in another', 'q->get = q->spare; x = q->get(q);'],
    ['it is chosen', 'q->get = q->n ? twice : get; x = q->get(q);'],
    ['the struct is copied', 'struct pool other = *q; x = other.spare(q);'],
    ['it is initialised', 'struct pool other = { twice }; x = other.get(q);'],
    ['it is stored atomically', '__atomic_store_n(&q->get, twice, 5); x = q->get(q);'],
  ])('reaches others where %s', (_, main) => {
    const { cutLoops, outcomes, complete } = run(pool(main), 'sc', { unroll: 2 });
    expect({ outcomes, cutLoops, complete }).toEqual({ outcomes: [[2]], cutLoops: [], complete: true });
  });

  it('reaches what came by way of another type', () => {
    const { cutLoops, outcomes, findings: found } = run(pool('x = ((struct view *)q)->first(q);'));
    expect([found, cutLoops, outcomes]).toEqual([[], [], [[1]]]);
  });

  it('that holds no function is a mistake of the program', () => {
    const text = pool('q->get = (int (*)(struct pool *))5; q->get(q);');
    expect(findings(text)).toEqual([expect.stringMatching(/^invalid-address 23: call of/)]);
  });

  const table = (main: string): string => `#include <pthread.h>
typedef struct { int n; } pool;
typedef struct { void (*start)(pool *); int (*get)(pool *); int (*grow)(pool *); } table;
static pool p;
static const table *current(void);
static void *work(void *q) { if (current()->get) p.n = current()->get(q); return 0; }
static int get(pool *q) { return q->n + 1; }
static int grow(pool *q) { pthread_t t; pthread_create(&t, 0, work, q); pthread_join(t, 0); return q->n; }
static void start(pool *q) { q->n = current()->grow(q); }
${main}`;
  const finishes =
    'static const table *current(void) { return &all; }\nint x; int main(void) { current()->start(&p); x = p.n; }';

  it.each([
    ['the initial value of a global', 'static table all = { start, get, grow };'],
    [
      'an element of an array',
      'static table more[2] = { { 0 }, { start, get, grow } };\n#define all more[1]',
    ],
    [
      'a struct in a struct',
      'static struct { int k; table t; } outer = { 1, { start, get, grow } };\n#define all outer.t',
    ],
    ['designators', 'static table all = { .grow = grow, .get = get, .start = start };'],
  ])('reaches what is there from the start: %s', (_, declared) => {
    const text = table(`${declared}\n${finishes}`);
    expect(parse(text).threads.map(({ name }) => name)).toEqual(['main', 'work']);
    const { outcomes, cutLoops, complete } = run(text);
    expect({ outcomes, cutLoops, complete }).toEqual({ outcomes: [[1]], cutLoops: [], complete: true });
  });

  it('reaches what a literal, and a local variable, are initialised with', () => {
    const text = table(`static table all;\nstatic const table *current(void) { return &all; }
int x; int main(void) { table some = { .start = start }; all = (table){ some.start, get, grow }; if (all.start != 0) current()->start(&p); x = p.n; }`);
    expect(parse(text).threads.map(({ name }) => name)).toEqual(['main', 'work']);
    expect(states(text)).toEqual(['x=1']);
  });
});
