// Every bug that is put into the front end is noticed. `npm run judge seeded-c` looks for all of them; here some are looked for
// with the program that noticed them then.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { frontEndBugs, withBug } from './bugs.js';
import { foundBy } from './find.js';
import found from './found.json' with { type: 'json' };
import { type FoundBy, seededTable } from './table.js';

const recorded: FoundBy = found;
const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');

describe('bugs in the front end', () => {
  it('are at least 30, with different names', () => {
    expect(frontEndBugs.length).toBeGreaterThanOrEqual(30);
    expect(new Set(frontEndBugs.map((bug) => bug.name)).size).toBe(frontEndBugs.length);
  });

  it.each(frontEndBugs)('$name is one change to $file', (bug) => {
    const code = read(`src/${bug.file}`);
    expect(withBug(bug, code)).not.toBe(code);
  });

  it.each(
    frontEndBugs.flatMap(({ name, inLibrary }) => (inLibrary === undefined ? [] : [[name, inLibrary]])),
  )('%s is one change to the library', (_, text) =>
    expect(read('model/library.txt').split(text)).toHaveLength(2),
  );

  it('were all found, as docs/judges.md says', () => {
    expect(Object.keys(recorded)).toEqual(frontEndBugs.map((bug) => bug.name));
    const rows = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) => line.replace(/ +/g, ' '));
    expect(rows(read('docs/judges.md'))).toEqual(
      expect.arrayContaining(rows(seededTable(recorded)).slice(2)),
    );
  });

  it.each(frontEndBugs.filter((_, i) => i % 13 === 6))('$name is found', async (bug) => {
    expect(await foundBy(bug, recorded[bug.name])).toBe(recorded[bug.name]);
  });
});
