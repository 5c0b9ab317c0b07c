// The corpus of litmus tests and the explicit engine: every state and every Observation as an independent tool has them.

import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../benchmarks/corpus/corpus.js';
import { compareWithVerdicts } from '../../scripts/corpusVerdicts.js';
import { explicitEngine } from '../../src/verdict/explicit.js';

describe('the corpus, with the explicit engine', () => {
  it('has the states and the observations that are recorded', async () => {
    const { verdicts, differences } = await compareWithVerdicts(readCorpus(), [explicitEngine]);
    expect(differences).toEqual([]);
    expect(verdicts).toBe(970 * 3);
  });
});
