// The environment, for programs that put something there: pointers to `name=value`, as in glibc. It is empty when a program begins. The
// functions read and write it as other memory, so that changes in two threads are a race.

import type { LibraryPart } from './part.js';

const EINVAL = 22;

/** More are cut there, like a loop at its bound. */
const most = 8;

export const environmentChanges = ['setenv', 'unsetenv', 'putenv', 'clearenv'];

export const environment: readonly LibraryPart[] = [
  ['i_environment', () => `char *N[${most + 1}];`],
  ['i_environment_count', 'int N;'],
  // the place of the name, which ends with = or with the text
  [
    'i_environment_at',
    () => `int N(const char *name) {
      for (int k = 0; k < ${most}; k++) {
        if (k >= __lib_i_environment_count) return -1;
        const char *there = __lib_i_environment[k];
        int i = 0;
        while (name[i] != 0 && name[i] != '=' && name[i] == there[i]) i++;
        if (there[i] == '=' && (name[i] == 0 || name[i] == '=')) return k;
      }
      return -1;
    }`,
  ],
  [
    'i_environment_put',
    () => `void N(char *entry) {
      int k = __lib_i_environment_at(entry);
      if (k < 0) k = __lib_i_environment_count++;
      if (k >= ${most}) __diptych_limit("${most} variables of the environment");
      __lib_i_environment[k] = entry;
    }`,
  ],
  [
    'getenv',
    () => `char *N(const char *name) {
      int k = __lib_i_environment_at(name);
      return k < 0 ? 0 : __lib_strchr(__lib_i_environment[k], '=') + 1;
    }`,
  ],
  [
    'setenv',
    () => `int N(const char *name, const char *value, int overwrite) {
      if (name == 0 || *name == 0 || __lib_strchr(name, '=')) return __lib_i_fail(${EINVAL});
      if (!overwrite && __lib_i_environment_at(name) >= 0) return 0;
      int length = __lib_strlen(name);
      char *entry = malloc(length + __lib_strlen(value) + 2);
      __lib_strcpy(entry, name);
      entry[length] = '=';
      __lib_strcpy(entry + length + 1, value);
      __lib_i_environment_put(entry);
      return 0;
    }`,
  ],
  [
    'putenv',
    () => `int N(char *entry) {
      if (__lib_strchr(entry, '=')) __lib_i_environment_put(entry);
      else __lib_unsetenv(entry);
      return 0;
    }`,
  ],
  [
    'unsetenv',
    () => `int N(const char *name) {
      if (name == 0 || *name == 0 || __lib_strchr(name, '=')) return __lib_i_fail(${EINVAL});
      int k = __lib_i_environment_at(name);
      if (k < 0) return 0;
      __lib_i_environment[k] = __lib_i_environment[--__lib_i_environment_count];
      __lib_i_environment[__lib_i_environment_count] = 0;
      return 0;
    }`,
  ],
  [
    'clearenv',
    () => `int N(void) {
      for (int k = 0; k < ${most}; k++) __lib_i_environment[k] = 0;
      __lib_i_environment_count = 0;
      return 0;
    }`,
  ],
];
