/* Values of members, sizes of what bit-fields are given, and following a pointer to void. */
#include <assert.h>
#include <features.h>
#include <stdbool.h>

struct row { int head, cells[3]; struct { short u, w; } pairs[4]; };
struct row first = { 1, { 2, 3 }, .pairs[2] = { 5, 6 } };
struct { int *p, v[2]; } both = { (int[]){ 7, 8 }, { 9, 10 } };
struct { unsigned long a : 3; unsigned b : 9; int c : 17; long d : 40; } bits;

#if !__GNUC_PREREQ(4, 2) || __bool_true_false_are_defined != 1
#error
#endif

int main(int argc, char **argv) {
  assert(first.cells[1] == 3 && first.cells[2] == 0 && first.pairs[2].w == 6);
  assert(both.p[1] == 8 && both.v[1] == 10);
  int k = argc + 1;
  assert(__builtin_offsetof(struct row, cells[2]) == 12);
  assert(sizeof(bits.a += 1) == 1 && sizeof(bits.b = 1) == 2 && sizeof(++bits.c) == 4 && sizeof(0, bits.d) == 8);
  assert(bits.a == 0);
  void *nothing = &k;
  *nothing;
  (void)*nothing;
  return 0;
}
