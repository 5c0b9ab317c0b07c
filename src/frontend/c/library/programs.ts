// Other programs, as C: one takes the place of this one, which ends there, or is not found.

import type { LibraryPart } from './part.js';

const replaced =
  '__diptych_reads_text(path); if (__diptych_choose(2)) return __lib_i_fail(__diptych_choose(2) ? 2 : 13); _exit(0); return -1;';

export const programs: readonly LibraryPart[] = [
  ...['execl', 'execlp', 'execle'].map(
    (name): LibraryPart => [name, `int N(const char *path, const char *first, ...) { ${replaced} }`],
  ),
  ...['execv', 'execvp'].map(
    (name): LibraryPart => [name, `int N(const char *path, char *const *arguments) { ${replaced} }`],
  ),
  ...['execve', 'execvpe'].map(
    (name): LibraryPart => [
      name,
      `int N(const char *path, char *const *arguments, char *const *environment) { ${replaced} }`,
    ],
  ),
];
