// The litmus tests of benchmarks/litmus against the golden files beside them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goldenFile, goldenText } from '../../scripts/golden.js';
import { readLitmusFile } from '../../src/frontend/litmus/index.js';

const folder = join(import.meta.dirname, '../../benchmarks/litmus');
const tests = readdirSync(folder).filter((file) => file.endsWith('.litmus'));

describe('benchmarks/litmus', () => {
  it('has every golden file it needs and no other', () => {
    const golden = readdirSync(folder).filter((file) => file.endsWith('.expected'));
    expect(golden.sort()).toEqual(tests.map(goldenFile).sort());
  });

  it.each(tests)('%s', (file) => {
    const program = readLitmusFile(join(folder, file));
    const expected = readFileSync(join(folder, goldenFile(file)), 'utf8');
    for (const dpor of ['none', 'source', 'optimal'] as const)
      expect(goldenText(program, dpor)).toBe(expected);
  });

  it('is read from files that carry their name', () => {
    for (const file of tests) expect(`${readLitmusFile(join(folder, file)).name}.litmus`).toBe(file);
  });
});
