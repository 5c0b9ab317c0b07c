// Programs of the papers, compiled and run with simulated store buffers: the cycles that runs have are those that `diptych relax` creates on
// its own machines from the same file; none with fences. Where there is a compiler.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compilerDriver } from '../../src/record/compilerDriver.js';
import { capture } from '../cli/capture.js';

const compiler = spawnSync('gcc', ['--version']).status === 0;
if (!compiler) console.warn('no gcc: no program is recorded');

interface Statement {
  readonly kind?: string;
  readonly op?: string;
  readonly file?: string;
  readonly line: number;
}

/** A cycle by source lines, wherever it begins. */
function cycleName(model: string, statements: readonly Statement[], file: string): string {
  const names = statements.map((s) => `${s.kind ?? s.op} ${basename(s.file ?? file)}:${s.line}`);
  const rotations = names.flatMap((_, i) =>
    i % 2 === 0 ? [[...names.slice(i), ...names.slice(0, i)].join(', ')] : [],
  );
  return `${model} ${rotations.sort()[0]}`;
}

describe.runIf(compiler)('cycles of recorded programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-forced-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function created(file: string, defines: readonly string[]): Promise<Map<string, boolean>> {
    const budget = ['--runs', '30', '--trials', '3', '--model', 'tso,pso'];
    const { stdout } = await capture('relax', '--json', ...budget, ...defines, file);
    const { predicted, results } = JSON.parse(stdout);
    const found = new Map<string, boolean>();
    for (const { model, cycles } of results)
      for (const { cycle, created: times } of cycles) {
        const { statements } = predicted.find((one: { cycle: number }) => one.cycle === cycle);
        found.set(cycleName(model, statements, file), times > 0);
      }
    return found;
  }

  async function forced(file: string, defines: readonly string[]): Promise<Map<string, boolean>> {
    const program = join(folder, 'program');
    const logs = join(folder, 'logs');
    expect(compilerDriver('c', ['-O0', ...defines, '-o', program, file, '-pthread'])).toBe(0);
    await capture('record', '--runs', '8', '--keep', '--monitor', 'bss-tso', '--out', logs, '--', program);
    // A run from which something is predicted.
    const traces = Array.from({ length: 8 }, (_, i) => join(logs, `run-${i + 1}.trace`));
    let trace = traces[0];
    for (trace of traces)
      if (JSON.parse((await capture('relax', '--json', trace)).stdout).cycles.length > 0) break;
    const { stdout } = await capture('relax', '--json', '--repeat', '40', '--run', program, trace);
    const { cycles, rejected } = JSON.parse(stdout);
    expect(rejected).toBe(0);
    const found = new Map<string, boolean>();
    for (const { model, labels, byRun } of cycles)
      found.set(cycleName(model, labels, file), byRun !== undefined);
    return found;
  }

  it.each([
    ['structures/dekker.c', ['-DROUNDS=1', '-DFENCE_TSO']],
    ['structures/ms2.c', ['-DSMALL']],
    ['structures/ms2.c', ['-DSMALL', '-DFENCE_PSO']],
  ])('%s %j', async (name, defines) => {
    const file = join('benchmarks/papers', name);
    const byFile = await created(file, defines);
    const byRuns = await forced(file, defines);
    for (const [cycle, confirmed] of byRuns) expect([cycle, confirmed]).toEqual([cycle, byFile.get(cycle)]);
    if (defines.includes('-DFENCE_PSO')) expect([...byRuns.values()]).not.toContain(true);
    else expect([...byRuns.values()]).toContain(true);
  });
});
