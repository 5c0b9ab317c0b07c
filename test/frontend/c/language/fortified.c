// What _FORTIFY_SOURCE makes of calls.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char b[8];
  __builtin___memset_chk(b, 1, 8, __builtin_object_size(b, 0));
  assert(b[7] == 1);
  __builtin___strcpy_chk(b, "abc", 8);
  __builtin___strcat_chk(b, "d", 8);
  __builtin___strncat_chk(b, "efg", 1, 8);
  assert(!strcmp(b, "abcde"));
  __builtin___memcpy_chk(b, "xyz", 2, 8);
  __builtin___memmove_chk(b + 1, b, 2, 7);
  assert(!strcmp(b, "xxyde"));
  assert(__builtin___sprintf_chk(b, 0, 8, "%d", 51) == 2 && b[1] == '1');
  assert(__builtin___snprintf_chk(b, 8, 0, 8, "%s", "seven") == 5 && b[4] == 'n');
  __builtin___printf_chk(0, "%s\n", b);
  return 0;
}
