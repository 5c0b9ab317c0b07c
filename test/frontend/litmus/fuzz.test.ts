// Damaged litmus files: for any change of bytes or tokens, the result is a program or a diagnostic inside the file.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { printProgram } from '../../../src/program/printer.js';
import { InputError } from '../../../src/support/diagnostic.js';
import { programArb } from '../../program/arbitraryProgram.js';

const folder = join(import.meta.dirname, '../../../benchmarks/litmus');
const files = readdirSync(folder).filter((file) => file.endsWith('.litmus'));
const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));

const textArb = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: programArb.map(printProgram) },
);

/** Pieces that mean something somewhere. */
const snippets = [
  ...[
    '(*',
    '*)',
    '/*',
    '//',
    '"',
    '`',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    '|',
    ',',
    ':',
    '=',
    '<<',
    '~',
    '\\/',
    '/\\',
    '=>',
  ],
  ...[
    'LOCK',
    'MOV',
    'JMP',
    'EAX',
    '[x]',
    '$1',
    '$-1',
    '0x',
    '%a0',
    'L0:',
    'P0',
    'P9',
    '0:',
    'exists',
    'forall',
    'filter',
  ],
  ...[
    'locations',
    'with',
    'not',
    'true',
    'int',
    'if',
    'else',
    'while',
    'atomic',
    'spawned',
    'break',
    '99999999999',
    '-',
  ],
  ...[
    '*',
    '&',
    '&&',
    '?',
    '__proto__',
    'constructor',
    'nondet',
    'spawn',
    'bound',
    '\0',
    '\uFEFF',
    '\ud800',
    '\r',
    'é',
  ],
];

type Mutation = (text: string) => string;

const mutationArb: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.constantFrom(...snippets)).map(
    ([at, snippet]): Mutation =>
      (text) => {
        const i = at % (text.length + 1);
        return text.slice(0, i) + snippet + text.slice(i);
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 12 })).map(
    ([at, length]): Mutation =>
      (text) => {
        const i = at % (text.length + 1);
        return text.slice(0, i) + text.slice(i + length);
      },
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(
    ([at, byte]): Mutation =>
      (text) => {
        const i = at % (text.length + 1);
        return text.slice(0, i) + String.fromCharCode(byte) + text.slice(i + 1);
      },
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([a, b]): Mutation =>
      (text) => {
        const tokens = text.split(/(\s+|\b)/);
        const [i, j] = [a % tokens.length, b % tokens.length];
        return tokens.with(i, tokens[j]).with(j, tokens[i]).join('');
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 60 }), fc.nat()).map(
    ([at, length, to]): Mutation =>
      (text) => {
        const piece = text.slice(at % (text.length + 1)).slice(0, length);
        const i = to % (text.length + 1);
        return text.slice(0, i) + piece + text.slice(i);
      },
  ),
  fc.nat().map(
    (at): Mutation =>
      (text) =>
        text.slice(0, at % (text.length + 1)),
  ),
);

describe('damaged files', () => {
  it('end in a program or a diagnostic', () => {
    fc.assert(
      fc.property(textArb, fc.array(mutationArb, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        const damaged = mutations.reduce((t, mutate) => mutate(t), text);
        try {
          parseLitmus(damaged, 'damaged.litmus');
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          const { line, column, message } = error.diagnostic;
          expect(message).not.toBe('');
          const lines = (error.text ?? '').split('\n');
          if (line !== undefined) expect(line).toBeLessThanOrEqual(lines.length);
          if (line !== undefined && column !== undefined)
            expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
