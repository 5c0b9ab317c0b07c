#include <assert.h>
struct pair { int a, b; };
struct list { union { struct { int n; struct pair *p; } l; struct { int g; int h; int i; } t; } u; };
static struct pair first(struct list *w) { return w->u.l.p[0]; }
int main(void) {
  struct pair all[30] = {{1, 2}, {3, 4}}, x;
  struct list w;
  w.u.l.n = 1;
  w.u.l.p = all;
  x = first(&w);
  assert(x.a == 1 && x.b == 2);
}
