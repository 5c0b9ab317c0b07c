#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <stdlib.h>

struct pair { int a; char c; long b; };

static void copyInts(int *to, const int *from, size_t n) { memcpy(to, from, n * sizeof(int)); }
static void clear(struct pair *p, int n) { memset(p, 0, n * sizeof *p); }
static int same(const unsigned char *a, const unsigned char *b, unsigned n) { return memcmp(a, b, n); }
static void shift(short *s, int by, int n) { memmove(s + by, s, n * sizeof(short)); }
static void back(short *s, int by, int n) { memmove(s, s + by, sizeof(short) * (size_t)n); }
static void *generic(void *to, const void *from, size_t n) { return memcpy(to, from, n); }

int main(void) {
  int a[5] = { 1, 2, 3, 4, 5 }, b[5] = { 0 };
  copyInts(b, a, 3);
  assert(b[0] == 1 && b[1] == 2 && b[2] == 3 && b[3] == 0);
  int many = 0;
  for (int i = 0; i < 4; i++) many += i != 2;
  copyInts(b + 1, a, many);
  assert(b[0] == 1 && b[1] == 1 && b[2] == 2 && b[3] == 3 && b[4] == 0);
  struct pair p[3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
  clear(p, many - 1);
  assert(p[0].a == 0 && p[1].b == 0 && p[1].c == 0 && p[2].a == 7 && p[2].c == 8);
  unsigned char x[4] = { 1, 2, 3, 200 }, y[4] = { 1, 2, 3, 100 };
  assert(same(x, y, many) == 0);
  assert(same(x, y, many + 1) > 0 && same(y, x, 4) < 0);
  assert(same(x, y, 0) == 0);
  short s[6] = { 1, 2, 3, 4, 5, 6 };
  shift(s, 2, many + 1);
  assert(s[0] == 1 && s[1] == 2 && s[2] == 1 && s[3] == 2 && s[4] == 3 && s[5] == 4);
  back(s, 1, many + 2);
  assert(s[0] == 2 && s[1] == 1 && s[2] == 2 && s[3] == 3 && s[4] == 4 && s[5] == 4);
  char text[8] = "abc", out[8] = "zzzzzzz";
  assert(generic(out, text, strlen(text)) == out);
  assert(out[0] == 'a' && out[2] == 'c' && out[3] == 'z');
  memset(out, 'q', strlen(text) + 1);
  assert(out[3] == 'q' && out[4] == 'z');
  long *h = malloc(3 * sizeof *h);
  memset(h, -1, many * sizeof *h);
  assert(h[0] == -1 && h[2] == -1);
  free(h);
  return 0;
}
