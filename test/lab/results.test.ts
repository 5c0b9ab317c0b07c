// Only `diptych tables` wrote the files in results/: the renderer makes every file from the JSON beside it, and the
// command knows every table.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableFiles } from '../../lab/files/files.js';
import { experiments } from '../../lab/index.js';
import type { Table } from '../../lab/table.js';

const folder = join(import.meta.dirname, '../../results');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const names = readdirSync(folder);
const tables = names.filter((name) => name.endsWith('.json')).map((name): Table => JSON.parse(read(name)));

describe('results', () => {
  it('are those of the experiments, and complete', () => {
    expect(tables.map(({ name }) => name).sort()).toEqual(experiments.map(({ name }) => name).sort());
  });

  it('are all made by diptych tables, but for hostile inputs, campaigns, the page and the library, which scripts measure', () => {
    const made = tables.flatMap((table) => tableFiles(table).map(({ name }) => name));
    const others = names.filter((name) => !made.includes(name));
    expect(others.sort()).toEqual(['library.md', 'limits.md', 'page.md', 'scale.md']);
    expect(read('library.md')).toContain('Made by `npm run judge library');
    expect(read('library.md')).not.toContain('differs');
    expect(read('page.md')).toContain('npm run measure page');
    expect(read('scale.md')).toContain('Made by `npm run measure scale');
    expect(read('limits.md')).toContain('Made by `npm run build && npm run measure limits`');
  });

  it.each(tables)('of $name are what its JSON says', (table) => {
    for (const { name, text } of tableFiles(table)) expect(read(name)).toBe(text);
    expect(table.command).toMatch(
      new RegExp(`^diptych tables ${table.name}( --quick)?( --timeout \\d+)?( --with [a-z0-9,]+)?$`),
    );
  });

  it.each(tables)('of $name have no wrong verdict and no disagreement', ({ sections }) => {
    expect(sections.flatMap(({ rows }) => rows.flatMap(({ problems = [] }) => problems))).toEqual([]);
  });
});
