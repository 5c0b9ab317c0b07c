#include <assert.h>
/* Which type a bit-field is computed in: int if it holds its values, else, to gcc, one of just as many bits. */
struct s { unsigned f : 3; unsigned long g : 20; unsigned long h : 32; unsigned long w : 52; long v : 40; int i : 5; };
struct __attribute__((packed)) p { unsigned a : 7; unsigned long b : 60; unsigned c : 5; };
struct s S;
struct p P;
int main(void) {
  S.g = 3, S.h = 5, S.w = 9, S.v = -2, S.i = -3;
  assert((S.f = 3) - 4 < 0);
  assert((0, S.f) - 4 < 0 && S.f++ - 9 < 0 && (S.f += 1) - 9 < 0);
  assert(S.g - 5 < 0 && -S.g == -3);
  assert(S.h - 6 > 0 && S.h - 6 == 0xffffffff);
  assert((S.w << 50) == 1ul << 50);
  assert(~S.w == (1ul << 52) - 10 && S.w * -1 == (1ul << 52) - 9);
  assert(((S.w -= 10) ^ -1) == 0);
  assert(S.v - 1 < 0 && S.v * 1000000000000L == -2000000000000L && S.v > S.i);
  P.b = 0xfedcba987654321ul, P.a = 0x55, P.c = 0x15;
  assert(P.b == 0xfedcba987654321ul && P.a == 0x55 && P.c == 0x15 && sizeof P == 9);
  P.b ^= 0xful << 56;
  assert(P.b == 0x0edcba987654321ul && P.a == 0x55 && P.c == 0x15);
  return 0;
}
