// Programs whose assertions hold when gcc compiles them: both engines must find nothing wrong with them either.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { parse, run } from '../run.js';

const engine = await SymbolicEngine.start();
const headers =
  '#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

const programs: Readonly<Record<string, string>> = {
  'structs of one size that va_arg tells apart': `
struct a { char x[8]; }; struct b { float x, y; }; struct c { int x, y; };
int sum(const char *k, ...) {
  va_list l; int r = 0;
  va_start(l, k);
  for (; *k; k++) {
    if (*k == 'a') r += va_arg(l, struct a).x[7];
    if (*k == 'b') r += va_arg(l, struct b).y;
    if (*k == 'c') r += va_arg(l, struct c).y;
  }
  va_end(l);
  return r;
}
int main(void) {
  struct a a = { { 1, 2, 3, 4, 5, 6, 7, 8 } }; struct b b = { 1, 2 }; struct c c = { 3, 4 };
  assert(sum("abc", a, b, c) == 14);
  assert(sum("cba", c, b, a) == 14);
}`,
  'bytes of numbers behind a void *': `
static void *copy(const void *p, size_t n) { void *q = malloc(n); memcpy(q, p, n); return q; }
static void swap(void *a, void *b, size_t n) { unsigned char *x = a, *y = b; while (n--) { unsigned char t = *x; *x++ = *y; *y++ = t; } }
static int first(void *p, int text) { return text ? ((char *)p)[0] : *(int *)p; }
int main(void) {
  long v = 70000; int a = 300, b = 7; double d = 2.5; char s[] = "ab";
  long *c = copy(&v, sizeof v); double *e = copy(&d, sizeof d); char *k = copy(s, sizeof s);
  swap(&a, &b, sizeof a);
  assert(*c == 70000 && a == 7 && b == 300 && *e == 2.5 && first(&b, 0) == 300 && first("x", 1) == 'x' && strcmp(k, s) == 0);
  free(c); free(e); free(k);
}`,
  'bytes of structs behind a void *': `
struct key { int id; char kind; short sub; } g;
static unsigned from(const void *p, size_t n, unsigned h) { const unsigned char *b = p; while (n--) h = h * 31 + *b++; return h; }
static unsigned hash(const void *p, size_t n) { return from(p, n, 7); }
int main(void) {
  struct key *k = calloc(1, sizeof *k), l;
  memset(&l, 0, sizeof l);
  l.id = 258; l.kind = 3; l.sub = -2;
  *k = g = l;
  unsigned char bytes[8] = { 2, 1, 0, 0, 3, 0, 254, 255 };
  assert(hash(k, sizeof *k) == hash(bytes, 8) && hash(&l, sizeof l) == hash(bytes, 8) && hash(&g, 8) == hash(bytes, 8));
  void *v = &l;
  signed char *q = v;
  assert(q[6] == -2);
}`,
  'compound literals and old designators as initial values': `
struct s { int a, b; unsigned char c[2]; };
struct s g = (struct s){1, 2, {3, 4}}, h[2] = { (struct s){1, 2, {3, 4}}, ((struct s){ .b = 7 }) };
struct p { int *p; } q = (struct p){ &g.b };
int a[2] = { [1] 42 }, b[2][2] = { [1] {[1] 42 } };
int main(void) {
  assert(g.c[1] == 4 && h[1].b == 7 && h[0].a == 1 && h[1].a == 0 && *q.p == 2);
  assert(a[1] == 42 && a[0] == 0 && b[1][1] == 42);
}`,
  'values that later ones override': `
union u { int i; char c[8]; struct { short a, b; } s; };
struct w { int x; union u u; int y; };
struct p { int x, y; }; struct q { struct p p; int z; };
struct w g = { .u.i = -1, .u.c[5] = 1, .y = 2 };
union u h = { .c[1] = 1, .c[5] = 2 };
char names[2][4] = { [0] = "abc", [1] = "xyz", [0] = "q" };
struct q arr[2] = { [0].p.y = 5, [0] = { .z = 1 }, [1] = { { 1, 2 }, 3 }, [1].p = { .y = 9 } };
struct { unsigned a : 3, b : 5; struct { unsigned c : 4; } n; } bits = { .a = 1, .b = 2, .n.c = 3, .b = 7, .n = { 5 } };
int main(void) {
  struct w l = { .u.s.b = 3, .u.i = 1, .u.s = { 4 } };
  struct p k = { 8, 9 };
  struct q n = { .p = k, .p.x = 3 }, m = { .p.y = 4, .p = k }, o = { .p = k, .p = { .y = 1 }, 6 };
  int a[2][2] = { [0][1] = 5, [0] = { 1 }, [1] = { 2, 3 }, [1][0] = 7 };
  struct { int x; struct { int y; union { int v; char w[4]; }; }; } in = { .y = 1, .w = "ab", .v = 5 };
  assert(g.u.i == 0 && g.u.c[5] == 1 && g.y == 2 && h.c[1] == 1 && h.c[5] == 2 && l.u.s.a == 4 && l.u.s.b == 0);
  assert(names[0][0] == 'q' && names[0][1] == 0 && names[0][2] == 0 && names[1][2] == 'z');
  assert(arr[0].p.y == 0 && arr[0].z == 1 && arr[1].p.x == 0 && arr[1].p.y == 9 && arr[1].z == 3);
  assert(bits.a == 1 && bits.b == 7 && bits.n.c == 5 && in.v == 5 && in.y == 1);
  assert(n.p.x == 3 && n.p.y == 0 && m.p.x == 8 && m.p.y == 9 && o.p.x == 0 && o.p.y == 1 && o.z == 6);
  assert(a[0][0] == 1 && a[0][1] == 0 && a[1][0] == 7 && a[1][1] == 3);
}`,
  'the type of a choice between pointers': `
#define IS_CONSTANT(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
int kinds(int *p, const int *q, void *v, int c) {
  return _Generic(c ? p : q, int *: 1, const int *: 2) * 1000 + _Generic(c ? p : v, int *: 1, void *: 2) * 100 +
    _Generic(c ? (void *)0 : q, const int *: 3, const void *: 4) * 10 + _Generic(c ? 0 : p, int *: 5, void *: 6);
}
int main(void) {
  int x = 3, *p = x ? malloc(4) : &x;
  assert(IS_CONSTANT(4) && !IS_CONSTANT(x) && kinds(&x, &x, &x, 1) == 2235);
  *p = 5;
  assert(*(int *)(x ? (void *)p : &x) == 5);
}`,
  "gcc's names for types, and null pointers of no bytes": `
typedef unsigned __INT16_TYPE__ u16; typedef __INT8_TYPE__ s8; typedef unsigned __INTPTR_TYPE__ up;
struct s { int a; } s; union u { int a; } u; char c; void *p; float f; int a[2];
int main(void) {
  double i = 1e308;
  i *= 10;
  assert((u16)-1 == 65535 && (s8)-1 < 0 && (up)-1 > 0 && __builtin_constant_p("hi") && !__builtin_constant_p(c));
  assert(__builtin_isinf_sign(i) == 1 && __builtin_isinf_sign(-i) == -1 && __builtin_isinf_sign(2.0) == 0);
  memcpy(a, 0, 0); memmove(0, 0, 0); memset(0, 0, 0);
  assert(memcmp(0, 0, 0) == 0);
}`,
  'floating constants that are rounded once': `
int main(void) {
  float f = 1.000000059604644775390626;
  double smallest = 0x1p-1074;
  assert(1.000000059604644775390626f > 1.0f && f == 1.0f && 16777217.0000000000000000001f == 16777218.0f);
  assert(0x1000001.00000000000001p0f == 16777218.0f && 7.1e-46f == 0x1p-149f && 7.0e-46f == 0.0f);
  assert(0x1000000000p-1110 == smallest && 0x1.8p-1074 == 2 * smallest && 0x1p-1075 == 0 && 0x1.0001p-1075 == smallest);
}`,
};

describe('a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-as-compiled-'));
  it.each(Object.keys(programs))('with %s', (name) => {
    const text = headers + programs[name];
    const path = join(folder, 'a');
    writeFileSync(`${path}.c`, text);
    const compiled = spawnSync('gcc', ['-w', '-o', path, `${path}.c`]);
    if (compiled.error === undefined) {
      expect(compiled.stderr.toString()).toBe('');
      expect(spawnSync(path).status).toBe(0);
    }
    const explicit = run(text);
    expect(explicit.findings).toEqual([]);
    expect(explicit.outcomes.length).toBe(1);
    const symbolic = engine.explore(parse(text), { model: 'sc', unroll: 8 });
    expect(symbolic.findings).toEqual([]);
    expect(symbolic.outcomes).toEqual(explicit.outcomes);
    rmSync(path, { force: true });
  });
});
