// Labels of blocks: the output of gcc's binaries for the same programs. The reader of LLVM IR knows labels as values.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, states } from './run.js';

const program = (body: string): string => `int x, y;\n${body}`;

describe('labels', () => {
  it('belong to their block', () => {
    const text = program(`
      #define FIND(v) ({ __label__ found, none; int k, i = -1; for (k = 0; k < 3; k++) if (a[k] == (v)) goto found; goto none; found: i = k; none: i; })
      int a[3] = { 4, 5, 6 };
      int main(void) { x = FIND(6); y = FIND(9); { __label__ l; goto l; y = 3; l: ; } goto l; x = 0; l: return 0; }`);
    expect(states(text)).toEqual(['x=2 y=-1']);
  });

  it('are no values', () => {
    const value = 'int main(void) { void *p = &&l; l: return 0; }';
    const jump = 'int main(void) { void *p = 0; goto *p; }';
    const hint = '--readers llvm has clang compile the program';
    const code = 'c-unsupported';
    expect([value, jump].map((text) => diagnosticOf(text))).toMatchObject([
      { code, message: 'the value of a label is not supported', line: 1, column: 28, hint },
      { code, message: 'a jump to a computed label is not supported', line: 1, column: 31, hint },
    ]);
  });
});
