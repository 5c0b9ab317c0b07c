#include <assert.h>
struct s { int a; volatile char b[2]; };
void f(volatile int *p) {}
int main(void) {
  volatile int v = 1;
  volatile struct s w;
  const struct s k = { 0 };
  int *volatile *a = 0;
  int *restrict *b = 0;
  const volatile int *c = 0;
  const int *d = 0;
  assert(_Generic(&v, int *: 1, volatile int *: 2) == 2);
  assert(_Generic(v, int: 1, default: 2) == 1);
  assert(_Generic(&w.a, int *: 1, volatile int *: 2) == 2);
  assert(_Generic(&k.b, volatile char (*)[2]: 1, const volatile char (*)[2]: 2) == 2);
  assert(_Generic(a, int **: 1, int *volatile *: 2) == 2);
  assert(_Generic(b, int **: 1, int *restrict *: 2) == 2);
  assert(_Generic(c, const int *: 1, volatile int *: 2, const volatile int *: 3) == 3);
  assert(_Generic(v ? &v : d, const volatile int *: 1, default: 2) == 1);
  assert(_Generic(f, void (*)(int *): 1, void (*)(volatile int *): 2) == 2);
  assert(_Generic(__func__, char *: 1, const char *: 2) == 2);
  assert(_Generic(u'a', unsigned short: 1, default: 2) == 1);
  assert(!__builtin_types_compatible_p(int *, volatile int *));
  assert(__builtin_types_compatible_p(int[2], const int[2]));
  return 0;
}
