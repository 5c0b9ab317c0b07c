import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRegularFile } from '../../src/support/regularFile.js';

it('a file is read without the mark that some editors begin it with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  try {
    writeFileSync(join(folder, 'a.h'), '\uFEFFint x;');
    expect(readRegularFile(join(folder, 'a.h'))).toBe('int x;');
    expect(readRegularFile(join(folder, 'b.h'))).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
