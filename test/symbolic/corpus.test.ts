// The litmus corpus, where it is there: the final states another tool recorded, under each model.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ModelName, Outcome } from '../../src/execution/execution.js';
import { modelNames } from '../../src/execution/execution.js';
import { readLitmusFile } from '../../src/frontend/litmus/index.js';
import { addressName, layOut } from '../../src/program/layout.js';
import type { Program } from '../../src/program/program.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const verdicts = `${folder}verdicts.tsv`;

/** `1:EAX=0;[x]=1`, with the names in the order of the text. */
function stateText(program: Program, outcome: Outcome): string {
  const layout = layOut(program);
  const shown = program.observed.map((o, i) => {
    const name =
      o.kind === 'register'
        ? `${o.thread}:${o.register}`
        : `[${o.location}${o.index === 0 ? '' : `[${o.index}]`}]`;
    return `${name}=${addressName(program, layout, outcome[i]) ?? outcome[i]}`;
  });
  return shown.sort().join(';');
}

describe.runIf(existsSync(verdicts))('the litmus corpus', () => {
  it('has the recorded final states', async () => {
    const engine = await SymbolicEngine.start();
    const rows = readFileSync(verdicts, 'utf8').trim().split('\n').slice(1);
    const wrong: string[] = [];
    // Every eighth test: neighbours differ little.
    const files = [...new Set(rows.map((row) => row.split('\t')[0]))].filter((_, i) => i % 8 === 0);
    const expected = new Map(rows.map((row) => [row.split('\t').slice(0, 2).join(' '), row.split('\t')[3]]));
    const check = (file: string, program: Program, model: ModelName): void => {
      const states = engine.outcomes(program, { model }).outcomes.map((o) => stateText(program, o));
      const recorded = (expected.get(`${file} ${model}`) ?? '').split(' | ');
      const normal = recorded.map((state) => state.split(';').sort().join(';'));
      if (states.sort().join(' | ') !== normal.sort().join(' | ')) wrong.push(`${file} ${model}`);
    };
    for (const file of files) {
      const program = readLitmusFile(folder + file);
      for (const model of modelNames) check(file, program, model);
    }
    expect(files.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});
