// Blocks that are too small for their content: the part that fits may be used, use of the rest is found, for any type
// of the block.

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { parse, run } from '../run.js';

const engine = await SymbolicEngine.start();

const bytes = { char: 1, short: 2, int: 4, long: 8 } as const;
type Name = keyof typeof bytes;
const types: readonly Name[] = ['char', 'short', 'int', 'long'];

/** The kinds of findings of both engines. */
function found(text: string): string[] {
  const { findings } = run(text);
  const kinds = findings.map(({ finding }) => finding.kind).sort();
  const other = engine.findings(parse(text), { model: 'sc', unroll: 8 });
  expect(other.findings.map(({ finding }) => finding.kind).sort(), text).toEqual(kinds);
  return kinds;
}

const program = (size: string, body: string): string =>
  `#include <stdlib.h>
  struct pair { long a; int b; };
  int main(void) { int n = ${size}; ${body} return 0; }`;

describe.each(types)('%s', (type) => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16])('in %i bytes', (size) => {
    for (const index of [0, 1]) {
      const fits = (index + 1) * bytes[type] <= size;
      const use = `p[${index}] = 1; free(p);`;
      const expected = fits ? [] : ['invalid-address'];
      expect(found(program('0', `${type} *p = malloc(${size}); ${use}`))).toEqual(expected);
      expect(found(program('0', `${type} *p = calloc(1, ${size}); n = p[${index}]; free(p);`))).toEqual(
        expected,
      );
    }
  });

  it('in a block whose size is chosen', () => {
    const chosen = '__VERIFIER_nondet_int() % 2';
    const declared = 'int __VERIFIER_nondet_int(void);';
    const text = (asked: string): string =>
      program(asked, `if (n < 0) n = 0; ${type} *p = malloc(n * sizeof *p); p[0] = 1; free(p);`);
    expect(found(`${declared}\n${text(chosen)}`)).toEqual(['invalid-address']);
    expect(found(`${declared}\n${text(`1 + (${chosen} != 0)`)}`)).toEqual([]);
  });
});

describe('members', () => {
  it.each([
    ['a', 0, false],
    ['a', 4, false],
    ['a', 8, true],
    ['b', 8, false],
    ['b', 11, false],
    ['b', 12, true],
  ])('%s in %i bytes: %s', (member, size, fits) => {
    const text = program('0', `struct pair *p = malloc(${size}); p->${member} = 1; free(p);`);
    expect(found(text)).toEqual(fits ? [] : ['invalid-address']);
  });
});

describe('a block of nothing', () => {
  it.each([
    ['int *p = malloc(0); free(p);', []],
    ['int *p = malloc(0), *q = malloc(0); n = p == q; free(p); free(q);', []],
    ['int *p = malloc(0); free(p); free(p);', ['double-free']],
    ['char *p = malloc(0); free(p); *p = 1;', ['invalid-address']],
    ['char *p = malloc(0); n = *p;', ['invalid-address']],
    ['char *p = malloc(0); free(p + 1);', ['invalid-free']],
  ])('%s', (body, expected) => {
    expect(found(program('0', body))).toEqual(expected);
  });
});
