// Rust programs are compiled with a crate in place of std that is std itself, but for the modules that model/rust has in Rust. Their functions
// become part of the program's IR as those of std do.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runChild } from '../../support/childProcess.js';
import { modelFolder } from '../libraryFile.js';
import type { Compiler } from './compilers.js';

const limitMs = 120_000;

/** The lines of the crate are a standard library's (llvm/debug/places.ts). */
const standsAt = '/rustc/diptych/library';

/** The folder of this process, if nothing is kept between processes. */
let temporary: string | undefined;

function temporaryFolder(): string {
  if (temporary !== undefined) return temporary;
  const folder = mkdtempSync(join(tmpdir(), 'diptych-std-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  temporary = folder;
  return folder;
}

/**
 * The flags that put the crate in the place of std. It is compiled if `folder` has none of this compiler. A compiler that
 * refuses it reads the program with std as it is.
 */
export async function stdFlags(compiler: Compiler, folder: string | undefined): Promise<readonly string[]> {
  const sources = join(modelFolder, 'rust');
  const hash = createHash('sha256').update(`${compiler.path} ${statSync(compiler.path).mtimeMs}`);
  for (const name of readdirSync(sources).sort())
    if (name.endsWith('.rs')) hash.update(readFileSync(join(sources, name)));
  const name = `libstd-${hash.digest('hex').slice(0, 40)}.rlib`;
  for (const home of [folder, undefined]) {
    try {
      const kept = join(home ?? temporaryFolder(), name);
      const isThere = isOwn(kept) || (await compileStd(compiler, sources, dirname(kept), kept));
      return isThere ? ['--extern', `std=${kept}`] : [];
    } catch {
      // Nothing can be written there.
    }
  }
  return [];
}

async function compileStd(compiler: Compiler, sources: string, home: string, kept: string): Promise<boolean> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const work = mkdtempSync(join(home, 'std-'));
  try {
    const made = join(work, 'libstd.rlib');
    const args = [
      '--edition=2021',
      '--crate-type=rlib',
      '--crate-name=std',
      '-Awarnings',
      '-g',
      '-Copt-level=1',
      `--remap-path-prefix=${sources}=${standsAt}`,
      '-o',
      made,
      join(sources, 'std.rs'),
    ];
    const { code } = await runChild(compiler.path, args, { limitMs, mostText: 1 << 20 });
    if (code !== 0) return false;
    renameSync(made, kept);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function isOwn(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === process.getuid?.();
}
