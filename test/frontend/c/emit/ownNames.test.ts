// Programs that use names of the library for things of their own.

import { expect, it } from 'vitest';
import { run, states } from '../run.js';

it.each([
  [
    'a variable',
    'int free, x; static int read; int main(void) { free = 1; read = 2; x = free + read; }',
    'x=3',
  ],
  ['a function', 'int x; void exit(int n) { x = n; } int main(void) { exit(3); x++; }', 'x=4'],
  ['a static function', 'int x; static void exit(int n) { x = n; } int main(void) { exit(3); x++; }', 'x=4'],
  [
    'an allocator, which the library uses',
    `#include <string.h>
char pool[8]; int x; void *malloc(size_t n) { x++; return pool; } int main(void) { char *p = strdup("a"); x += p == malloc(1); }`,
    'x=3',
  ],
])('%s', (_, text, expected) => {
  expect(states(text, 'sc', { observe: ['x'] })).toEqual([expected]);
  expect(run(text).findings).toEqual([]);
});
