/*
 * Scanning. sscanf reads from text that the program has. scanf and fscanf read from outside: the end of the input, or any of the items that
 * the format asks for. The format is known where they are called, and so propagation leaves of them what stores the items.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>

#include "include/diptych.h"
#include "include/files.h"
#include "include/text.h"

/* What no item has: a width. */
enum { MODEL_ANY_WIDTH = 1000000, MODEL_MATCHES_NOT = -1, MODEL_TEXT_ENDS = -2 };

/* One conversion of a format: `set` is where the characters in brackets begin. */
struct model_item {
  int kept, length;
  /* 0: none. */
  long width;
  char letter;
  const char *set, *set_end;
};

static int __model_is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }

/* Reads the conversion behind a `%`, and yields where it ends. */
static const char *__model_read_item(const char *format, struct model_item *item) {
  item->kept = *format != '*';
  if (*format == '*') format++;
  item->width = 0;
  for (; *format >= '0' && *format <= '9'; format++) item->width = 10 * item->width + (*format - '0');
  item->length = __model_length(&format);
  item->letter = *format;
  if (*format == 0) return format;
  format++;
  if (item->letter != '[') return format;
  item->set = format;
  if (*format == '^') format++;
  if (*format == ']') format++;
  while (*format && *format != ']') format++;
  item->set_end = format;
  return *format ? format + 1 : format;
}

/* Whether a character is one of those in brackets: `a-z` is a range, `^` says all others. */
static int __model_in_set(int c, const char *set, const char *end) {
  int others = *set == '^';
  for (const char *s = set + others; s < end; s++) {
    unsigned char first = *s, last = *s;
    if (s + 2 < end && s[1] == '-') {
      last = s[2];
      s += 2;
    }
    if (c >= first && c <= last) return !others;
  }
  return others;
}

/* Whether an item of text takes the character. */
static int __model_takes(const struct model_item *item, int c) {
  if (item->letter == '[') return __model_in_set(c, item->set, item->set_end);
  return item->letter == 'c' || !__model_is_space(c);
}

static long __model_skip(const char *s, long k) {
  while (__model_is_space(s[k])) k++;
  return k;
}

static int __model_digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

static int __model_base_of(char letter) {
  if (letter == 'i') return 0;
  if (letter == 'o') return 8;
  return letter == 'x' || letter == 'X' || letter == 'p' ? 16 : 10;
}

/* A number beyond a long is the nearest one, as glibc has it; `most`: the largest that fits. */
static long __model_scan_number(const char *s, long k, int base, long width, unsigned long most, unsigned long *value) {
  unsigned long v = 0;
  int negative = 0, digits = 0, wide = 0;
  k = __model_skip(s, k);
  if (s[k] == 0) return MODEL_TEXT_ENDS;
  if (s[k] == '-' || s[k] == '+') {
    negative = s[k] == '-';
    k++, width--;
  }
  if ((base == 0 || base == 16) && width > 0 && s[k] == '0') {
    k++, width--;
    digits = 1;
    if (width > 0 && (s[k] == 'x' || s[k] == 'X')) {
      k++, width--;
      base = 16;
    } else if (base == 0) base = 8;
  } else if (base == 0) base = 10;
  for (; width > 0 && __model_digit_value(s[k]) < base; k++, width--) {
    int digit = __model_digit_value(s[k]);
    if (v > (-1ul - digit) / base) wide = 1;
    v = v * base + digit;
    digits = 1;
  }
  if (!digits) return MODEL_MATCHES_NOT;
  if (wide || v > most) *value = negative && most >> 63 == 0 ? most + 1 : most;
  else *value = negative ? -v : v;
  return k;
}

static void __model_store_number(void *to, int length, unsigned long value) {
  if (length > 0) *(long *)to = value;
  else if (length == 0) *(int *)to = value;
  else if (length == -1) *(short *)to = value;
  else *(char *)to = value;
}

/* At the end of the text fewer are enough, as in glibc. */
static long __model_scan_characters(const char *s, long k, long width, char *to) {
  for (long i = 0; i < width; i++, k++) {
    if (s[k] == 0) return i == 0 ? MODEL_TEXT_ENDS : k;
    if (to) to[i] = s[k];
  }
  return k;
}

static long __model_scan_text(const char *s, long k, const struct model_item *item, char *to) {
  long i = 0, width = item->width ? item->width : MODEL_ANY_WIDTH;
  if (item->letter == 's') k = __model_skip(s, k);
  if (s[k] == 0) return MODEL_TEXT_ENDS;
  for (; i < width && s[k] != 0 && __model_takes(item, (unsigned char)s[k]); i++, k++)
    if (to) to[i] = s[k];
  if (i == 0) return MODEL_MATCHES_NOT;
  if (to) to[i] = 0;
  return k;
}

static int __model_is_number(char letter) {
  return letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o' || letter == 'p';
}
static int __model_is_text(char letter) { return letter == 's' || letter == 'c' || letter == '['; }
static int __model_is_real(char letter) {
  char c = letter | 32;
  return c == 'a' || c == 'e' || c == 'f' || c == 'g';
}

static int __model_scan(const char *s, const char *format, va_list arguments) {
  int count = 0;
  long k = 0;
  while (*format) {
    long next = k;
    struct model_item item;
    if (__model_is_space(*format)) {
      k = __model_skip(s, k);
      format++;
      continue;
    }
    if (*format != '%') {
      next = s[k] == *format ? k + 1 : s[k] == 0 ? MODEL_TEXT_ENDS : MODEL_MATCHES_NOT;
      format++;
      item.kept = 0;
    } else {
      format = __model_read_item(format + 1, &item);
      char letter = item.letter;
      if (!__diptych_known(letter)) {
        __model_refuse_conversion(item.length, letter);
        return count;
      }
      if (letter == 'n') {
        if (item.kept) __model_store_number(va_arg(arguments, void *), item.length, k);
        continue;
      }
      if (letter == '%') {
        k = __model_skip(s, k);
        next = s[k] == '%' ? k + 1 : s[k] == 0 ? MODEL_TEXT_ENDS : MODEL_MATCHES_NOT;
        item.kept = 0;
      } else if (__model_is_number(letter)) {
        unsigned long value = 0, most = letter == 'd' || letter == 'i' ? -1ul >> 1 : -1ul;
        next = __model_scan_number(s, k, __model_base_of(letter), item.width ? item.width : MODEL_ANY_WIDTH, most, &value);
        if (next >= 0 && item.kept) __model_store_number(va_arg(arguments, void *), letter == 'p' ? 1 : item.length, value);
      } else if (__model_is_text(letter) && item.length == 0) {
        char *to = item.kept ? va_arg(arguments, char *) : 0;
        next = letter == 'c' ? __model_scan_characters(s, k, item.width ? item.width : 1, to) : __model_scan_text(s, k, &item, to);
      } else {
        __model_refuse_conversion(item.length, letter);
        return count;
      }
    }
    if (next < 0) return next == MODEL_TEXT_ENDS && count == 0 ? EOF : count;
    k = next;
    count += item.kept;
  }
  return count;
}

/* Any text that the item takes; without a width no text is too long. */
static void __model_any_text(const struct model_item *item, char *to) {
  long i = 0, width = item->letter == 'c' && item->width == 0 ? 1 : item->width;
  int ends = item->letter != 'c';
  __diptych_require(width != 0 || !__diptych_choose(2), "out-of-bounds",
                    "text that is longer than the array it is read into (the conversion has no width)");
  for (; width == 0 || i < width; i++) {
    int c = __diptych_choose(256);
    if (c == 0 && i > 0 && ends) break;
    __diptych_assume(c != 0 && __model_takes(item, c));
    to[i] = c;
  }
  if (ends) to[i] = 0;
}

static void __model_any_item(const struct model_item *item, void *to) {
  char letter = item->letter;
  int length = item->length;
  if (__model_is_number(letter)) __diptych_any(to, letter == 'p' || length > 0 ? 8 : length == 0 ? 4 : length == -1 ? 2 : 1);
  else if (__model_is_real(letter)) __diptych_any(to, length > 0 ? 8 : 4);
  else if (letter == 'c' && item->width == 0) __diptych_any(to, 1);
  else if (__model_is_text(letter) && length == 0) __model_any_text(item, to);
  else __model_refuse_conversion(length, letter);
}

/* Reads the next item of a format that is kept; 0 at its end. */
static const char *__model_next_item(const char *format, struct model_item *item) {
  while (*format) {
    if (*format++ != '%') continue;
    format = __model_read_item(format, item);
    if (item->letter != '%' && item->kept) return format;
  }
  return 0;
}

static int __model_count_items(const char *format) {
  struct model_item item;
  int count = 0;
  for (; (format = __model_next_item(format, &item)); count++) {
  }
  return count;
}

/* Every argument is taken, so that it is known which one is; those of the first `count` items get any values. */
static int __model_scan_stream(FILE *stream, const char *format, va_list arguments) {
  struct model_item item;
  __model_uses_stream(stream);
  int count = __diptych_choose(__model_count_items(format) + 2) - 1;
  for (int k = 0; (format = __model_next_item(format, &item)); k++) {
    void *to = va_arg(arguments, void *);
    if (k < count) __model_any_item(&item, to);
  }
  return count;
}

#define MODEL_SCANS(call)       \
  va_list arguments;            \
  va_start(arguments, format);  \
  int count = call;             \
  va_end(arguments);            \
  return count;

/* Their names: glibc's headers call the plain ones by others, which depend on the standard of the program. */
#define MODEL_SCANNING(tag, prefix)                                                                                          \
  int __model_##tag##_vsscanf(const char *s, const char *format, va_list arguments) __asm__(prefix "vsscanf");               \
  int __model_##tag##_vsscanf(const char *s, const char *format, va_list arguments) { return __model_scan(s, format, arguments); } \
  int __model_##tag##_vfscanf(FILE *stream, const char *format, va_list arguments) __asm__(prefix "vfscanf");                \
  int __model_##tag##_vfscanf(FILE *stream, const char *format, va_list arguments) {                                         \
    return __model_scan_stream(stream, format, arguments);                                                                   \
  }                                                                                                                          \
  int __model_##tag##_vscanf(const char *format, va_list arguments) __asm__(prefix "vscanf");                                \
  int __model_##tag##_vscanf(const char *format, va_list arguments) { return __model_scan_stream(stdin, format, arguments); } \
  int __model_##tag##_sscanf(const char *s, const char *format, ...) __asm__(prefix "sscanf");                               \
  int __model_##tag##_sscanf(const char *s, const char *format, ...) { MODEL_SCANS(__model_scan(s, format, arguments)) }     \
  int __model_##tag##_fscanf(FILE *stream, const char *format, ...) __asm__(prefix "fscanf");                                \
  int __model_##tag##_fscanf(FILE *stream, const char *format, ...) {                                                        \
    MODEL_SCANS(__model_scan_stream(stream, format, arguments))                                                              \
  }                                                                                                                          \
  int __model_##tag##_scanf(const char *format, ...) __asm__(prefix "scanf");                                                \
  int __model_##tag##_scanf(const char *format, ...) { MODEL_SCANS(__model_scan_stream(stdin, format, arguments)) }
MODEL_SCANNING(plain, "")
MODEL_SCANNING(c99, "__isoc99_")
MODEL_SCANNING(c23, "__isoc23_")
