// scanf and its kin: the library of model/ answers as the other one does.

import { describe, expect, it } from 'vitest';
import { onModel } from '../readers.js';

const program = (body: string): string => `#include <stdio.h>
#include <string.h>
int x, y; int main(void) { char word[9] = ""; int a = 0, b = 0; long l = 0; ${body} return 0; }`;

describe('both libraries agree on', () => {
  it.each([
    ['numbers', 'x = sscanf("12 -0x1f", "%d %i", &a, &b); y = 100 * a + b;'],
    ['a width', 'x = sscanf("1234", "%2d%*1d%d", &a, &b); y = 100 * a + b;'],
    ['lengths', 'char c = 0; x = sscanf("300 5000000000", "%hhd %ld", &c, &l); y = c + (l == 5000000000);'],
    [
      'words and the place they end at',
      'x = sscanf("  ab cd", "%s %n", word, &a); y = a + (strcmp(word, "ab") == 0);',
    ],
    ['sets', 'x = sscanf("ab,]-", "%3[a-z],%[]-]", word, word + 4); y = word[1] + word[5];'],
    ['all but a set', 'x = sscanf("k=v", "%*[^=]=%c", word); y = word[0];'],
    ['text that does not match', 'x = sscanf("a", "%d", &a); y = sscanf("5", "%d,%d", &a, &b);'],
    ['the end of the text', 'x = sscanf("", "%d", &a); y = sscanf("50%", "%d%%%d", &a, &b);'],
    ['numbers that are too large', 'x = sscanf("99999999999999999999", "%ld", &l); y = l == -1ul >> 1;'],
    ['input from outside', 'a = 7; x = scanf("%*d %d", &a); y = x > 0 ? 0 : a;'],
    ['text from outside', 'x = scanf("%1[a-c]", word); y = x == 1 ? word[0] : 0;'],
  ])('%s', (_, body) => {
    const model = onModel(program(body), { unroll: 24 });
    expect(model).toMatchSnapshot();
    expect(model.states.length).toBeGreaterThan(0);
  });
});
