// The comparison of the readers finds every bug that is put into one of them. `npm run judge seeded-readers` looks for all of
// them; here some are looked for with the program that showed them then.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withBug } from '../c/seeded/bugs.js';
import type { FoundBy } from '../c/seeded/table.js';
import { readerBugs } from './bugs.js';
import { clang, readerBugFoundBy } from './find.js';
import found from './found.json' with { type: 'json' };
import { knownPrograms } from './programs.js';
import { readersTable } from './table.js';

const recorded: FoundBy = found;
const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const inFolder = (folder: string): number => readerBugs.filter(({ file }) => file.startsWith(folder)).length;

describe('bugs in the readers', () => {
  it('are ten in each', () => {
    expect(['frontend/c/', 'frontend/llvm/'].map(inFolder)).toEqual([10, 10]);
    expect(new Set(readerBugs.map((bug) => bug.name)).size).toBe(20);
  });

  it.each(readerBugs)('$name is one change to $file', (bug) => {
    const code = read(`src/${bug.file}`);
    expect(withBug(bug, code)).not.toBe(code);
  });

  it('were all found, as docs/crosscheck.md says', () => {
    expect(Object.keys(recorded)).toEqual(readerBugs.map((bug) => bug.name));
    const rows = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) => line.replace(/ +/g, ' '));
    expect(rows(read('docs/crosscheck.md'))).toEqual(
      expect.arrayContaining(rows(readersTable(recorded)).slice(2)),
    );
  });

  it.skipIf(clang === undefined).each(readerBugs.filter((_, i) => i % 6 === 4))(
    '$name is found',
    async (bug) => {
      const programs = knownPrograms.filter(({ name }) => name === recorded[bug.name]);
      expect(await readerBugFoundBy(bug, programs)).toBe(recorded[bug.name]);
    },
    120_000,
  );
});
