#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>

static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
struct item { int key; char tag; };
static int byKey(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

int main(void) {
  char b[64];
  assert(sprintf(b, "%d-%s", -42, "ab") == 6 && strcmp(b, "-42-ab") == 0);
  int n = 0;
  for (int i = 0; i < 3; i++) n = n * 10 + i + 1;
  assert(snprintf(b, sizeof b, "[%5d|%-4d|%04x|%c%%]", n, n, n, 'z') == 20);
  assert(strcmp(b, "[  123|123 |007b|z%]") == 0);
  assert(snprintf(b, 4, "%u", 123456u) == 6 && strcmp(b, "123") == 0);
  assert(snprintf(b, 0, "abc") == 3);
  assert(sprintf(b, "%ld %+d %.3d", LONG_MIN, 7, 5) == 20 + 1 + 2 + 1 + 3);
  assert(strcmp(b, "-9223372036854775808 +7 005") == 0);
  assert(sprintf(b, "%.2s|%6s|%-3s|%#x", "hello", "r", "l", 255) == 2 + 1 + 6 + 1 + 3 + 1 + 4);
  assert(strcmp(b, "he|     r|l  |0xff") == 0);
  assert(sprintf(b, "%X%hhd", 48879, 300) == 6 && strcmp(b, "BEEF44") == 0);

  char *end;
  assert(strtol("  -12x", &end, 10) == -12 && *end == 'x');
  assert(strtol("0x1f", &end, 0) == 31 && *end == 0 && strtol("017", 0, 0) == 15);
  assert(strtoul("ff", 0, 16) == 255 && strtol("zz", &end, 10) == 0 && *end == 'z');
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(atoi("77") == 77);

  int v[5] = { 5, -1, 4, 4, 0 };
  qsort(v, 5, sizeof v[0], up);
  assert(v[0] == -1 && v[1] == 0 && v[2] == 4 && v[3] == 4 && v[4] == 5);
  int key = 5;
  int *hit = bsearch(&key, v, 5, sizeof(int), up);
  assert(hit == &v[4]);
  key = 3;
  assert(bsearch(&key, v, 5, sizeof(int), up) == NULL);
  struct item items[3] = { { 3, 'c' }, { 1, 'a' }, { 2, 'b' } };
  qsort(items, 3, sizeof(struct item), byKey);
  assert(items[0].tag == 'a' && items[1].tag == 'b' && items[2].tag == 'c');

  char line[] = "a,bb;c";
  char *t = strtok(line, ",;");
  assert(strcmp(t, "a") == 0);
  t = strtok(NULL, ",;");
  assert(strcmp(t, "bb") == 0);
  t = strtok(NULL, ",;");
  assert(strcmp(t, "c") == 0 && strtok(NULL, ",;") == NULL);
  const char *text = "needle in hay";
  assert(strstr(text, "in") == text + 7 && strstr(text, "zz") == NULL);
  assert(strspn("aab", "a") == 2 && strcspn("xyz", "z") == 2 && strpbrk(text, "ln") == text);
  assert(memchr("abc", 'c', 3) != NULL && memchr("abc", 'c', 2) == NULL);
  assert(strcasecmp("AbC", "aBc") == 0 && strncasecmp("abX", "ABy", 2) == 0);
  char cat[8] = "ab";
  strncat(cat, "cdef", 2);
  assert(strcmp(cat, "abcd") == 0);
  char *d = strndup("hello", 2);
  assert(strcmp(d, "he") == 0);
  free(d);
  assert(isxdigit('f') && ispunct('!') && !isprint(7));
  return 0;
}
