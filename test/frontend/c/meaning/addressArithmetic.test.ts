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
    [
      'marks that gcc sets in a pointer itself',
      `int x; int *word = &x;
void *f(void *p) { __sync_fetch_and_or(&word, 1); return 0; }
int main(void) { pthread_create(&t, 0, f, 0); __sync_fetch_and_or((void **)&word, (void *)2); pthread_join(t, 0);
  assert(((uintptr_t)word & 3) == 3); assert(__atomic_and_fetch(&word, ~3L, 5) == &x); *word = 1;
  assert(__atomic_nand_fetch(&word, 0L, 5) == (int *)-1); }`,
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

describe('the address of a function that is copied byte by byte', () => {
  const own = `#include <string.h>
struct ops { void (*run)(int); int n; } table; union { void (*f)(int); unsigned char b[8]; } from, to; int x;
static void add(int k) { x += k; }`;
  const copy = 'for (unsigned long i = 0; i < sizeof o; i++) ((char *)&o)[i] = ((char *)&table)[i];';

  it.each<readonly [name: string, body: string]>([
    ['to a local', `struct ops o; ${copy} o.run(o.n);`],
    [
      'by pointers that walk',
      'void (*f)(int); char *d = (char *)&f, *s = p; int n = 8; while (n--) *d++ = *s++; f(3);',
    ],
    [
      'by members of a union',
      'from.f = table.run; for (int i = 0; i < 8; i++) to.b[i] = from.b[i]; to.f(3);',
    ],
    ['by memcpy', 'struct ops o; memcpy(&o, p, sizeof o); o.run(o.n);'],
    ['by assignment', 'struct ops o = *(struct ops *)p, q; q = o; q.run(q.n);'],
  ])('%s', (_, body) => {
    const text = `${own} void *f(void *p) { ${body} assert(x == 3); return 0; }
int main(int n, char **v) { table.run = add; table.n = 3; pthread_create(&t, 0, f, &table); }`;
    expect(findings(start + text)).toEqual([]);
    const wrong = text.replace('x += k', 'x -= k');
    expect(findings(start + wrong).map((found) => found.split(' ')[0])).toEqual(['assertion']);
  });
});

describe('an address that is kept as a code', () => {
  it.each<readonly [code: string, decoded: string]>([
    ['(uintptr_t)p << 16 | 5', 'x >> 16'],
    ['(uintptr_t)p | 5ul << 48', '(intptr_t)(x << 16) >> 16'],
    ['(uintptr_t)p | 5', 'x >> 3 << 3'],
    ['(uintptr_t)p / 8', 'x * 8'],
    ['(uintptr_t)p * 2 + 1', '(x - 1) / 2'],
    ['~(uintptr_t)p', '~x'],
    ['-(uintptr_t)p', '-x'],
    ['(uintptr_t)p ^ 0xdeadbeefcafeul', 'x ^ 0xdeadbeefcafeul'],
  ])('%s', (code, decoded) => {
    const text = `#include <stdlib.h>
struct node { int k, v; }; _Atomic uintptr_t word;
static struct node *get(void) { uintptr_t x = word; return (struct node *)(${decoded}); }
void *f(void *u) { get()->v = 5; return 0; }
int main(void) { struct node *p = malloc(sizeof *p); word = ${code}; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
  assert(get()->v == 5); }`;
    expect(findings(start + text)).toEqual([]);
  });
});
