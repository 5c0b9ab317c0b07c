// Functions that copy any object, byte by byte
#include <assert.h>
#include <string.h>
int from[4] = {1, 2, 0x01020304, 4}, to[4];
static void copy(void *a, const void *b, unsigned n) { memcpy(a, b, n); }
static int unpacked(const char *s) {
  union { short number; char bytes[sizeof(short)]; } v;
  memcpy(v.bytes, s, sizeof(short));
  return v.number;
}
int main(void) {
  char text[4] = {1, 2, 3, 4};
  copy(to, from, 10);
  assert(to[0] == 1 && to[1] == 2 && to[2] == 0x0304 && to[3] == 0);
  assert(unpacked(text) == 0x0201);
}
