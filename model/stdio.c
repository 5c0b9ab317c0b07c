/*
 * Printing. Text for memory is written character by character; text for a stream is only read and counted, since no program sees it again.
 * The format is known where printf is called, and so propagation leaves of it what reads the arguments.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/diptych.h"
#include "include/files.h"
#include "include/text.h"

void __model_put(struct model_text *out, char c) {
  if (out->to && out->count + 1 < out->size) out->to[out->count] = c;
  out->count++;
}

void __model_pad(struct model_text *out, char c, long n) {
  for (; n > 0; n--) __model_put(out, c);
}

static void __model_put_text(struct model_text *out, const char *s, struct model_conversion how) {
  long n = how.precision < 0 ? strlen(s) : strnlen(s, how.precision);
  if (!how.left) __model_pad(out, ' ', how.width - n);
  for (long i = 0; i < n; i++) __model_put(out, s[i]);
  if (how.left) __model_pad(out, ' ', how.width - n);
}

void __model_put_number(struct model_text *out, unsigned long value, unsigned base, char ten, struct model_conversion how) {
  unsigned long power = 1;
  long n = 0, zeros, prefix = how.alternative && base == 16 && value != 0 ? 2 : 0;
  if (value != 0 || how.precision != 0)
    for (n = 1; value / power >= base; n++) power *= base;
  if (how.alternative && base == 8 && how.precision <= n && value != 0) how.precision = n + 1;
  zeros = how.precision > n ? how.precision - n : 0;
  how.width -= n + zeros + prefix + (how.sign != 0);
  if (how.zeros && !how.left && how.precision < 0 && how.width > 0) {
    zeros += how.width;
    how.width = 0;
  }
  if (!how.left) __model_pad(out, ' ', how.width);
  if (how.sign) __model_put(out, how.sign);
  if (prefix) {
    __model_put(out, '0');
    __model_put(out, ten + ('x' - 'a'));
  }
  __model_pad(out, '0', zeros);
  for (; n > 0; n--) {
    unsigned long digit = value / power % base;
    __model_put(out, digit < 10 ? '0' + digit : ten + digit - 10);
    power /= base;
  }
  if (how.left) __model_pad(out, ' ', how.width);
}

static void __model_put_signed(struct model_text *out, long value, struct model_conversion how) {
  if (value < 0) how.sign = '-';
  __model_put_number(out, value < 0 ? -(unsigned long)value : (unsigned long)value, 10, 'a', how);
}

static void __model_put_address(struct model_text *out, unsigned long value, struct model_conversion how) {
  how.precision = -1;
  how.alternative = 1;
  if (value) __model_put_number(out, value, 16, 'a', how);
  else __model_put_text(out, "(nil)", how);
}

int __model_length(const char **format) {
  char c = **format;
  int twice = (c == 'h' || c == 'l') && (*format)[1] == c;
  if (c != 'h' && c != 'l' && c != 'z' && c != 'j' && c != 't') return 0;
  *format += 1 + twice;
  return c != 'h' ? 1 : twice ? -2 : -1;
}

static long __model_decimal(const char **format) {
  long n = 0;
  for (; **format >= '0' && **format <= '9'; (*format)++) n = 10 * n + (**format - '0');
  return n;
}

void __model_refuse_conversion(int length, char letter) {
  if (!__diptych_known(letter)) __diptych_refuse("a format that is only known when the program runs is not supported: write a string literal");
  else if (letter == 0) __diptych_refuse("a format that ends in a conversion is not supported");
  else if (length > 0) __diptych_refuse("the conversion %%l%c of a format is not supported", letter);
  else __diptych_refuse("the conversion %%%c of a format is not supported", letter);
}

static unsigned long __model_print(struct model_text *out, const char *format, va_list arguments) {
  for (; *format; format++) {
    struct model_conversion how = {0, 0, 0, 0, 0, -1};
    if (*format != '%') {
      __model_put(out, *format);
      continue;
    }
    for (format++;; format++) {
      if (*format == '-') how.left = 1;
      else if (*format == '0') how.zeros = 1;
      else if (*format == '#') how.alternative = 1;
      else if (*format == '+') how.sign = '+';
      else if (*format == ' ') how.sign = how.sign ? how.sign : ' ';
      else break;
    }
    if (*format == '*') {
      how.width = va_arg(arguments, int);
      format++;
      if (how.width < 0) how.left = 1, how.width = -how.width;
    } else how.width = __model_decimal(&format);
    if (*format == '.') {
      format++;
      if (*format == '*') {
        how.precision = va_arg(arguments, int);
        format++;
      } else how.precision = __model_decimal(&format);
    }
    int length = __model_length(&format);
    char letter = *format;
    /* Wide characters are not converted. */
    if (!__diptych_known(letter) || (length > 0 && (letter == 'c' || letter == 's'))) {
      __model_refuse_conversion(length, letter);
      return out->count;
    }
    if (letter == '%') __model_put(out, '%');
    else if (letter == 'c') {
      char c = va_arg(arguments, int);
      if (!how.left) __model_pad(out, ' ', how.width - 1);
      __model_put(out, c);
      if (how.left) __model_pad(out, ' ', how.width - 1);
    } else if (letter == 's') __model_put_text(out, va_arg(arguments, const char *), how);
    else if (letter == 'd' || letter == 'i') {
      long value = length > 0 ? va_arg(arguments, long) : va_arg(arguments, int);
      if (length == -1) value = (short)value;
      if (length == -2) value = (signed char)value;
      __model_put_signed(out, value, how);
    } else if (letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
      unsigned long value = length > 0 ? va_arg(arguments, unsigned long) : va_arg(arguments, unsigned);
      if (length == -1) value = (unsigned short)value;
      if (length == -2) value = (unsigned char)value;
      how.sign = 0;
      __model_put_number(out, value, letter == 'o' ? 8 : letter == 'u' ? 10 : 16, letter == 'X' ? 'A' : 'a', how);
    } else if (letter == 'p') __model_put_address(out, (unsigned long)va_arg(arguments, void *), how);
    else if (letter == 'n') *va_arg(arguments, int *) = out->count;
    else if (letter && strchr("eEfFgGaA", letter)) __model_put_float(out, va_arg(arguments, double), letter, how);
    else {
      __model_refuse_conversion(length, letter);
      return out->count;
    }
  }
  return out->count;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments) {
  struct model_text out = {size ? to : 0, size, 0};
  va_list rest;
  va_copy(rest, arguments);
  __model_print(&out, format, rest);
  va_end(rest);
  if (size) to[out.count < size ? out.count : size - 1] = 0;
  return out.count;
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments) { return vsnprintf(to, -1ul >> 1, format, arguments); }

static int __model_to_file(const char *format, va_list arguments) {
  struct model_text out = {0, 0, 0};
  return __model_print(&out, format, arguments);
}
static int __model_to_stream(FILE *stream, const char *format, va_list arguments) {
  __model_uses_stream(stream);
  return __model_to_file(format, arguments);
}

#define MODEL_WITH_ARGUMENTS(last, call) \
  va_list arguments;                     \
  va_start(arguments, last);             \
  int count = call;                      \
  va_end(arguments);                     \
  return count;

int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
  MODEL_WITH_ARGUMENTS(format, vsnprintf(to, size, format, arguments))
}
int sprintf(char *restrict to, const char *restrict format, ...) { MODEL_WITH_ARGUMENTS(format, vsprintf(to, format, arguments)) }

int vasprintf(char **restrict to, const char *restrict format, va_list arguments) {
  struct model_text measured = {0, 0, 0};
  va_list rest;
  va_copy(rest, arguments);
  unsigned long count = __model_print(&measured, format, rest);
  va_end(rest);
  *to = malloc(count + 1);
  return vsnprintf(*to, count + 1, format, arguments);
}
int asprintf(char **restrict to, const char *restrict format, ...) { MODEL_WITH_ARGUMENTS(format, vasprintf(to, format, arguments)) }

int printf(const char *restrict format, ...) { MODEL_WITH_ARGUMENTS(format, __model_to_stream(stdout, format, arguments)) }
int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  MODEL_WITH_ARGUMENTS(format, __model_to_stream(stream, format, arguments))
}
int dprintf(int file, const char *restrict format, ...) {
  (void)file;
  MODEL_WITH_ARGUMENTS(format, __model_to_file(format, arguments))
}
int vprintf(const char *restrict format, va_list arguments) { return __model_to_stream(stdout, format, arguments); }
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return __model_to_stream(stream, format, arguments);
}
int vdprintf(int file, const char *restrict format, va_list arguments) {
  (void)file;
  return __model_to_file(format, arguments);
}
