#include <assert.h>
enum { A = 1 };
const char *f(void) { return __func__; }
int main(void) {
  if (sizeof(enum { A = 5 }) && A == 5)
    assert(A == 5);
  else
    assert(A != 5);
  assert(A == 1);
  int n = 0;
  while (sizeof(enum { A = 6 }) && n < 1) {
    n++;
    assert(A == 6);
  }
  assert(A == 1);
  switch (sizeof(enum { A = 7 }))
  default:
    assert(A == 7);
  assert(A == 1);
  do
    assert(A == 1);
  while (sizeof(enum { A = 8 }) && A != 8);
  assert(A == 1);
  const char *text = "f", *own = __func__, *other = __FUNCTION__;
  assert(f() != text && f() == f() && own != other && f()[0] == 'f' && f()[1] == 0);
  return 0;
}
