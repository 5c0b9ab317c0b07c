// The corpus of litmus tests and the symbolic engine: every state and every Observation as an independent tool has them.

import { describe, expect, it } from 'vitest';
import { readCorpus } from '../../benchmarks/corpus/corpus.js';
import { compareWithVerdicts } from '../../scripts/corpusVerdicts.js';
import { startEngines } from '../../src/verdict/engines.js';

describe('the corpus, with the symbolic engine', () => {
  it('has the states and the observations that are recorded', async () => {
    const { verdicts, differences } = await compareWithVerdicts(readCorpus(), await startEngines('symbolic'));
    expect(differences).toEqual([]);
    expect(verdicts).toBe(970 * 3);
  }, 300_000);
});
