// #pragma pack: the most that members are aligned to, and bit-fields that begin at the next bit
#include <assert.h>
#include <stddef.h>
#include <string.h>

#pragma pack(push, 1)
struct header { char kind; int length; short sum; long at; };
struct bits { char a : 4; int b : 23; char c : 7; short d; };
union word { struct { char low; int rest; } parts; char bytes[5]; };
#pragma pack(push, 2)
struct two { char a; int b; char c; double d; };
#pragma pack(pop)
struct inner { char a; long b; };
#pragma pack(pop)
#pragma pack(4)
struct four { char a; long b; struct header h; short c; int bits : 30, more : 9; };
#pragma pack()
struct plain { char a; long b; struct four f; };
#pragma pack(push, name, 1)
#pragma pack(push)
#pragma pack(8)
struct eight { char a; long double b; };
#pragma pack(pop, name)
#define ONE 1
#pragma pack(ONE) // gcc does not know what this is
struct one { char a; struct plain p; };
#pragma pack(0)
_Pragma("pack(2)") struct said { char a; int b; }; _Pragma("pack()")
struct late { char a; int b;
#pragma pack(1)
}; // the closing brace counts
#pragma pack()
struct ended { char a; int : 0; };

_Static_assert(sizeof(struct header) == 15 && _Alignof(struct header) == 1, "");
_Static_assert(sizeof(struct bits) == 7 && offsetof(struct bits, d) == 5, "");
_Static_assert(sizeof(union word) == 5, "");
_Static_assert(sizeof(struct two) == 16 && offsetof(struct two, d) == 8 && _Alignof(struct two) == 2, "");
_Static_assert(sizeof(struct inner) == 9, "");
_Static_assert(sizeof(struct four) == 36 && offsetof(struct four, h) == 12 && offsetof(struct four, c) == 28, "");
_Static_assert(sizeof(struct plain) == 56 && offsetof(struct plain, f) == 16, "");
_Static_assert(sizeof(struct eight) == 24 && offsetof(struct eight, b) == 8, "");
_Static_assert(sizeof(struct one) == 64, "");
_Static_assert(sizeof(struct said) == 6, "");
_Static_assert(sizeof(struct late) == 5, "");
_Static_assert(sizeof(struct ended) == 4 && _Alignof(struct ended) == 1, "");

int main(void) {
  struct header h = {1, 0x01020304, 5, 6};
  unsigned char wire[sizeof h];
  memcpy(wire, &h, sizeof h);
  assert(wire[1] == 4 && wire[4] == 1 && wire[5] == 5 && wire[7] == 6);
  struct bits b = {3, -5, 9, 77};
  b.b += 1;
  assert(b.a == 3 && b.b == -4 && b.c == 9 && b.d == 77);
  return 0;
}
