/*
 * Compares functions of the model (with the prefix m_) with those of the system's library on random inputs. Prints a line for each function
 * that differs, with its input, and ends with the number of those.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What the model asks of diptych, as plain C. */
void m___diptych_copy(void *to, const void *from, unsigned long n) { memmove(to, from, n); }
void m___diptych_fill(void *p, int byte, unsigned long n) { memset(p, byte, n); }
int m___diptych_compare(const void *a, const void *b, unsigned long n) { return memcmp(a, b, n); }
void m___diptych_reads(const void *p, unsigned long n) { (void)p, (void)n; }
int m___diptych_known(long x) { (void)x; return 1; }
void m___diptych_refuse(const char *text, ...) { printf("refused: %s\n", text); }
void m___diptych_require(int c, const char *kind, const char *text) { if (!c) printf("%s: %s\n", kind, text); }
void m___diptych_any(void *p, unsigned long n) { memset(p, 0, n); }
void *m___diptych_allocate(unsigned long n, unsigned long align, int flags) { (void)align; return flags & 1 ? calloc(1, n) : malloc(n); }
void m___diptych_release(void *p) { free(p); }
unsigned long m___diptych_block_size(void *p) { (void)p; return 0; }

void *m_stdin, *m_stdout;
void m___model_uses_stream(void *stream) { (void)stream; }
int m___diptych_choose(int n) { (void)n; return 0; }
void m___diptych_assume(int c) { (void)c; }

static unsigned long state;
static unsigned next(unsigned n) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % n;
}

static int failures;
static void fails(const char *name, const char *a, const char *b) {
  if (failures++ < 20) printf("%s differs for \"%s\" and \"%s\"\n", name, a, b);
}

static int sign(int n) { return n < 0 ? -1 : n > 0; }
static void word(char *to, unsigned most, const char *letters) {
  unsigned n = next(most + 1);
  for (unsigned i = 0; i < n; i++) to[i] = letters[next(strlen(letters))];
  to[n] = 0;
}

#define EXTERN(result, name, ...) result m_##name(__VA_ARGS__);
#define SAME(name, a, b, expected, got) if ((expected) != (got)) fails(#name, a, b)

EXTERN(size_t, strlen, const char *) EXTERN(size_t, strnlen, const char *, size_t) EXTERN(int, strcmp, const char *, const char *)
EXTERN(int, strncmp, const char *, const char *, size_t) EXTERN(char *, strcpy, char *, const char *)
EXTERN(char *, strncpy, char *, const char *, size_t) EXTERN(char *, stpcpy, char *, const char *) EXTERN(char *, strcat, char *, const char *)
EXTERN(char *, stpncpy, char *, const char *, size_t)
EXTERN(char *, strncat, char *, const char *, size_t) EXTERN(char *, strchr, const char *, int) EXTERN(char *, strrchr, const char *, int)
EXTERN(char *, strchrnul, const char *, int) EXTERN(char *, strstr, const char *, const char *) EXTERN(size_t, strspn, const char *, const char *)
EXTERN(size_t, strcspn, const char *, const char *) EXTERN(char *, strpbrk, const char *, const char *)
EXTERN(char *, strtok_r, char *, const char *, char **) EXTERN(char *, strsep, char **, const char *)
EXTERN(int, strcasecmp, const char *, const char *) EXTERN(int, strncasecmp, const char *, const char *, size_t)
EXTERN(char *, strcasestr, const char *, const char *) EXTERN(void *, memchr, const void *, int, size_t)
EXTERN(void, swab, const void *, void *, ssize_t) EXTERN(void *, memrchr, const void *, int, size_t) EXTERN(void *, memmem, const void *, size_t, const void *, size_t)
EXTERN(void *, memccpy, void *, const void *, int, size_t) EXTERN(long, strtol, const char *, char **, int)
EXTERN(unsigned long, strtoul, const char *, char **, int) EXTERN(int, atoi, const char *)
EXTERN(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
EXTERN(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *))
EXTERN(int, sscanf, const char *, const char *, ...)
EXTERN(int, snprintf, char *, size_t, const char *, ...) EXTERN(int *, __errno_location, void)

static void strings(void) {
  char a[64], b[64], x[200], y[200];
  word(a, 12, "abAB ,");
  word(b, 4, "abAB ,");
  int c = "abAB ,z"[next(8)];
  size_t n = next(10);
  SAME(strlen, a, b, strlen(a), m_strlen(a));
  SAME(strnlen, a, b, strnlen(a, n), m_strnlen(a, n));
  SAME(strcmp, a, b, sign(strcmp(a, b)), sign(m_strcmp(a, b)));
  SAME(strncmp, a, b, sign(strncmp(a, b, n)), sign(m_strncmp(a, b, n)));
  SAME(strcasecmp, a, b, sign(strcasecmp(a, b)), sign(m_strcasecmp(a, b)));
  SAME(strncasecmp, a, b, sign(strncasecmp(a, b, n)), sign(m_strncasecmp(a, b, n)));
  SAME(strchr, a, b, strchr(a, c), m_strchr(a, c));
  SAME(strrchr, a, b, strrchr(a, c), m_strrchr(a, c));
  SAME(strchrnul, a, b, strchrnul(a, c), m_strchrnul(a, c));
  SAME(strstr, a, b, strstr(a, b), m_strstr(a, b));
  SAME(strcasestr, a, b, strcasestr(a, b), m_strcasestr(a, b));
  SAME(strspn, a, b, strspn(a, b), m_strspn(a, b));
  SAME(strcspn, a, b, strcspn(a, b), m_strcspn(a, b));
  SAME(strpbrk, a, b, strpbrk(a, b), m_strpbrk(a, b));
  SAME(memchr, a, b, memchr(a, c, strlen(a)), m_memchr(a, c, strlen(a)));
  char turned[2][64] = {{0}};
  swab(a, turned[0], strlen(a)), m_swab(a, turned[1], strlen(a));
  SAME(swab, a, b, 0, memcmp(turned[0], turned[1], 64));
  SAME(memrchr, a, b, memrchr(a, c, strlen(a)), m_memrchr(a, c, strlen(a)));
  SAME(memmem, a, b, memmem(a, strlen(a), b, strlen(b)), m_memmem(a, strlen(a), b, strlen(b)));
#define WRITES(name, ...)                                                      \
  memset(x, '#', sizeof x), memset(y, '#', sizeof y), strcpy(x, b), strcpy(y, b); \
  {                                                                             \
    char *to = x;                                                               \
    long p = (char *)name(__VA_ARGS__) - x;                                     \
    to = y;                                                                     \
    long q = (char *)m_##name(__VA_ARGS__) - y;                                 \
    if (memcmp(x, y, sizeof x) != 0 || (p != q && p >= 0 && p < 200)) fails(#name, a, b); \
  }
  WRITES(strcpy, to, a)
  WRITES(stpcpy, to, a)
  WRITES(strncpy, to, a, n)
  WRITES(stpncpy, to, a, n)
  WRITES(strcat, to, a)
  WRITES(strncat, to, a, n)
  WRITES(memccpy, to, a, c, strlen(a))
  strcpy(x, a), strcpy(y, a);
  char *p = x, *q = y, *rest, *other;
  for (p = strtok_r(x, b, &rest), q = m_strtok_r(y, b, &other); p && q; p = strtok_r(0, b, &rest), q = m_strtok_r(0, b, &other))
    if (p - x != q - y || strcmp(p, q)) fails("strtok_r", a, b);
  if (p || q) fails("strtok_r", a, b);
  strcpy(x, a), strcpy(y, a);
  rest = x, other = y;
  for (p = strsep(&rest, b), q = m_strsep(&other, b); p && q; p = strsep(&rest, b), q = m_strsep(&other, b))
    if (p - x != q - y || strcmp(p, q)) fails("strsep", a, b);
  if (p || q) fails("strsep", a, b);
}

static void numbers(void) {
  char a[64], *end, *other;
  int bases[] = {0, 2, 8, 10, 16, 36, 1, 37}, base = bases[next(8)];
  word(a, next(2) ? 5 : 24, " +-0x19aFz");
  errno = *m___errno_location() = 0;
  end = other = a;
  long l = strtol(a, &end, base), m = m_strtol(a, &other, base);
  SAME(strtol, a, "", l, m);
  SAME(strtol, a, "errno", errno, *m___errno_location());
  if (base != 1 && base != 37) SAME(strtol, a, "end", end, other);
  errno = *m___errno_location() = 0;
  SAME(strtoul, a, "", strtoul(a, &end, base), m_strtoul(a, &other, base));
  SAME(strtoul, a, "errno", errno, *m___errno_location());
  SAME(atoi, a, "", atoi(a), m_atoi(a));
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void sorting(void) {
  int a[12], b[12], n = next(12), key = next(10);
  for (int i = 0; i < n; i++) a[i] = b[i] = next(10);
  qsort(a, n, sizeof *a, ascending);
  m_qsort(b, n, sizeof *b, ascending);
  if (memcmp(a, b, n * sizeof *a)) fails("qsort", "", "");
  int *found = bsearch(&key, a, n, sizeof *a, ascending), *other = m_bsearch(&key, a, n, sizeof *a, ascending);
  if (!found != !other || (found && *found != *other)) fails("bsearch", "", "");
}

static void printing(void) {
  static const char *flags[] = {"", "-", "0", "+", " ", "-0", "+-", "0+", " 0"};
  static const char *lengths[] = {"", "hh", "h", "l", "ll", "z"};
  char format[64], x[100], y[100], text[32];
  memset(x, '#', sizeof x), memset(y, '#', sizeof y);
  word(text, 8, "abc %");
  size_t room = next(2) ? 100 : next(8);
  int n, m;
  char width[16] = "", precision[16] = "";
  if (next(2)) sprintf(width, "%u", next(12));
  if (next(3) == 0) sprintf(precision, ".%u", next(6));
  unsigned kind = next(4);
  if (kind == 0) {
    sprintf(format, "[%%%s%s%ss]", next(2) ? "-" : "", width, precision);
    n = snprintf(x, room, format, text), m = m_snprintf(y, room, format, text);
  } else if (kind == 1) {
    sprintf(format, "[%%%s%sc]%%%%", next(2) ? "-" : "", width);
    n = snprintf(x, room, format, 'q'), m = m_snprintf(y, room, format, 'q');
  } else {
    char letter = "diuxXo"[next(6)];
    long value = next(3) == 0 ? 0 : next(2) ? (long)state : (long)next(2000) - 1000;
    sprintf(format, "%%%s%s%s%s%c.", flags[next(9)], width, precision, lengths[next(6)], letter);
    n = snprintf(x, room, format, value), m = m_snprintf(y, room, format, value);
    sprintf(text, "%lx", value);
  }
  if (n != m || memcmp(x, y, sizeof x)) {
    fails("snprintf", format, text);
    if (failures < 20) printf("  %d %.40s | %d %.40s\n", n, room ? x : "", m, room ? y : "");
  }
}

#define OF_REALS(use) use(fabs) use(trunc) use(floor) use(ceil) use(round) use(rint) use(nearbyint) use(sqrt)
#define REAL(name) double m_##name(double);
OF_REALS(REAL)
#define REALS(name) double m_##name(double, double);
REALS(copysign) REALS(fmod) REALS(fmin) REALS(fmax) REALS(fdim)
double m_ldexp(double, int), m_frexp(double, int *), m_modf(double, double *), m_strtod(const char *, char **);
float m_strtof(const char *, char **), m_sqrtf(float), m_floorf(float);
long m_lround(double), m_lrint(double);
void m___diptych_cut(const char *reason, const char *detail) { printf("cut: %s %s\n", reason, detail); }

/* The same number, or no number both times; 0 and -0 differ. */
static int alike(double a, double b) { return a != a ? b != b : a == b && signbit(a) == signbit(b); }
static double real(void) {
  static const double ends[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 4503599627370495.5, 4503599627370496.0, 1e300, 5e-324, INFINITY, -INFINITY, NAN};
  if (next(3) == 0) return ends[next(14)];
  union { unsigned long bits; double number; } any = {state ^ (unsigned long)next(1 << 30) << 34};
  if (any.number != any.number) return NAN;
  return next(2) ? any.number : ((double)next(4000) - 2000) / 8;
}
static void reals(void) {
  char text[64], *end, *other;
  double x = real(), y = real(), whole, part;
  sprintf(text, "%a", x);
#define UNARY(name) if (!alike(name(x), m_##name(x))) fails(#name, text, "");
#define BINARY(name) if (!alike(name(x, y), m_##name(x, y))) fails(#name, text, "");
  OF_REALS(UNARY)
  BINARY(copysign)
  if (x != y) { BINARY(fmin) BINARY(fmax) }
  BINARY(fdim)
  BINARY(fmod)
  int power = (int)next(40) - 20, found_power = 7, own_power = 7;
  if (x == 0 || !isnormal(x) || isnormal(ldexp(x, power)))
    if (x == 0 || x != x || isinf(x) || isnormal(x))
      if (!alike(ldexp(x, power), m_ldexp(x, power))) fails("ldexp", text, "");
  if (!alike(frexp(x, &found_power), m_frexp(x, &own_power)) || (isfinite(x) && found_power != own_power)) fails("frexp", text, "");
  if (!alike(sqrtf(x), m_sqrtf(x)) || !alike(floorf(x), m_floorf(x))) fails("sqrtf, floorf", text, "");
  double left = modf(x, &whole), found = m_modf(x, &part);
  if (!alike(left, found) || !alike(whole, part)) fails("modf", text, "");
  if (fabs(x) < 1e18) {
    SAME(lround, text, "", lround(x), m_lround(x));
    SAME(lrint, text, "", lrint(x), m_lrint(x));
  }
  static const char *words[] = {"inf", "-Infinity", "nan", "infin", ".", "-", "1e", "1e+", ".5.", "+1.50e1x", "0e9"};
  if (next(4) == 0) strcpy(text, words[next(11)]);
  else sprintf(text, "%s%u%s%ue%d", next(2) ? " -" : "", next(1000), next(2) ? "." : "", next(100), (int)next(9) - 4);
  if (!alike(strtod(text, &end), m_strtod(text, &other)) || end != other) fails("strtod", text, "");
  if (!alike(strtof(text, &end), m_strtof(text, &other)) || end != other) fails("strtof", text, "");
}

/* Two conversions of random kinds, and what stands between them. */
static void scanning(void) {
  static const char *conversions[] = {"%d", "%3d", "%i", "%x", "%u", "%hhd", "%hd", "%ld", "%o", "%s", "%2s", "%c", "%2c", "%[a-c]", "%2[^a ]",
                                      "%[]a-]", "%*d", "%*s", "%n", "%*[0-9]", "%%"};
  static const char *between[] = {"", " ", ",", "a", "-"};
  char text[32], format[32], x[64], y[64];
  word(text, 10, "ab-1902x ,]%");
  sprintf(format, "%s%s%s", conversions[next(21)], between[next(5)], conversions[next(21)]);
  memset(x, '#', sizeof x), memset(y, '#', sizeof y);
  int n = sscanf(text, format, x, x + 32), m = m_sscanf(text, format, y, y + 32);
  if (n != m || memcmp(x, y, sizeof x)) fails("sscanf", text, format);
}

#define CLASS(name) int m_##name(int);
CLASS(isdigit) CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isalnum) CLASS(isxdigit) CLASS(isprint) CLASS(isgraph)
CLASS(ispunct) CLASS(iscntrl) CLASS(isblank) CLASS(isspace) CLASS(toupper) CLASS(tolower)
const unsigned short **m___ctype_b_loc(void);
const int **m___ctype_toupper_loc(void);
const int **m___ctype_tolower_loc(void);

static void characters(void) {
  char c[2] = "";
  for (int i = -1; i < 256; i++) {
    c[0] = i;
#define COMPARE(name) if (!(name)(i) != !m_##name(i)) fails(#name, c, "")
    COMPARE(isdigit); COMPARE(isupper); COMPARE(islower); COMPARE(isalpha); COMPARE(isalnum); COMPARE(isxdigit); COMPARE(isprint);
    COMPARE(isgraph); COMPARE(ispunct); COMPARE(iscntrl); COMPARE(isblank); COMPARE(isspace);
    SAME(toupper, c, "", (toupper)(i), m_toupper(i));
    SAME(tolower, c, "", (tolower)(i), m_tolower(i));
    SAME(__ctype_b_loc, c, "", (*__ctype_b_loc())[i], (*m___ctype_b_loc())[i]);
    SAME(__ctype_toupper_loc, c, "", (*__ctype_toupper_loc())[i], (*m___ctype_toupper_loc())[i]);
    SAME(__ctype_tolower_loc, c, "", (*__ctype_tolower_loc())[i], (*m___ctype_tolower_loc())[i]);
  }
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoul(argv[1], 0, 10) : 1;
  characters();
  for (int i = 0; i < 20000; i++) {
    strings();
    numbers();
    sorting();
    printing();
    scanning();
    reals();
  }
  printf("%d differences\n", failures);
  return failures != 0;
}
