import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLitmusFile } from '../../../src/frontend/litmus/index.js';

const corpus = join(import.meta.dirname, '../../../../shared/corpus');

describe.runIf(existsSync(corpus))('the litmus corpus', () => {
  it('is read completely', () => {
    const files = readdirSync(corpus).filter((file) => file.endsWith('.litmus'));
    expect(files.length).toBeGreaterThan(900);
    for (const file of files) {
      const program = readLitmusFile(join(corpus, file));
      expect(program.threads.length).toBeGreaterThan(0);
      expect(program.observed.length).toBeGreaterThan(0);
    }
  });
});
