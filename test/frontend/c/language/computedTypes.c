/* Lengths that an expression computes belong to its type. */
#include <assert.h>
#include <string.h>

int table[9][2] = { { 0, 0 }, { 1, 5 } };
struct tag { char a; };

int size(void) {
  if (sizeof(struct tag { int a; double b; }))
    ;
  while (!sizeof(struct tag { int a; double b; }))
    ;
  switch (sizeof(struct tag { int a; double b; })) {}
  return sizeof(struct tag);
}

int main(int argc, char **argv) {
  int *first = &table[0][0];
  __auto_type rows = *({ int n = argc + 1; (int (*)[9][n])first; });
  assert(rows[1][1] == 5 && sizeof rows[1] == 8);
  assert((*({ int n = argc + 1; (int (*)[9][n])first; }))[1][1] == 5);
  assert(sizeof(*({ int n = argc + 1; int (*p)[9][n] = 0; p; })[1]) == 8);
  int n = argc + 2, i = 0, k = 0;
  assert(sizeof(*(int (*)[n])first) == 12);
  assert(sizeof(typeof(*(++i, (char (*)[i])first))) == 1 && i == 1);
  typeof(*(++k, (char (*)[k])first)) *q = 0;
  assert(k == 1 && sizeof *q == 1);
  assert(size() == 1);
  assert("main" != __func__ && strcmp("main", __func__) == 0);
  return 0;
}
