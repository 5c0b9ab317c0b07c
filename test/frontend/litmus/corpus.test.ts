// The verdicts of an independent tool on a corpus of litmus tests, where the corpus is beside the repository.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareWithVerdicts } from '../../../scripts/corpusVerdicts.js';
import { explicitEngine } from '../../../src/verdict/explicit.js';

const corpus = join(import.meta.dirname, '../../../../shared/corpus');

describe.runIf(existsSync(join(corpus, 'verdicts.tsv')))('the litmus corpus', () => {
  it('has the states and the observations that its verdicts list', async () => {
    const { files, differences } = await compareWithVerdicts(corpus, [explicitEngine]);
    expect(differences).toEqual([]);
    expect(files).toBeGreaterThan(900);
  });
});
