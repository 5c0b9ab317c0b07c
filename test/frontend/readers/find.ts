// Known programs through both readers, and where the readers differ.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { checkReaders } from '../../../src/cli/crosscheck/readers.js';
import { modelNames } from '../../../src/execution/execution.js';
import { type Sums, sumOf } from '../../../src/verdict/crosscheck/index.js';
import { loadChanged } from '../../changedSources.js';
import { type FrontEndBug, withBug } from '../c/seeded/bugs.js';
import type { KnownProgram } from './programs.js';

/** The answers that are compared with are those of this one where it is there: others may be read too. */
export const clang = ['clang-16', 'clang-19', 'clang', 'clang-14'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export const readersOptions = {
  models: modelNames,
  parts: [],
  unroll: 4,
  timeLimitMs: 20_000,
  maxExecutions: 20_000,
};

/** The sums over the programs, up to the first on which the readers differ if there is one. */
export async function readBoth(
  programs: readonly KnownProgram[],
  check: typeof checkReaders,
  until: (sums: Sums) => boolean = () => false,
): Promise<Sums> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  const all: Sums[] = [];
  try {
    for (const { name, text } of programs) {
      const path = join(folder, `${name.replaceAll(/\W+/g, '_')}.c`);
      writeFileSync(path, text);
      const sums = await check(
        { kind: 'c file', path, ...(clang === undefined ? {} : { cc: clang }) },
        readersOptions,
        0,
      );
      all.push(sums);
      if (until(sums)) break;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return sumOf(all);
}

/** The name of the first program on which the readers differ once the bug is in; undefined if there is none. */
export async function readerBugFoundBy(
  bug: FrontEndBug,
  programs: readonly KnownProgram[],
): Promise<string | undefined> {
  const broken = await loadChanged<{ checkReaders: typeof checkReaders }>(
    "export { checkReaders } from './src/cli/crosscheck/readers.js';",
    (file, code) => (file === `src/${bug.file}` ? withBug(bug, code) : undefined),
  );
  for (const program of programs) {
    const { conflicts } = await readBoth([program], broken.checkReaders);
    if (conflicts.length > 0) return program.name;
  }
  return undefined;
}
