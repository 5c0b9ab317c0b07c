import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeOldest } from '../../src/support/removeOldest.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oldest-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, bytes: number, { written, read = written }: { written: number; read?: number }) {
  writeFileSync(join(folder, name), 'x'.repeat(bytes));
  utimesSync(join(folder, name), read, written);
}

it('removes files beyond the bound, those that were not used for longest first', () => {
  write('a.kept', 40, { written: 1 });
  write('b.kept', 40, { written: 2 });
  write('c.kept', 40, { written: 3 });
  removeOldest(folder, 100, (name) => name.endsWith('.kept'));
  expect(readdirSync(folder)).toEqual(['b.kept', 'c.kept']);
});

it('counts a read as a use', () => {
  write('a.kept', 40, { written: 1, read: 4 });
  write('b.kept', 40, { written: 2 });
  write('c.kept', 40, { written: 3 });
  removeOldest(folder, 100, (name) => name.endsWith('.kept'));
  expect(readdirSync(folder)).toEqual(['a.kept', 'c.kept']);
});

it('leaves files and folders of others alone', () => {
  write('a.other', 400, { written: 1 });
  mkdirSync(join(folder, 'ir'));
  write('c.kept', 40, { written: 3 });
  removeOldest(folder, 100, (name) => name.endsWith('.kept'));
  expect(readdirSync(folder)).toEqual(['a.other', 'c.kept', 'ir']);
});
