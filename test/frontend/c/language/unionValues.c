// Values cast to unions, and unions that stand for each of their members as parameters.
#include <assert.h>
union number {
  int i;
  double d;
  char *text;
};
typedef union {
  int *numbers;
  const char *text;
} either __attribute__((transparent_union));
union words {
  int *narrow;
  long *wide;
} __attribute__((__transparent_union__));

int whole(union number n) { return n.i; }
int first(either e) { return *e.numbers; }
int letter(either e) { return *e.text; }
int narrow(union words w) { return *w.narrow; }
long wide(union words w) { return *w.wide; }

int main(void) {
  int x = 5;
  long y = 6;
  union number n = (union number)x;
  assert(n.i == 5 && whole((union number)7) == 7);
  n = (union number)1.5;
  assert(n.d == 1.5);
  either e = {&x};
  assert(first(&x) == 5 && first(e) == 5 && letter("text") == 't');
  assert(narrow(&x) == 5 && wide(&y) == 6);
  return 0;
}
