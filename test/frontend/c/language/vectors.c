// gcc's vectors: operators work element by element
#include <assert.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v8 __attribute__((vector_size(8)));
typedef float v2f __attribute__((__vector_size__(2 * sizeof(float))));
typedef union {
  v4si v;
  int members[4];
} both;
v4si global = { 1, 2, 3, 4 }, zero;
v4si twice(v4si a) { return a + a; }
v4si *pointer(int *count) {
  ++*count;
  return &zero;
}
int main(void) {
  v4si a = { 10, -20, 30, 40 }, b = { 1, 2 }, c = a + b;
  int __attribute__((vector_size(16))) d = a * 2 - b;
  assert(sizeof a == 16 && _Alignof(v4si) == 16 && c[0] == 11 && c[1] == -18 && c[3] == 40 && d[0] == 19 && d[1] == -42);
  c = a > b;
  assert(c[0] == -1 && c[1] == 0 && (a == a)[2] == -1 && (-a)[1] == 20 && (~b)[3] == -1);
  c = a / 3, d = a % 7;
  assert(c[1] == -6 && d[1] == -6 && (a >> 1)[1] == -10 && (1 - b)[0] == 0 && (a << b)[1] == -80);
  c = b;
  c += a, c <<= 1, c[3] = 9, c[2]++;
  assert(c[0] == 22 && c[1] == -36 && c[2] == 61 && c[3] == 9);
  int count = 0;
  *pointer(&count) += global;
  assert(count == 1 && zero[3] == 4 && twice(global)[2] == 6);
  v8 e = { 250, 3 }, f = e + 10;
  assert(f[0] == 4 && f[7] == 10 && (e < f)[0] == 0 && (e < f)[1] == -1 && (e ^ 255)[1] == 252);
  v2f g = { 1.5f, 2 }, h = g * 2.0f / 4;
  assert(h[0] == 0.75f && (g > h)[0] == -1 && (-g)[1] == -2);
  both u;
  u.v = a;
  v8 bits = { 0, 0, 0xc0, 0x3f }, ones = { 1, 1 };
  assert(u.members[1] == -20 && ((v2f)bits)[0] == 1.5f && (long)ones == 257);
  v4si many[2] = { a, { 5, 6 } }, *p = many;
  assert(p[1][1] == 6 && (*p)[3] == 40);
  v4si order = { 3, 0, 5, 2 }, s = __builtin_shuffle(a, order), t = __builtin_shuffle(a, b, order);
  assert(s[0] == 40 && s[2] == -20 && t[0] == 40 && t[2] == 2 && t[3] == 30);
  for (int i = 0; i < 4; i++) assert(a[i] - b[i] == (a - b)[i]);
  return 0;
}
