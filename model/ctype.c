/* <ctype.h>, in the locale of C. glibc's headers look classes up in tables, which begin at -128. */
#define _GNU_SOURCE
#include <ctype.h>

#undef isdigit
#undef isupper
#undef islower
#undef isalpha
#undef isalnum
#undef isxdigit
#undef isprint
#undef isgraph
#undef ispunct
#undef iscntrl
#undef isblank
#undef isspace
#undef isascii
#undef toascii
#undef toupper
#undef tolower

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int toupper(int c) { return islower(c) ? c - 32 : c; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }

/* What glibc's macros look at: the classes of the characters from -128 to 255. */
#define MODEL_CLASS(c)                                                                                                  \
  (((c) >= '0' && (c) <= '9' ? _ISdigit | _ISxdigit | _ISalnum | _ISprint | _ISgraph : 0) |                              \
   ((c) >= 'A' && (c) <= 'Z' ? _ISupper | _ISalpha | _ISalnum | _ISprint | _ISgraph : 0) |                               \
   ((c) >= 'a' && (c) <= 'z' ? _ISlower | _ISalpha | _ISalnum | _ISprint | _ISgraph : 0) |                               \
   (((c) >= 'a' && (c) <= 'f') || ((c) >= 'A' && (c) <= 'F') ? _ISxdigit : 0) |                                          \
   (((c) >= 33 && (c) <= 47) || ((c) >= 58 && (c) <= 64) || ((c) >= 91 && (c) <= 96) || ((c) >= 123 && (c) <= 126)       \
        ? _ISpunct | _ISprint | _ISgraph                                                                                \
        : 0) |                                                                                                          \
   (((c) >= 0 && (c) < 32) || (c) == 127 ? _IScntrl : 0) | ((c) >= 9 && (c) <= 13 ? _ISspace : 0) |                      \
   ((c) == ' ' ? _ISspace | _ISblank | _ISprint : 0) | ((c) == 9 ? _ISblank : 0))
#define MODEL_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c)-32 : (c))
#define MODEL_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define MODEL_4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define MODEL_16(f, c) MODEL_4(f, c), MODEL_4(f, (c) + 4), MODEL_4(f, (c) + 8), MODEL_4(f, (c) + 12)
#define MODEL_64(f, c) MODEL_16(f, c), MODEL_16(f, (c) + 16), MODEL_16(f, (c) + 32), MODEL_16(f, (c) + 48)
#define MODEL_TABLE(f) {MODEL_64(f, -128), MODEL_64(f, -64), MODEL_64(f, 0), MODEL_64(f, 64), MODEL_64(f, 128), MODEL_64(f, 192)}

static const unsigned short __model_classes[384] = MODEL_TABLE(MODEL_CLASS);
static const int __model_uppers[384] = MODEL_TABLE(MODEL_UPPER);
static const int __model_lowers[384] = MODEL_TABLE(MODEL_LOWER);
static const unsigned short *__model_class_of = __model_classes + 128;
static const int *__model_upper_of = __model_uppers + 128;
static const int *__model_lower_of = __model_lowers + 128;

const unsigned short **__ctype_b_loc(void) { return &__model_class_of; }
const int **__ctype_toupper_loc(void) { return &__model_upper_of; }
const int **__ctype_tolower_loc(void) { return &__model_lower_of; }
