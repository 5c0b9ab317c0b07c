// wide characters: a number behind a backslash is not cut to a byte
#include <assert.h>
int main(void) {
  assert(L'\xabcd' == 0xabcd && L'\xff' == 255 && L'\x12345678' == 0x12345678 && L'\xffffffff' == -1);
  assert(u'\xabcd' == 0xabcd && U'\x12345678' == 0x12345678 && L'\777' == 511);
  assert(L'\n' == 10 && L'\'' == 39 && L'a' == 'a' && '\xff' == -1);
  return 0;
}
