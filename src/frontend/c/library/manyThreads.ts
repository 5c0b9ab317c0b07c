// Klever's word for a thread of which there is any number, one at least: the program knows the one that was created last.

import type { LibraryPart } from './part.js';

export const manyThreads: readonly LibraryPart[] = [
  [
    'pthread_create_N',
    `int N(unsigned long *thread, const void *attributes, void *(*start)(void *), void *argument) {
      do pthread_create(thread, attributes, start, argument);
      while (__diptych_choose(2));
      return 0;
    }`,
  ],
];
