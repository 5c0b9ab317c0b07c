// Cross-checking finds bugs that were put in on purpose. `npm run judge seeded` looks for all of them from seed 0 on; here some are
// looked for near the program that showed them then.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withTable } from '../documentTable.js';
import { findSeededBug } from './seeded.js';
import found from './seededBugs.found.json' with { type: 'json' };
import { type FoundBugs, seededBugs } from './seededBugs.js';
import { rowsOf, seededPlace, seededTable } from './seededTable.js';

const recorded: FoundBugs = found;
const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

describe('seeded bugs', () => {
  it('are at least 20, with different names', () => {
    expect(seededBugs.length).toBeGreaterThanOrEqual(20);
    expect(new Set(seededBugs.map((bug) => bug.name)).size).toBe(seededBugs.length);
  });

  it.each(seededBugs)('$name is one change to $file', ({ file, find }) => {
    expect(read(file).split(find)).toHaveLength(2);
  });

  it('were all found, as docs/crosscheck.md says', () => {
    expect(Object.keys(recorded)).toEqual(seededBugs.map((bug) => bug.name));
    const document = read('docs/crosscheck.md');
    expect(rowsOf(document)).toEqual(rowsOf(withTable(document, seededPlace, seededTable(recorded))));
  });

  it.each(seededBugs.filter((_, i) => i % 5 === 0))('$name is found', async (bug) => {
    const from = (recorded[bug.name]?.programs ?? 1) - 1;
    expect(await findSeededBug(bug, { from, most: 50 })).toBeDefined();
  });
});
