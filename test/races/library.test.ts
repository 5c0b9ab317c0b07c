// Data races of C programs with locks, semaphores, barriers, once, keys, flags and fences. The engines are compared
// with a machine of its own (test/reference/syncRaces.ts), which knows neither the library nor the definition that
// certifies races.

import { describe, expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';
import { racesOf } from '../../src/races/races.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { randomSyncThreads } from '../reference/syncPrograms.js';
import { syncRaces } from '../reference/syncRaces.js';
import { written } from '../reference/syncText.js';
import { linesOf } from './programs.js';

const count = Number(process.env.RACE_PROGRAMS ?? 16);
const first = Number(process.env.RACE_FIRST ?? 0);
/** The other engine takes longer: by default it is asked about some. */
const asked = process.env.RACE_PROGRAMS === undefined ? 8 : 1;
const unroll = 4;

describe('orders what POSIX orders, and nothing else', () => {
  it(
    'in random programs',
    async () => {
      const engine = await SymbolicEngine.start();
      let [judged, racy] = [0, 0];
      for (let seed = first; seed < first + count; seed++) {
        const sources = written(randomSyncThreads(seed));
        const expected = syncRaces(sources, 20_000);
        if (expected === undefined) continue;
        const program = parseC(sources.text, 'a.c', { readFile: () => undefined });
        const found = new Set<string>();
        const { complete, findings } = explore(program, {
          model: 'sc',
          unroll,
          maxExecutions: 2000,
          onExecution: (witness) => {
            const { execution } = witness();
            for (const race of racesOf(execution)) found.add(linesOf(execution, race));
          },
        });
        if (!complete) continue;
        judged++;
        if (expected.size > 0) racy++;
        const about = `seed ${seed}\n${sources.text}`;
        expect([...found].sort(), about).toEqual([...expected].sort());
        expect(
          findings.filter(({ finding }) => finding.kind !== 'deadlock'),
          about,
        ).toEqual([]);
        if (seed % asked !== 0) continue;
        const symbolic = engine.races(program, { unroll });
        const lines = symbolic.races.map(({ execution, race }) => linesOf(execution, race));
        if (symbolic.complete) expect([...new Set(lines)].sort(), about).toEqual([...expected].sort());
      }
      expect(judged).toBeGreaterThan(count / 2);
      expect(racy).toBeGreaterThan(judged / 10);
    },
    300_000 + 1000 * count,
  );
});
