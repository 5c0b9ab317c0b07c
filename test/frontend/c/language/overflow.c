// Whether the exact result fits a type, and what is kept of it, for operands of any types at the edges of their ranges.
#include <assert.h>
#define CHECK(name, A, a, B, b, R, overflows, kept)                        \
  do {                                                                     \
    volatile A x = a;                                                      \
    volatile B y = b;                                                      \
    R result;                                                              \
    assert(__builtin_##name##_overflow(x, y, &result) == overflows);       \
    assert(result == (R)kept);                                             \
  } while (0)
int main(void) {
  CHECK(mul, unsigned, 1u, short, -2, long, 0, -2l);
  CHECK(mul, long, 3l, unsigned, 4294967294u, signed char, 1, -6);
  CHECK(mul, unsigned long, 9223372036854775807ul, unsigned char, 1, int, 1, -1);
  CHECK(sub, unsigned char, 254, signed char, 2, long, 0, 252l);
  CHECK(add, unsigned char, 2, unsigned long, 18446744073709551615ul, unsigned long, 1, 1ul);
  CHECK(add, unsigned char, 0, signed char, 126, unsigned long, 0, 126ul);
  CHECK(add, unsigned char, 0, unsigned long, 1ul, unsigned char, 0, 1);
  CHECK(mul, unsigned, 4294967294u, long, 9223372036854775807l, long, 1, -4294967294l);
  CHECK(add, short, 10922, short, 10922, unsigned long, 0, 21844ul);
  CHECK(sub, unsigned, 1u, long, -9223372036854775807l, long, 1, (-9223372036854775807l - 1));
  CHECK(add, short, 3, unsigned long, 1ul, short, 0, 4);
  CHECK(sub, int, 2147483647, int, (-2147483647 - 1), long, 0, 4294967295l);
  CHECK(mul, signed char, 2, long, (-9223372036854775807l - 1), short, 1, 0);
  CHECK(add, unsigned long, 2ul, int, 715827882, short, 1, -21844);
  CHECK(add, int, 2147483647, signed char, 42, long, 0, 2147483689l);
  CHECK(mul, signed char, 3, unsigned long, 1ul, unsigned char, 0, 3);
  CHECK(mul, short, -32767, unsigned, 1431655765u, short, 1, -10923);
  CHECK(sub, unsigned long, 0ul, unsigned long, 0ul, short, 0, 0);
  CHECK(sub, long, 0l, unsigned, 1u, signed char, 0, -1);
  CHECK(sub, unsigned char, 255, unsigned long, 0ul, signed char, 1, -1);
  CHECK(mul, unsigned char, 1, long, 3074457345618258602l, signed char, 1, -86);
  CHECK(sub, int, 1, signed char, 0, unsigned char, 0, 1);
  CHECK(add, long, (-9223372036854775807l - 1), int, -1, unsigned char, 1, 255);
  CHECK(mul, unsigned long, 18446744073709551614ul, int, 2147483647, short, 1, 2);
  CHECK(add, unsigned, 2u, unsigned char, 1, long, 0, 3l);
  CHECK(sub, unsigned, 2147483647u, unsigned long, 3ul, unsigned char, 1, 252);
  CHECK(sub, long, 3l, long, 0l, short, 0, 3);
  CHECK(add, unsigned long, 3ul, unsigned, 1u, unsigned char, 0, 4);
  CHECK(sub, unsigned, 1u, unsigned long, 1ul, unsigned, 0, 0u);
  CHECK(sub, long, (-9223372036854775807l - 1), unsigned, 0u, long, 0, (-9223372036854775807l - 1));
  CHECK(sub, unsigned, 0u, long, 3l, long, 0, -3l);
  CHECK(mul, unsigned long, 0ul, long, 1l, long, 0, 0l);
  CHECK(mul, unsigned char, 0, unsigned, 3u, unsigned long, 0, 0ul);
  CHECK(sub, unsigned long, 0ul, short, 3, short, 0, -3);
  CHECK(sub, unsigned long, 1ul, unsigned, 1u, long, 0, 0l);
  CHECK(add, long, 2l, short, 1, long, 0, 3l);
  CHECK(sub, unsigned long, 3ul, unsigned long, 1ul, long, 0, 2l);
  CHECK(sub, unsigned, 4294967294u, unsigned char, 1, unsigned, 0, 4294967293u);
  CHECK(mul, short, -2, long, -1l, signed char, 0, 2);
  CHECK(mul, int, 715827882, unsigned char, 127, unsigned, 1, 715827798u);
  CHECK(add, unsigned long, 0ul, long, 9223372036854775806l, short, 1, -2);
  CHECK(sub, unsigned char, 255, unsigned long, 0ul, long, 0, 255l);
  CHECK(add, unsigned char, 1, unsigned char, 1, signed char, 0, 2);
  CHECK(sub, short, -32767, unsigned long, 9223372036854775807ul, int, 1, -32766);
  CHECK(mul, unsigned, 2u, short, 2, short, 0, 4);
  CHECK(add, long, 3l, unsigned, 4294967295u, short, 1, 2);
  CHECK(sub, unsigned long, 2ul, long, -9223372036854775807l, signed char, 1, 1);
  CHECK(add, long, 2l, unsigned, 2u, int, 0, 4);
  CHECK(add, int, 2, short, 2, int, 0, 4);
  CHECK(sub, unsigned, 0u, unsigned, 3u, short, 0, -3);
  CHECK(sub, int, 0, signed char, 3, short, 0, -3);
  CHECK(sub, unsigned long, 2ul, unsigned char, 0, unsigned long, 0, 2ul);
  CHECK(sub, int, 2147483646, unsigned long, 3ul, signed char, 1, -5);
  CHECK(sub, unsigned long, 0ul, unsigned char, 0, long, 0, 0l);
  CHECK(sub, unsigned, 0u, long, 9223372036854775807l, signed char, 1, 1);
  CHECK(sub, short, 1, unsigned, 1431655765u, long, 0, -1431655764l);
  CHECK(sub, long, 3l, unsigned, 1u, signed char, 0, 2);
  CHECK(add, long, 3074457345618258602l, long, 9223372036854775807l, unsigned long, 0, 12297829382473034409ul);
  CHECK(sub, signed char, 126, long, (-9223372036854775807l - 1), unsigned, 1, 126u);
  CHECK(mul, unsigned long, 6148914691236517205ul, unsigned long, 6148914691236517205ul, int, 1, 954437177);
  assert(!__builtin_add_overflow_p(1, 2, (char)0));
  assert(__builtin_mul_overflow_p(100, 2, (signed char)0));
  return 0;
}
