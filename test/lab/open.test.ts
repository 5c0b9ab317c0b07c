// The table `open` with a script that stands in for another build: how its answer is read, and that a wrong one is seen.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { open } from '../../lab/own/open.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the table open', () => {
  it('shows the verdict of each model, cut loops and executions, and notices a wrong verdict', async () => {
    const engines = { explicit: { executions: 2, blocked: 1 } };
    const line = {
      results: [
        { model: 'sc', verdict: 'holds', bounded: [], engines },
        { model: 'tso', verdict: 'holds', bounded: [{}], engines },
        { model: 'pso', verdict: 'violated', bounded: [], engines },
      ],
    };
    const build = join(folder, 'build.cjs');
    writeFileSync(build, `console.log(${JSON.stringify(JSON.stringify(line))})`);
    const rows = open.plan('quick', { diptych: build }).flatMap((section) => section.rows);
    expect(rows.map(({ id }) => id)).toEqual(['logger_bug', 'pool']);
    const [bug, pool] = rows;
    const part = pool.parts.find(({ name }) => name === 'check Before');
    const cells = { ...pool.cells, ...(await part?.measure({ timeLimitMs: 20_000 })) };
    expect(cells).toMatchObject({
      scBefore: 'holds',
      tsoBefore: 'up to a bound',
      psoBefore: 'violated',
      executionsBefore: 9,
    });
    expect(pool.finish?.(cells).problems?.map(({ message }) => message)).toEqual([
      'psoBefore: violated, not holds',
    ]);
    expect(bug.finish?.(cells).problems?.map(({ message }) => message)).toEqual([
      'scBefore: holds, not violated',
    ]);
  });
});
