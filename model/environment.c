/*
 * The environment: an array of pointers to `name=value`, as in glibc. It is empty when the program begins. Its accesses are plain loads
 * and stores, so two threads that use it without synchronisation can race.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/objects.h"

/* The most variables. A program that adds one more is cut at that call, as a loop is cut at its bound. */
enum { MODEL_VARIABLES = 8 };
static char *__model_environment[MODEL_VARIABLES + 1];
static int __model_variables;

char **environ = __model_environment;
static char __model_program_name[] = "program";
char *program_invocation_name = __model_program_name;
char *program_invocation_short_name = __model_program_name;

/* The index of the variable, or -1 if it is not set. The name ends at `=` or at the end of the string. */
static int __model_variable(const char *name) {
  for (int k = 0; k < MODEL_VARIABLES; k++) {
    if (k >= __model_variables) return -1;
    const char *there = __model_environment[k];
    int i = 0;
    while (name[i] != 0 && name[i] != '=' && name[i] == there[i]) i++;
    if (there[i] == '=' && (name[i] == 0 || name[i] == '=')) return k;
  }
  return -1;
}

static void __model_put_variable(char *entry) {
  int k = __model_variable(entry);
  if (k < 0) k = __model_variables++;
  if (k >= MODEL_VARIABLES) __diptych_cut("limit", "8 variables of the environment");
  __model_environment[k] = entry;
}

static int __model_is_variable_name(const char *name) { return name != 0 && *name != 0 && strchr(name, '=') == 0; }

char *getenv(const char *name) {
  (void)strlen(name);
  int k = __model_variable(name);
  return k < 0 ? 0 : strchr(__model_environment[k], '=') + 1;
}
char *secure_getenv(const char *name) { return getenv(name); }

int setenv(const char *name, const char *value, int overwrite) {
  if (!__model_is_variable_name(name)) return __model_fail(EINVAL);
  if (!overwrite && __model_variable(name) >= 0) return 0;
  size_t length = strlen(name);
  char *entry = malloc(length + strlen(value) + 2);
  strcpy(entry, name);
  entry[length] = '=';
  strcpy(entry + length + 1, value);
  __model_put_variable(entry);
  return 0;
}

int unsetenv(const char *name) {
  if (!__model_is_variable_name(name)) return __model_fail(EINVAL);
  int k = __model_variable(name);
  if (k < 0) return 0;
  __model_environment[k] = __model_environment[--__model_variables];
  __model_environment[__model_variables] = 0;
  return 0;
}

int putenv(char *entry) {
  if (strchr(entry, '=')) __model_put_variable(entry);
  else unsetenv(entry);
  return 0;
}

int clearenv(void) {
  for (int k = 0; k < MODEL_VARIABLES; k++) __model_environment[k] = 0;
  __model_variables = 0;
  return 0;
}

/* The only locale. */
static char __model_locale[] = "C";
char *setlocale(int category, const char *locale) {
  (void)category;
  if (locale == 0 || *locale == 0) return __model_locale;
  return strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0 ? __model_locale : 0;
}
