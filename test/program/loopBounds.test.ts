import { describe, expect, it } from 'vitest';
import { constant } from '../../src/program/expression.js';
import { withLoopBounds } from '../../src/program/loopBounds.js';
import type { Program } from '../../src/program/program.js';
import type { Statement } from '../../src/program/statement.js';
import type { InputError } from '../../src/support/diagnostic.js';

const loop = (line: number, body: readonly Statement[], file?: string): Statement => ({
  kind: 'while',
  label: `L${line}`,
  condition: constant(1),
  body,
  at: { line, column: 1, ...(file === undefined ? {} : { file }) },
});

const program: Program = {
  name: 'loops',
  locations: [],
  threads: [
    {
      name: 'P0',
      start: 'initial',
      parameters: [],
      registers: new Map(),
      body: [loop(3, [loop(4, [])]), loop(4, [], 'lib.h')],
    },
  ],
  observed: [],
};

describe('bounds of single loops', () => {
  it('go to the loops at their lines', () => {
    const bounded = withLoopBounds(program, [
      { line: 4, bound: 5 },
      { file: 'lib.h', line: 4, bound: 7 },
    ]);
    expect(bounded.threads[0].body).toMatchObject([{ body: [{ bound: 5 }] }, { bound: 7 }]);
    expect(bounded.threads[0].body[0]).not.toHaveProperty('bound');
  });

  it('must have a loop', () => {
    const code = (line: number): unknown => {
      try {
        return withLoopBounds(program, [{ line, bound: 1 }]);
      } catch (error) {
        return (error as InputError).diagnostic;
      }
    };
    expect(code(9)).toMatchObject({ code: 'no-such-loop', hint: 'there are loops at line 3, 4, lib.h:4' });
  });
});
