// Functions of glibc's string.h, strings.h, stdlib.h and inttypes.h that are not C's.
#define _GNU_SOURCE
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct pair { int a; long b; };

static void searching(void) {
  const char *s = "a/b/c";
  assert(index(s, '/') == s + 1 && rindex(s, '/') == s + 3);
  assert(strchrnul(s, 'x') == s + 5 && strchrnul(s, 'b') == s + 2);
  assert(rawmemchr(s, 'c') == s + 4);
  assert(memrchr(s, '/', 5) == s + 3 && memrchr(s, '/', 3) == s + 1 && memrchr(s, 'x', 5) == NULL);
  assert(memmem(s, 5, "b/", 2) == s + 2 && memmem(s, 5, "/a", 2) == NULL && memmem(s, 1, "ab", 2) == NULL);
  assert(strcasestr(s, "/B") == s + 1 && strcasestr(s, "bb") == NULL && strcasestr(s, "") == s);
  assert(strcoll("ab", "ac") < 0);
}

static void copying(void) {
  char b[8];
  assert(memccpy(b, "key=v", '=', 5) == b + 4 && memcmp(b, "key=", 4) == 0);
  assert(memccpy(b, "abc", 'x', 3) == NULL && b[2] == 'c');
  assert(stpncpy(b, "xy", 4) == b + 2 && b[3] == 0);
  assert(mempcpy(b, "1234", 4) == b + 4 && b[3] == '4');
  struct pair p = {1, 2}, q[2];
  struct pair *end = mempcpy(q, &p, sizeof p);
  assert(end == q + 1 && q[0].a == 1 && q[0].b == 2);
  bcopy(&p, &q[1], sizeof p);
  assert(bcmp(&q[1], &p, sizeof p.a) == 0 && q[1].b == 2);
  bzero(&p, sizeof p);
  assert(p.a == 0 && p.b == 0);
}

static void splitting(void) {
  char line[] = "a,,b", *rest = line;
  assert(strcmp(strsep(&rest, ","), "a") == 0);
  assert(strcmp(strsep(&rest, ","), "") == 0);
  assert(strcmp(strsep(&rest, ","), "b") == 0);
  assert(rest == NULL && strsep(&rest, ",") == NULL);
}

static void numbers(void) {
  div_t d = div(-7, 2);
  assert(d.quot == -3 && d.rem == -1);
  assert(ldiv(9000000000L, 7).rem == 9000000000L % 7 && lldiv(7, -2).quot == -3);
  assert(imaxabs(-3) == 3 && imaxdiv(7, 3).rem == 1);
  assert(strtoimax("-12x", NULL, 10) == -12 && strtoumax("ff", NULL, 16) == 255);
  int *v = reallocarray(NULL, 2, sizeof(int));
  v[0] = 1;
  v = reallocarray(v, 4, sizeof(int));
  v[3] = 4;
  assert(v[0] == 1 && v[3] == 4);
  free(v);
}

static void blocks(void) {
  char *s;
  int i = 3;
  assert(asprintf(&s, "%d-%s", i++, "ab") == 4 && i == 4);
  assert(strcmp(s, "3-ab") == 0);
  free(s);
}

int main(void) {
  searching();
  copying();
  splitting();
  numbers();
  blocks();
  return 0;
}
