// Damaged programs: for any change of the bytes or tokens of a C program, the front end answers with a program or
// with a diagnostic that has a code and a position. DIPTYCH_FUZZ multiplies the number of mutations.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseC } from '../../../src/frontend/c/index.js';
import { InputError } from '../../../src/support/diagnostic.js';

const folder = join(import.meta.dirname, '../../../benchmarks/c');
const programs = readdirSync(folder)
  .filter((name) => name.endsWith('.c'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const effort = Number(process.env.DIPTYCH_FUZZ ?? 1);

const tokenPattern =
  /[A-Za-z_]\w*|\d\w*|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\s+|[-+*/%&|^=<>!]=|&&|\|\||->|\+\+|--|<<|>>|##|./gs;
const vocabulary = [
  ...new Set(programs.flatMap((text) => text.match(tokenPattern) ?? [])),
  ...'union goto case default struct typedef sizeof _Atomic static extern ... # ## \\ @ ` 0x 1.5 99999999999 int float'.split(
    ' ',
  ),
].filter((token) => token.trim() !== '');

/** Either a program or an InputError; anything else is a defect. */
function survives(text: string): void {
  try {
    const program = parseC(text, join(folder, 'damaged.c'), { unroll: 2 });
    expect(program.threads.length).toBeGreaterThan(0);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.diagnostic.code).toMatch(/^[a-z0-9-]+$/);
    expect(error.diagnostic.message).not.toBe('');
    expect(error.diagnostic.file).toBeDefined();
  }
}

const program = fc.integer({ min: 0, max: programs.length - 1 });

describe('damaged programs', () => {
  it('by bytes', () => {
    const edit = fc.record({
      at: fc.nat(),
      length: fc.integer({ min: 0, max: 4 }),
      text: fc.string({ maxLength: 3, unit: 'binary-ascii' }),
    });
    fc.assert(
      fc.property(program, fc.array(edit, { minLength: 1, maxLength: 4 }), (index, edits) => {
        let text = programs[index];
        for (const { at, length, text: inserted } of edits) {
          const start = at % text.length;
          text = text.slice(0, start) + inserted + text.slice(start + length);
        }
        survives(text);
      }),
      { numRuns: 350 * effort },
    );
  });

  it('by tokens', () => {
    const edit = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('delete', 'replace', 'insert', 'copy'),
      from: fc.nat(),
      token: fc.constantFrom(...vocabulary),
    });
    fc.assert(
      fc.property(program, fc.array(edit, { minLength: 1, maxLength: 3 }), (index, edits) => {
        const tokens = programs[index].match(tokenPattern) ?? [];
        for (const { at, kind, from, token } of edits) {
          const place = at % tokens.length;
          if (kind === 'delete') tokens.splice(place, 1);
          else if (kind === 'replace') tokens.splice(place, 1, token);
          else if (kind === 'insert') tokens.splice(place, 0, ` ${token} `);
          else tokens.splice(place, 1, tokens[from % tokens.length]);
        }
        survives(tokens.join(''));
      }),
      { numRuns: 800 * effort },
    );
  });

  it('by cutting them off', () => {
    fc.assert(
      fc.property(program, fc.nat(), (index, end) =>
        survives(programs[index].slice(0, end % programs[index].length)),
      ),
      { numRuns: 200 * effort },
    );
  });
});
