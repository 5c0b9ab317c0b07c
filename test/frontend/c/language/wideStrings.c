// strings of wide characters
#include <assert.h>
#include <wchar.h>
#include <uchar.h>
struct s { wchar_t name[4]; int k; } v = { L"ab", 7 };
const wchar_t *global = L"xyz";
int main(void) {
  wchar_t *s = L"a\u00e9\x1234\n", w[] = L"gh", exact[2] = { L"ij" };
  char16_t c[] = u"c\U0001F600";
  char32_t d[] = U"e\U0001F600";
  assert(s[0] == 'a' && s[1] == 0xe9 && s[2] == 0x1234 && s[3] == 10 && s[4] == 0 && sizeof L"ab" == 12);
  assert(sizeof w == 12 && w[1] == 'h' && w[2] == 0 && exact[1] == 'j');
  assert(sizeof c == 8 && c[1] == 0xd83d && c[2] == 0xde00 && sizeof d == 12 && d[1] == 0x1f600);
  assert(sizeof("ab" L"cd") == 20 && (L"ab" "cd")[3] == 'd' && L"é"[0] == 0xe9);
  assert(v.name[1] == 'b' && v.name[3] == 0 && v.k == 7 && global[2] == 'z');
  return 0;
}
