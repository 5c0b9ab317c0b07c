// Cycles predicted from recorded executions: one may be confirmed by what a monitor says of the same run, or not.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture } from '../cli/capture.js';

const left = ['0 W x 1', '0 R y'];
const right = ['1 W y 12', '1 U z 13', '1 R x 14'];

/** Lines `THREAD OP CELL [LINE]`. */
const trace = (lines: readonly string[]): string =>
  lines
    .map((text, i) => {
      const [thread, op, address, line = `${i + 100}`] = text.split(' ');
      return JSON.stringify({ thread, op, address, line: Number(line) });
    })
    .join('\n');

async function cyclesOf(
  lines: readonly string[],
): Promise<{ model: string; confirmed: boolean; lines: number[] }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-cycles-'));
  try {
    const file = join(folder, 'run.jsonl');
    writeFileSync(file, `${trace(lines)}\n`);
    const { stdout } = await capture('relax', '--json', file);
    const { cycles } = JSON.parse(stdout);
    return cycles.map((cycle: { model: string; confirmed: boolean; labels: { line: number }[] }) => ({
      model: cycle.model,
      confirmed: cycle.confirmed,
      lines: cycle.labels.map(({ line }) => line),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('cycles of a recorded execution', () => {
  it('are confirmed where a monitor reports the accesses that meet there', async () => {
    const found = await cyclesOf([...left, ...right]);
    expect(found.map(({ model, confirmed }) => [model, confirmed])).toEqual([
      ['tso', true],
      ['pso', true],
    ]);
  });

  it('are predicted where this run shows no more than that they are possible', async () => {
    // The store of the right thread is in memory before the left one begins.
    const found = await cyclesOf([...right, ...left]);
    expect(found.filter(({ model }) => model === 'tso').map(({ confirmed }) => confirmed)).toEqual([false]);
  });

  it('are none where the model takes no pair of them apart', async () => {
    const passing = ['0 W x 1', '0 W y 2', '1 R y 3', '1 R x 4'];
    expect((await cyclesOf(passing)).map(({ model }) => model)).toEqual(['pso']);
    expect(await cyclesOf(['0 W x 1', '0 F - 2', '0 R y 3', '1 W y 4', '1 F - 5', '1 R x 6'])).toEqual([]);
  });
});
