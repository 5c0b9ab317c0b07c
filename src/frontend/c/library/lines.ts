// Lines that are read from streams into memory of the library's, as C: any text.

import type { LibraryPart } from './part.js';

const EINVAL = 22;

export const lines: readonly LibraryPart[] = [
  // a line that is longer than the buffer is cut there, like a loop at its bound
  [
    'getdelim',
    `long N(char **line, unsigned long *size, int last, void *stream) {
      unsigned long i;
      int c = -1;
      __lib_i_uses(stream);
      if (line == 0 || size == 0) return __lib_i_fail(${EINVAL});
      if (*line == 0 || *size == 0) {
        free(*line);
        *size = 120;
        *line = malloc(120);
      }
      if (__diptych_choose(2)) return -1;
      for (i = 0; c != last; i++) {
        if (i > 0 && __diptych_choose(2)) break;
        if (i == *size - 1) for (;;);
        (*line)[i] = c = __diptych_choose(256);
        c = (unsigned char)c;
      }
      (*line)[i] = 0;
      return i;
    }`,
  ],
  [
    'getline',
    'long N(char **line, unsigned long *size, void *stream) { return __lib_getdelim(line, size, 10, stream); }',
  ],
];
