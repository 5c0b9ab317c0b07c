// Nidhugg's own way: `clang -S -emit-llvm` makes a file of a program, without debug information, and the file is read. The programs are those
// of its paper of TACAS 2015, without apr_1 and apr_2. These take minutes to read (docs/language-llvm.md).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadGroup } from '../../lab/papers/manifest.js';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { readProgram } from '../../src/frontend/index.js';
import { forFinalStates } from '../../src/verdict/engine.js';

const clang = ['clang-16', 'clang', 'clang-19', 'clang-14'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
if (clang === undefined) console.log('no clang: the programs of Nidhugg are not compiled');

const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(folder, { recursive: true }));

const subjects = loadGroup('nidhugg')
  .flatMap((program) => program.variants.map((variant) => ({ program, variant })))
  .filter(({ variant }) => !variant.slow);

describe.skipIf(clang === undefined)('files of LLVM IR, without debug information', () => {
  it.each(subjects.map((subject) => [`${subject.program.name} ${subject.variant.name}`, subject] as const))(
    'have the verdicts of the paper: %s',
    async (_, { program, variant }) => {
      const file = join(folder, `${program.name}-${variant.name}.ll`);
      const flags = ['--target=x86_64-linux-gnu', '-S', '-emit-llvm', '-w'];
      const defines = variant.defines.map((define) => `-D${define}`);
      const compiled = spawnSync(`${clang}`, [...flags, ...defines, program.file, '-o', file]);
      expect([compiled.status, `${compiled.stderr}`]).toEqual([0, '']);
      const read = await readProgram(file, { unroll: variant.unroll });
      for (const model of modelNames) {
        const expected = variant.verdicts[model];
        if (expected === undefined) continue;
        const { unroll } = variant;
        const limits = { model, unroll, timeLimitMs: 20_000, untilFinding: true };
        const { findings, complete } = explore(forFinalStates(read, { unroll }, model), limits);
        if (findings.length === 0 && !complete) continue;
        expect([model, findings.length > 0 ? 'violated' : 'holds']).toEqual([model, expected]);
      }
    },
    120_000,
  );
});
