// The installed and published files are the reviewed ones.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const home = join(import.meta.dirname, '..');
const read = (...path: string[]): string => readFileSync(join(home, ...path), 'utf8');

interface Locked {
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}
const packages: Readonly<Record<string, Locked>> = JSON.parse(read('package-lock.json')).packages;

describe('the supply chain', () => {
  it('has a hash of every package that users install', () => {
    for (const [path, { integrity, dev, optional }] of Object.entries(packages)) {
      if (path === '' || integrity !== undefined) continue;
      // npm run make lock asks the registry for these; they are tools of other platforms.
      expect([path, dev, optional]).toEqual([path, true, true]);
    }
  });

  it.runIf(existsSync(join(home, 'dist', 'bin', 'z3-small.wasm')))(
    'has the small Z3 that was reviewed',
    () => {
      const [hash] = read('scripts', 'smallZ3', 'z3-small.sha256').split(' ');
      const wasm = readFileSync(join(home, 'dist', 'bin', 'z3-small.wasm'));
      expect(createHash('sha256').update(wasm).digest('hex')).toBe(hash);
    },
  );

  it('is published with provenance, and with the licences of what it contains', () => {
    const manifest = JSON.parse(read('package.json'));
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    if (!existsSync(join(home, 'dist', 'bin', 'licences.txt'))) return;
    const licences = read('dist', 'bin', 'licences.txt');
    for (const name of Object.keys(manifest.dependencies)) expect(licences, name).toContain(`${name} `);
  });
});
