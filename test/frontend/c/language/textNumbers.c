#include <assert.h>
#include <stdlib.h>
#include <string.h>

char text[16] = " -12.375e+1z";

int main(void) {
  char *end;
  assert(atof(" -1e3x") == -1000 && atof("x") == 0 && atof(".5") == 0.5 && atof("3.14159265") == 3.14159265);
  assert(strtod(text, &end) == -123.75 && end == text + 11);
  strcpy(text, "-INFinity");
  assert(atof(text) == -1e999);
  strcpy(text, "1.e+z");
  assert(strtod(text, &end) == 1 && *end == 'e' && strtof("0.1", &end) == 0.1f && *end == 0);
}
