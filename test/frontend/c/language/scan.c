#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char last[40];

static int note(const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(last, sizeof last, format, args);
  va_end(args);
  return n;
}

static int into(char *to, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsprintf(to, format, args);
  va_end(args);
  return n;
}

int main(void) {
  assert(note("a%5d|%-4s|%04x|%c%%", -12, "ab", 255, 'z') == 19);
  assert(strcmp(last, "a  -12|ab  |00ff|z%") == 0);
  assert(note("%lu %hhd %+d %.2s %*d", 4294967296ul, 300, 5, "abc", 3, 8) == 23);
  assert(strcmp(last, "4294967296 44 +5 ab   8") == 0);
  char b[8];
  assert(into(b, "%X%s", 48879, "!") == 5 && strcmp(b, "BEEF!") == 0);

  int x = 7, y = 8;
  unsigned long w = 0;
  char c = 0, word[8];
  assert(sscanf("12 -3", "%d %d", &x, &y) == 2 && x == 12 && y == -3);
  assert(sscanf("k=0x1f,z", "k=%lx,%c", &w, &c) == 2 && w == 31 && c == 'z');
  assert(sscanf("  item 010", "%s %i", word, &x) == 2 && strcmp(word, "item") == 0 && x == 8);
  assert(sscanf("1234", "%2d%*1d%n%d", &x, &y, &y) == 2 && x == 12 && y == 4);
  assert(sscanf("", "%d", &x) == EOF && sscanf("  ", "%s", word) == EOF && sscanf("a", "%d", &x) == 0);
  assert(sscanf("5", "%d,%d", &x, &y) == 1 && x == 5 && sscanf("-", "%d", &x) == 0);
  assert(sscanf("08", "%i%d", &x, &y) == 2 && x == 0 && y == 8 && sscanf("x", "%*c%d", &x) == EOF);
  assert(sscanf("99999999999999999999 -99999999999999999999", "%u %ld", &x, &w) == 2 && x == -1 && w == 1ul << 63);
  assert(sscanf("ab,cd 12", "%3[a-z],%2[^ ]%d", word, b, &y) == 3 && strcmp(word, "ab") == 0 && strcmp(b, "cd") == 0 && y == 12);
  assert(sscanf("]-x", "%[]-]%2[x]", word, b) == 2 && strcmp(word, "]-") == 0 && strcmp(b, "x") == 0);
  assert(sscanf("key=a b", "%*[a-z]=%[^=]", word) == 1 && strcmp(word, "a b") == 0);
  assert(sscanf("12", "%[a-c]", word) == 0 && sscanf("", "%[a]", word) == EOF);
  return 0;
}
