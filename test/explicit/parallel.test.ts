// One exploration on several threads, with the built library: worker threads run compiled code.

import { describe, expect, it } from 'vitest';
import type * as sources from '../../src/explicit/parallel/exploreParallel.js';
import { familyProgram } from '../../src/generate/families.js';

const built: string = '../../dist/explicit/parallel/exploreParallel.js';
const { exploreParallel }: typeof sources = await import(built);

describe('exploreParallel', () => {
  it('counts what one thread counts', async () => {
    const seen = await exploreParallel(familyProgram('dekker', 3), { model: 'tso', jobs: 2 });
    expect(seen).toMatchObject({ executions: 15247, blocked: 0, complete: true });
    expect(seen.outcomes.length).toBeGreaterThan(1);
  });

  it('stops at the limit', async () => {
    const seen = await exploreParallel(familyProgram('wr1', 6), { model: 'sc', jobs: 2, maxExecutions: 100 });
    expect(seen.complete).toBe(false);
  });
});
