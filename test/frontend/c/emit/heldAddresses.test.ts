// An address in the initial value of a variable is one that the program may write to, though no instruction names it.

import { describe, it } from 'vitest';
import { expectAnswer } from './answers.js';

const pointer = `int x, y, r; static int *p = &x;
int main(int argc, char **argv) { if (argc > 5) p = &y; *p = 5; r = x; }`;
const table = `int x, r; static int written;
static const struct { int *to, value; } all[] = { { 0, 1 }, { &written, 5 } };
int main(int argc, char **argv) { int i = argc > 5 ? 0 : 1; if (all[i].to) *all[i].to = all[i].value; x = written; r = i; }`;
const chain = `int x, r; static int written; static int *first = &written; static int **second[2] = { &first, &first };
int main(int argc, char **argv) { **second[argc > 5] = 3; x = written; }`;

describe('a variable that is written by way of an address in an initial value', () => {
  it.each([
    ['of a pointer', pointer],
    ['of a table', table],
    ['of what another one points to', chain],
  ])('%s', (_, text) => {
    expectAnswer(text, 'sc');
  });
});
