// C23, as far as gcc 13 and later have it: words, types of enums, what initialisers say, arithmetic that tells of its overflow
#include <assert.h>
#include <stdbit.h>
#include <stdckdint.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
constexpr int four = 4;
static int array[four];
auto global = 5;
struct pair { int a, b; };
struct pair { int a, b; };
enum small : unsigned char { most = 255, least = 0 };
enum large : long long;
enum large : long long { beyond = 0x100000000, next };
struct widths { enum small : 3, b; };
int kind(nullptr_t) { return 1; }
int main(void) {
  constexpr struct pair s = { 1, 2 };
  switch (4) {
  case four: break;
  default: assert(0);
  }
  static_assert(four == 4);
  auto d = 1.5;
  auto p = &global;
  *p = 6;
  static auto k = 3L;
  assert(s.b == 2 && sizeof array == 16 && sizeof d == 8 && global == 6 && sizeof k == 8);
  const volatile int c = 3;
  typeof_unqual(c) y = c;
  y = 4;
  int *q = nullptr;
  assert(y == 4 && !q && kind(nullptr) && sizeof(typeof(nullptr)) == 8 && _Generic(nullptr, void *: 1, default: 0));
  enum small e = most;
  e++;
  assert(e == 0 && sizeof e == 1 && sizeof most == 1 && next == 0x100000001 && sizeof(enum large) == 8 && sizeof(struct widths) == 2);
  int length = y;
  int zeros[length] = {}, *kept = (static int[]){ 7, 8 };
  struct pair none = {};
  for (int i = 0; i < length; i++) assert(zeros[i] == 0);
  assert(none.b == 0 && kept[1] == 8);
  int r;
  assert(ckd_add(&r, 2147483647, 1) && !ckd_mul(&r, 3, 4) && r == 12);
  unsigned n = 5;
  assert(stdc_count_ones(n) == 2 && stdc_leading_zeros(n) == 29 && stdc_bit_ceil(n) == 8 && stdc_bit_floor(n) == 4);
  assert(stdc_trailing_ones(n) == 1 && stdc_first_trailing_zero(n) == 2 && stdc_bit_width(n) == 3 && !stdc_has_single_bit(n));
  assert(stdc_leading_ones((unsigned char)0xf0) == 4 && stdc_count_zeros_uc(1) == 7 && stdc_leading_zeros(0u) == 32);
  char bytes[2];
  memset_explicit(bytes, 1, 2);
  free_sized(malloc(4), 4);
  bool b = true;
  alignas(16) char aligned;
  thread_local static int t;
  assert(bytes[1] == 1 && b && alignof(int) == 4 && (unsigned long)&aligned % 16 == 0);
  return t;
}
