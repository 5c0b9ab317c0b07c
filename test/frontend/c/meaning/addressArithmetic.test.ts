// Atomic words that hold addresses: sums and marks of them are addresses still.

import { describe, expect, it } from 'vitest';
import { findings } from '../run.js';

const start =
  '#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n#include <assert.h>\npthread_t t;\n';

describe('atomic words that hold addresses', () => {
  it.each<readonly [name: string, text: string]>([
    [
      'an allocator that takes the next bytes',
      `char room[32]; _Atomic(char *) next = room; int *mine;
void *f(void *p) { int *b = (int *)atomic_fetch_add(&next, 8); *b = 1; return b; }
int main(void) { pthread_create(&t, 0, f, 0); int *b = f(0); assert(*b == 1); void *r; pthread_join(t, &r); assert(r != b); }`,
    ],
    [
      'a pointer that gcc adds to',
      `int room[8]; int *next = room;
void *f(void *p) { int *b = __atomic_fetch_add(&next, 8, __ATOMIC_RELAXED); *b = 1; return b; }
int main(void) { pthread_create(&t, 0, f, 0); int *b = f(0); assert(*b == 1); void *r; pthread_join(t, &r); assert(r != b); }`,
    ],
    [
      'a mark that an operation sets and another clears',
      `struct node { int a, b; } n; _Atomic uintptr_t word;
void *f(void *p) { atomic_fetch_or(&word, 3); return 0; }
int main(void) { word = (uintptr_t)&n; pthread_create(&t, 0, f, 0); pthread_join(t, 0); atomic_fetch_xor(&word, 1);
  struct node *p = (struct node *)(word - 2); p->b = 1; assert(n.b == 1); }`,
    ],
  ])('%s', (_, text) => {
    expect(findings(start + text)).toEqual([]);
  });

  it('lead out of the block as any pointer does', () => {
    const text = `int room[2]; int *next = room;
void *f(void *p) { int *b = __atomic_fetch_add(&next, 4, __ATOMIC_RELAXED); *b = 1; return 0; }
int main(void) { pthread_create(&t, 0, f, 0); f(0); f(0); pthread_join(t, 0); }`;
    expect(findings(start + text).join()).toMatch(/store of room\[2\], past the end of room/);
  });
});
