// Small C programs that both readers must read alike. Some were found by `diptych crosscheck --readers` and shrunk; each shows a mistake
// that a reader or a pass had.

export interface KnownProgram {
  readonly name: string;
  readonly text: string;
}

const includes = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
`;

const program = (name: string, text: string): KnownProgram => ({ name, text: `${includes}${text}` });

/** Two threads and what main does when they have ended. */
const threads = (name: string, globals: string, first: string, second: string, end = ''): KnownProgram =>
  program(
    name,
    `${globals}
static void *one(void *arg) {
  ${first}
  return 0;
}
static void *two(void *arg) {
  ${second}
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, (void *)1L);
  pthread_create(&b, 0, two, (void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  ${end}
  return 0;
}
`,
  );

export const knownPrograms: readonly KnownProgram[] = [
  // Found by random programs.
  threads(
    'a weak exchange fails by chance',
    'unsigned out = 9;\n_Atomic unsigned z;',
    `unsigned e = 1;
  out = atomic_compare_exchange_weak(&z, &e, 0) ? 100 : e;`,
    'atomic_exchange(&z, 1);',
  ),
  program(
    'some bytes of a variable are filled',
    `unsigned out, second, g[2] = { 7, 7 };
short h[2], third;
int main(void) {
  unsigned a[8] = { 0, 0 };
  memset(a, 255, 1);
  out = a[0];
  memset(g, 1, 5);
  memset(h, 255, 1);
  second = g[1];
  third = h[0];
  return 0;
}
`,
  ),
  program(
    'a variable that no thread touches is shown',
    'int out = 3;\nstatic long used;\nint main(void) {\n  used = 1;\n  return 0;\n}\n',
  ),
  program(
    'bytes between members have no value',
    `struct s { int a, b; char c[3]; };
static struct s f(struct s x, struct s *y, int n) {
  x.a += n;
  y->b = 3;
  return x;
}
int out, g = 1;
int main(void) {
  struct s x = { 1, g & 63, "ab" }, y = x, z;
  y.c[2] = 7;
  z = f(y, &x, g & 3);
  out = z.a * 2 + z.b + z.c[0] + x.c[1] + y.c[2] + x.b;
  return 0;
}
`,
  ),
  program(
    'a bit-field is stored into a struct without values',
    `int out, g = 1;
struct b { unsigned a : 3; int b : 5; };
int main(void) {
  struct b s;
  s.a = g;
  s.b = -2;
  out = s.a + s.b * 8;
  struct b *h = malloc(sizeof *h);
  h->a = 11;
  out += h->a * 100;
  free(h);
  return 0;
}
`,
  ),
  program(
    'a block grows',
    `int out;
int main(void) {
  int *p = malloc(8);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 16);
  p[3] = 7;
  out = p[0] + p[1] * 10 + p[3] * 100;
  free(p);
  return 0;
}
`,
  ),
  program(
    'integers of 128 bits are divided',
    `long out, rest;
volatile int g = 3;
int main(void) {
  __int128 w = -((__int128)g << 70);
  out = (long)(w / 7 >> 40);
  rest = (long)(w % 1000003);
  unsigned __int128 u = (unsigned __int128)w;
  out ^= (long)(u / 11 >> 64);
  rest += (long)(u % 999983);
  return 0;
}
`,
  ),
  program(
    'a range of unsigned cases that ends before it begins',
    `unsigned long out, x;
int main(void) {
  switch (x) { case -2 ... 0: out = 1; break; default: out = 2; }
  return 0;
}
`,
  ),
  // Written by hand: one for each thing that a reader must get right.
  program(
    'arithmetic of narrow and unsigned types',
    `int a, b, c, d, e; unsigned u; long l; _Bool q; volatile int m = -1; volatile unsigned char h = 200;
int main(void) {
  a = m < 1u;
  b = (signed char)h;
  c = h + h;
  d = m >> 1;
  u = (unsigned)m >> 1;
  l = (unsigned)m;
  e = (unsigned)m / 2 == 0x7fffffff;
  q = h & 8;
  c += ~h + (h << 4) + -h + 0777;
  a += 2 * ((unsigned char)(h + 100) < 50);
  l += (long)(short)0x8000 + (uint16_t)m;
  return 0;
}
`,
  ),
  program(
    'loops, switches and jumps',
    `int out; volatile int n = 5;
static int f(int k) { return k < 2 ? 1 : k * f(k - 1); }
int main(void) {
  for (int i = 0; i < 4; i++) {
    switch (i) {
    case 1: out += 10; break;
    case 2: out += 100; /* fall through */
    default: out += 1; continue;
    }
    out *= 2;
  }
  do { out++; if (out > 300) goto done; } while (n-- > 2);
done:
  out += f(4);
  int k = 3;
  while (k --> 0) { if (k == 1) continue; out += k * 1000; }
  return 0;
}
`,
  ),
  program(
    'pointers, arrays and structs',
    `struct n { struct n *next; short v[3]; }; struct n a, b; int out; union { int i; unsigned char c[4]; } u;
int t[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
int main(void) {
  a.next = &b;
  b.v[2] = -7;
  struct n *p = &a;
  out = p->next->v[2];
  int (*r)[3] = &t[1];
  out += (*r)[2] * 10 + *(t[0] + 1) * 100;
  u.i = 0x01020304;
  out += u.c[1] * 1000;
  char *s = "hello";
  out += s[1] - *s;
  out += (int)(&t[1][2] - &t[0][1]) * 10000;
  return 0;
}
`,
  ),
  program(
    'functions by their addresses and with any arguments',
    `#include <stdarg.h>
int out;
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }
static int twice(int x) { return 2 * x; }
static int minus(int x) { return -x; }
int (*table[2])(int) = { twice, minus };
int main(void) { out = sum(3, 1, 20, 300) + table[0](5) * 1000 + table[1](1); return 0; }
`,
  ),
  program(
    'numbers of floating point',
    `double d; float f; int i; volatile double x = 1.5; volatile float y = -0.1f;
int main(void) { d = x * 3 / 7 - 1e10; f = y + 0.2f; i = (int)(x * 100) + (y < 0) * 1000 + (int)(unsigned char)(x + 254.5); return 0; }
`,
  ),
  program(
    'an index beyond the end',
    'int a[3], i = 3;\nint main(void) {\n  a[0] = 1;\n  i += a[0] - 1;\n  a[i] = 2;\n  return 0;\n}\n',
  ),
  program(
    'a division by zero',
    'int z, out;\nint main(void) {\n  z = z * 2;\n  out = 5 / z;\n  return 0;\n}\n',
  ),
  program(
    'a block is used after its end',
    'int out;\nint main(void) {\n  int *p = malloc(4);\n  *p = 3;\n  free(p);\n  out = *p;\n  return 0;\n}\n',
  ),
  program(
    'a local without a value is read',
    'int out, g;\nint main(void) {\n  int x;\n  g++;\n  if (g > 1) x = 1;\n  out = x;\n  return 0;\n}\n',
  ),
  threads(
    'arithmetic of a value that another thread wrote',
    'unsigned m = 5, u, v; int a, b;',
    'm = -1;',
    'unsigned k = m;\n  a = k < 6u;\n  u = k >> 1;\n  v = k / 3;\n  b = (signed char)(k >> 3) + (int)k % 4;',
  ),
  threads('store buffering', 'int x, y, r, s;', 'x = 1;\n  r = y;', 'y = 1;\n  s = x;'),
  threads(
    'store buffering with fences',
    '_Atomic int x, y; int r, s;',
    'atomic_store(&x, 1);\n  r = atomic_load(&y);',
    'atomic_store_explicit(&y, 1, memory_order_relaxed);\n  atomic_thread_fence(memory_order_seq_cst);\n  s = atomic_load_explicit(&x, memory_order_relaxed);',
  ),
  threads(
    'message passing by release and relaxed stores',
    'int d, e, r = 9, s = 9; _Atomic int flag, other;',
    'd = 1;\n  atomic_store_explicit(&flag, 1, memory_order_release);\n  e = 1;\n  atomic_store_explicit(&other, 1, memory_order_relaxed);',
    'if (atomic_load_explicit(&flag, memory_order_acquire)) r = d;\n  if (atomic_load_explicit(&other, memory_order_acquire)) s = e;',
  ),
  threads(
    'read-modify-writes of all widths',
    '_Atomic unsigned char c = 250; _Atomic long l; _Atomic short h; int r, s;',
    'r = atomic_fetch_add(&c, 10);\n  atomic_fetch_or(&l, 1L << 40);\n  atomic_fetch_sub(&h, 3);',
    's = atomic_exchange(&c, 1);\n  atomic_fetch_xor(&l, 5);\n  atomic_fetch_and(&h, 0xfe);',
  ),
  threads(
    'a mutex and a wait for a condition',
    'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t v = PTHREAD_COND_INITIALIZER; int ready, n, seen;',
    'pthread_mutex_lock(&m);\n  ready = 1;\n  n++;\n  pthread_cond_signal(&v);\n  pthread_mutex_unlock(&m);',
    'pthread_mutex_lock(&m);\n  while (!ready) pthread_cond_wait(&v, &m);\n  seen = n;\n  n++;\n  pthread_mutex_unlock(&m);',
  ),
  threads(
    'two locks in both orders',
    'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int x;',
    'pthread_mutex_lock(&m);\n  pthread_mutex_lock(&n);\n  x++;\n  pthread_mutex_unlock(&n);\n  pthread_mutex_unlock(&m);',
    'pthread_mutex_lock(&n);\n  pthread_mutex_lock(&m);\n  x++;\n  pthread_mutex_unlock(&m);\n  pthread_mutex_unlock(&n);',
  ),
  threads(
    'a wait for a flag, and an assertion',
    'volatile int flag; int d;',
    'd = 1;\n  flag = 1;\n  d = 2;',
    'while (!flag)\n    ;\n  assert(d == 2);',
  ),
  threads(
    'arguments, results and variables of threads',
    'int x, y; static _Thread_local int own = 5;',
    'own += (int)(long)arg;\n  x = own;',
    'own -= (int)(long)arg;\n  y = own;\n  return (void *)7L;',
    'void *r;\n  pthread_t t;\n  pthread_create(&t, 0, two, (void *)3L);\n  pthread_join(t, &r);\n  x += 100 * (int)(long)r + own * 1000;',
  ),
  program(
    'threads in a loop, with variables on the stack of main',
    `int out;
static void *add(void *arg) { int *p = arg; *p += 1; return 0; }
int main(void) {
  int n[3] = { 0 };
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, &n[i / 2]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  out = n[0] * 10 + n[1];
  return 0;
}
`,
  ),
  threads(
    'copies, fills and comparisons of a length that another thread says',
    'int n, a[3], b[3] = { 4, 5, 6 }, same; char c[4], d[4] = "xyz";',
    'n = 2;',
    'int k = n;\n  memcpy(a, b, k * sizeof(int));\n  memset(c, 7, k);\n  memmove(d + 1, d, k);\n  same = memcmp(a, b, k * sizeof(int) + 4);',
  ),
  threads(
    'a copy whose length another thread makes too large',
    'int n = 1, a[2], b[4] = { 1, 2, 3, 4 };',
    'n = 3;',
    'memcpy(a, b, n * sizeof(int));',
  ),
  program(
    'bytes that only a comparison reads',
    `char a[4] = "abc", b[4] = "abd";
int out;
int main(void) {
  a[3] = 1;
  out = memcmp(a, b, 3) < 0;
  return 0;
}
`,
  ),
  program(
    'a copy that goes past the end',
    `char a[4], b[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
int main(void) {
  memcpy(a, b, 8);
  return 0;
}
`,
  ),
  program(
    'a function without a declaration',
    `int out;
int main(void) {
  __VERIFIER_atomic_begin();
  out = 1;
  __VERIFIER_atomic_end();
  return 0;
}
`,
  ),
  threads(
    'numbers with fractions that another thread writes',
    'double x = 1.5; float y = 0.25f; int n; unsigned char c;',
    'x = 10.125;\n  y = -3;',
    'n = (int)(x * 8 + y);\n  c = x > y ? (unsigned char)(x / 0.5) : 1;\n  x -= n;',
    'n += x < 0;',
  ),
];
