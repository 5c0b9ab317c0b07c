// How many characters are printed, where somebody asks; what is only printed may be anything
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
int x = 12;
static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}
int main(void) {
  int n = 0;
  printf("%f %d\n", 1.0, n++);
  if (printf("hello %d\n", x) != 9) assert(0);
  assert(fprintf(stderr, "%s%c", "abc", 'd') == 4 && say("%d-%s", 5, "x") == 3);
  (void)printf("%d", n++);
  assert(n == 2 && printf("%d", n++) == 1 && n == 3);
}
