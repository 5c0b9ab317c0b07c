#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct vector { int *items; size_t count, room; };
struct entry { long a; short b; };

static void push(struct vector *v, int item) {
  if (v->count == v->room) {
    v->room = v->room ? 2 * v->room : 1;
    v->items = realloc(v->items, v->room * sizeof *v->items);
    assert(v->items);
  }
  v->items[v->count++] = item;
}

int main(void) {
  struct vector v = { NULL, 0, 0 };
  for (int i = 0; i < 5; i++) push(&v, i * i);
  assert(v.count == 5 && v.room == 8);
  for (int i = 0; i < 5; i++) assert(v.items[i] == i * i);
  v.items = realloc(v.items, 2 * sizeof(int));
  assert(v.items[0] == 0 && v.items[1] == 1);
  free(v.items);
  struct entry *e = malloc(sizeof *e);
  e->a = 1;
  e->b = 2;
  e = realloc(e, 3 * sizeof *e);
  e[2].b = 7;
  assert(e[0].a == 1 && e[0].b == 2 && e[2].b == 7);
  free(e);
  char *s = strdup("ab");
  s = realloc(s, 5);
  strcat(s, "cd");
  assert(strcmp(s, "abcd") == 0);
  free(s);
  free(NULL);
  void *none = malloc(0);
  free(none);
  return 0;
}
