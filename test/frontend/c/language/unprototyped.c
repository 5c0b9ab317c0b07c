/* Functions that are called without a prototype take what the registers hold, with more arguments or fewer. */
#include <assert.h>

void none();
int narrow();
long wide();
int first();

int before(a, b)
int a, b;
{ return a; }

int without(a) { return 3; }

int main(void) {
  none();
  none(1, 2);
  assert(narrow(1L << 32 | 5) == 5);
  assert(wide(7) == 7);
  assert(first(1, 2) == 1);
  assert(before(4) == 4);
  assert(before(4, 5, 6) == 4);
  assert(without() == 3);
  int (*through)() = before;
  assert(through(8) == 8);
  assert(later(9, 10) == 9);
  return 0;
}

void none(int a) {}
int narrow(int a) { return a; }
long wide(long a) { return a; }
int first(int a) { return a; }
int later(long a) { return a; }
