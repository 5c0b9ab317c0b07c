// Widths and precisions that are arguments, and how much was written so far
#include <assert.h>
#include <stdio.h>
#include <string.h>
int w = 5, x = 7;
int main(void) {
  char b[32];
  int n = 0, k = 0;
  assert(sprintf(b, "%*d|%-*d|", w, 12, 3, x++) == 10 && strcmp(b, "   12|7  |") == 0 && x == 8);
  assert(sprintf(b, "%.*s|%.*s", 2, "abc", -1, "de") == 5 && strcmp(b, "ab|de") == 0);
  assert(sprintf(b, "%*s|%*c", -4, "a", 3, 'b') == 8 && strcmp(b, "a   |  b") == 0);
  assert(sprintf(b, "ab%ncd%.*d%n", &n, 3, 5, &k) == 7 && n == 2 && k == 7);
  printf("abc%n%s", &n, "d");
  assert(n == 3 && snprintf(b, 4, "%d%n", 123456, &n) == 6 && n == 6 && strcmp(b, "123") == 0);
}
