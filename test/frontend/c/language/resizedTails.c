// realloc of structs that end with an array without a length.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct numbers { int n; long data[]; };
struct text { long length; char kind; char s[]; };
struct pairs { int n; struct { int a; char b; } e[]; };
static struct text *grow(struct text *t, size_t room) {
  t = realloc(t, sizeof *t + room);
  t->length = room;
  return t;
}
int main(void) {
  struct numbers *v = malloc(sizeof *v + 1 * sizeof(long));
  v->n = 1;
  v->data[0] = 0x123456789l;
  v = realloc(v, sizeof *v + 3 * sizeof(long));
  v->data[1] = 5;
  assert(v->n == 1 && v->data[0] == 0x123456789l);
  v = realloc(v, sizeof *v + 1 * sizeof(long));
  assert(v->data[0] == 0x123456789l);
  v = realloc(v, sizeof *v);
  assert(v->n == 1);
  free(v);
  struct text *t = malloc(sizeof *t + 4);
  t->kind = 'k';
  strcpy(t->s, "abc");
  t = grow(t, 16);
  strcat(t->s, "def");
  assert(strcmp(t->s, "abcdef") == 0 && t->length == 16 && t->kind == 'k');
  free(t);
  struct pairs *p = calloc(1, sizeof *p + 2 * sizeof p->e[0]);
  p->e[1].b = 7;
  p->e[0].a = 9;
  p = realloc(p, sizeof *p + 4 * sizeof p->e[0]);
  assert(p->n == 0 && p->e[1].b == 7 && p->e[0].a == 9);
  free(p);
  return 0;
}
