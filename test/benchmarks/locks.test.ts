// Locks of the classic kinds and loops that retry are decided without a bound, by both engines: benchmarks/c says how.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';

const engine = await SymbolicEngine.start();
const folder = join(import.meta.dirname, '../../benchmarks/c');

describe('without a bound', () => {
  it.each([
    ['tas_lock.c', 3],
    ['tas_relaxed.c', 2],
    ['ttas_backoff.c', 3],
    ['cas_lock.c', 3],
    ['ticket.c', 2],
    ['mcs_lock.c', 2],
    ['clh_lock.c', 3],
    ['anderson_lock.c', 3],
    ['cas_retry.c', 2],
    ['trylock_poll.c', 3],
    ['spin_sync.c', 2],
    ['peterson.c', 2],
    ['bakery_fence.c', 2],
    ['rwlock_spin.c', 2],
    ['seqlock_retry.c', 2],
  ])('%s for %i threads', (name, threads) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [, expected] = /\bexpected {2}(.*)/.exec(text) ?? [];
    const program = assumeSpinLoops(parseC(text, name, { defines: [`THREADS=${threads}`] }));
    const verdicts = modelNames.map((model) => {
      const seen = explore(program, { model });
      const solved = engine.explore(program, { model });
      for (const { complete, cutLoops } of [seen, solved]) {
        expect(complete).toBe(true);
        expect(cutLoops).toEqual([]);
      }
      const kinds = (findings: typeof seen.findings | typeof solved.findings): string =>
        [...new Set(findings.map(({ finding }) => finding.kind))].sort().join();
      expect(kinds(solved.findings)).toBe(kinds(seen.findings));
      expect(solved.outcomes.map(String).sort()).toEqual(seen.outcomes.map(String).sort());
      return `${model}: ${kinds(seen.findings) || 'holds'}`;
    });
    expect(verdicts.join('  ')).toBe(expected);
  });
});
