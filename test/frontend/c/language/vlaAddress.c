#include <assert.h>
#include <string.h>
void last(int n, int (*p)[n]) { (*p)[n - 1] = n; }
int main(void) {
  int n = 3;
  int v[n], m[2][n];
  memset(&v, 0, sizeof v);
  assert(v[2] == 0);
  last(n, &v);
  assert(v[2] == 3);
  typeof(v) w, *p = &v;
  assert(sizeof w == 12 && sizeof *p == 12 && sizeof(*&v) == 12);
  assert((void *)p == (void *)v && (char *)(p + 1) - (char *)p == 12);
  int k = 0;
  assert(sizeof m[k++] == 12 && k == 1);
  typeof(int[n++]) a, b;
  assert(n == 4 && sizeof a + sizeof b == 24);
  return 0;
}
