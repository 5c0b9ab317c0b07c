#include <assert.h>
#include <string.h>
struct p { int a, b; };
struct p g(void) { return (struct p){ 3, 4 }; }
struct t { char text[4]; };
struct t named(void) { return (struct t){ "abc" }; }
static struct { int a; struct { int b[2], c; } d[2]; } s = { .d[1].b[0] = 4, 5, 6, .d[0].c = 9 };
int main(void) {
  struct p u[] = { [1] = { 3 }, 5, 6 };
  assert(sizeof u / sizeof *u == 3 && u[2].b == 6);
  struct p v[] = { [0].a = 2, 5, 6 };
  assert(sizeof v / sizeof *v == 2 && v[0].b == 5 && v[1].a == 6);
  int m[][2] = { [0][1] = 3, 4, 5 };
  assert(sizeof m / sizeof *m == 2 && m[1][1] == 5);
  struct { int a; struct { int b, c; }; int e; } w = { .b = 1, 2, 3 };
  assert(w.c == 2 && w.e == 3 && w.a == 0);
  struct { unsigned a : 3, b : 5; int c; } f[] = { [1].b = 9, 3, 2, 1 };
  assert(sizeof f / sizeof *f == 3 && f[1].c == 3 && f[2].b == 1);
  char x[][3] = { [1] = "ab", 'c', 'd', 'e', 'f' };
  assert(sizeof x == 12 && x[3][0] == 'f');
  assert(s.d[1].b[1] == 5 && s.d[1].c == 6 && s.d[0].c == 9);
  struct p r[] = { [0 ... 1].b = 5, 6 };
  assert(sizeof r / sizeof *r == 3 && r[1].b == 5 && r[2].a == 6);
  assert(g().b == 4 && strlen(named().text) == 3);
  return 0;
}
