/* Text that is being printed (stdio.c, printedFloats.c). */
#ifndef MODEL_TEXT_H
#define MODEL_TEXT_H

/* Where text goes: `to` has room for `size` characters, of which `count` would have been written so far; 0: nowhere. */
struct model_text {
  char *to;
  unsigned long size, count;
};

struct model_conversion {
  int left, zeros, alternative;
  char sign;
  long width, precision;
};

void __model_put(struct model_text *out, char c);
void __model_pad(struct model_text *out, char c, long n);
void __model_put_number(struct model_text *out, unsigned long value, unsigned base, char ten, struct model_conversion how);
void __model_put_float(struct model_text *out, double x, char letter, struct model_conversion how);
/* Refuses the conversion of a format that ends with the letter; `length` is that of `__model_length`. */
void __model_refuse_conversion(int length, char letter);

#endif
