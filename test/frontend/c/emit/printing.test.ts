// Printing whose result nothing uses reads its texts and nothing else; both readers find the same.

import { describe, expect, it } from 'vitest';
import { moduleAfter } from '../../../../src/frontend/c/index.js';
import { expectAnswer } from './answers.js';

const head = '#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

const linked = (body: string): string =>
  moduleAfter('link', `${head}int x; char b[4]; int main(void) { ${body} }`, 'a.c', {
    readFile: () => undefined,
  });

it.each([
  ['printf("%d %5.2f %c %%\\n", x, 1.0, 65);', false],
  ['fprintf(stderr, "%s: %-8s %.3s %.*s\\n", b, strerror(x), b, 2, b);', false],
  ['x = printf("%d\\n", x);', true],
  ['printf("%n", &x);', true],
  ['printf(b);', true],
  ['printf("%d %s", x);', true],
])('%s', (statement, isWhole) => {
  expect(linked(statement).includes('function @__model_print(')).toBe(isWhole);
});

describe.each(['sc', 'tso'] as const)('both readers, under %s', (model) => {
  it.each([
    ['a text', 'char s[4] = "abc"; printf("%s %d\\n", s, x);'],
    ['a text without an end', 'char *s = malloc(3); memset(s, 65, 3); printf("%s\\n", s);'],
    ['a part of it', 'char *s = malloc(3); memset(s, 65, 3); printf("%.3s %.*s\\n", s, x + 2, s);'],
    ['a text that was freed', 'char *s = malloc(3); free(s); fprintf(stderr, "%s\\n", s);'],
    ['null', 'char *s = 0; printf("%3s\\n", s);'],
    ['a text without a value', 'char *s = malloc(3); s[0] = 65; puts(s);'],
    ['a closed stream', 'fclose(stdout); printf("a\\n");'],
    ['the name of a thread', 'char *s = malloc(3); memset(s, 65, 3); pthread_setname_np(pthread_self(), s);'],
  ])('%s', (_, body) =>
    expectAnswer(`${head}int x; int main(void) { ${body} x = 1; }`, model, { observe: ['x'] }),
  );
});
