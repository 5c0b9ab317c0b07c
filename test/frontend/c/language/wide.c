#include <assert.h>
#include <pthread.h>
#include <stdint.h>
typedef unsigned __int128 u128;
typedef int ti __attribute__((mode(TI)));
static const u128 big = (u128)1 << 100 | 7;
static u128 three[3] = { 1, (u128)-1, 3 };
struct { char c; __int128 v; } pair = { 1, -5 };
volatile uint64_t a = 0xfedcba9876543210u, b = 0x123456789abcdef1u;
static uint64_t upper(uint64_t x, uint64_t y) { return (u128)x * y >> 64; }
static uint64_t modulo(uint64_t x, uint64_t y, uint64_t m) { return (u128)x * y % m; }
static void *add(void *unused) { pair.v += 7; return unused; }
int main(void) {
  assert(upper(a, b) == 0x121fa00ad77d7423 && modulo(a, b, 1000000007) == 875679622);
  assert((uint64_t)(big >> 64) == 1ul << 36 && (int)big == 7 && (big > 5 ? big : 0) % 10 == 3);
  __int128 g = pair.v;
  assert(g < 0 && g + 5 == 0 && -g == 5 && !(g + 5) && g != ~g && (g ?: 1) == -5);
  g *= 3; g++; --g; g <<= 70; g >>= 69;
  assert(g == -30 && g / 7 == -4 && g % 7 == -2 && g / -7 == 4 && (u128)g > big && (long)g == -30);
  assert(three[1] / 10 % 1000000 == 821145 && three[1] + 1 == 0 && three[2] - 4 == three[1]);
  assert(three[1] / big == 268435455 && three[1] % big == ((u128)0xfffffffffu << 64 | 0xffffffff90000006u));
  int i = 3, *p = &i;
  i += (__int128)4; assert(i == 7 && p[(ti)0] == 7);
  i = (u128)1 << 64 ? 1 : 2; assert(i == 1 && (_Bool)((u128)1 << 64));
  u128 n = 1; int rounds = 0;
  while (n) { n <<= 13; rounds++; }
  assert(rounds == 10 && sizeof(ti) == 16 && _Generic(n + 1, u128: 1, default: 0));
  assert((uintptr_t)(u128)(uintptr_t)&i == (uintptr_t)&i);
  pthread_t t; pthread_create(&t, 0, add, 0); pthread_join(t, 0);
  assert(pair.v == 2 && pair.c == 1);
  return 0;
}
