// Operands that are evaluated though their value says nothing; casts and formats that are easily taken for nothing
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
int count;
static int *counted(void) {
  static int place;
  count++;
  return &place;
}
static int expects(int z) { return __builtin_expect(count, z++) + z; }
static int second(int n, ...) {
  va_list lists[2], *next = lists;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    va_start(*next, n);
    sum += va_arg(*next, int);
    va_end(*next++);
  }
  return sum + (next == lists + 2);
}
static int sum(int a, int b[a++], int c, int d[c++]) { return a + c; }
enum hot { cold, warm };
enum fish { cod, eel };
#define NAME 2
#pragma push_macro("NAME")
#undef NAME
#define NAME 1
#pragma pop_macro("NAME")
struct hack {
  int n;
  char data[1];
};
int main(void) {
  struct { unsigned u : 7; int i : 7; } bits = {61, -13};
  struct hack *h = malloc(sizeof *h + 4);
  char text[9];
  asm("" : "+r"(*counted()));
  assert(count == 1 && expects(10) == 12);
  assert(second(1, 5) == 11);
  assert(NAME == 2);
  assert(sum(1, &count, 1, &count) == 4);
  assert(!__builtin_types_compatible_p(enum hot, enum fish) && __builtin_types_compatible_p(enum hot, unsigned));
  assert(__builtin_types_compatible_p(enum hot, enum hot) && __builtin_types_compatible_p(typeof(warm), int));
  h->data[3] = 'a';
  assert(h->data[3] == 'a');
  assert(bits.i % (unsigned)bits.u == -13U % 61 && bits.i % bits.u == -13);
  assert(sprintf(text, "foo\0bar") == 3 && text[3] == 0);
}
