// LLVM IR that was made before, kept by what it was made from: the compiler, its flags, and the content of every file it read. Asking about
// the same program again starts at once.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { removeOldest } from '../../support/removeOldest.js';

/** Bytes that are kept; the files that were not used for longest go first. */
const mostBytes = 256 << 20;

interface Kept {
  readonly dependencies: readonly { readonly path: string; readonly hash: string }[];
}

/** The version of the kept form: another version has other names. */
const version = 1;

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export class KeptIr {
  /** Undefined if nothing is kept. */
  readonly folder: string | undefined;

  /** `DIPTYCH_IR_CACHE` names another folder, or is `off`. */
  constructor(env: NodeJS.ProcessEnv) {
    const { DIPTYCH_IR_CACHE: stated = '' } = env;
    const cache = env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
    this.folder = stated === 'off' ? undefined : stated === '' ? join(cache, 'diptych', 'ir') : stated;
  }

  /** `made` names the compiler, its flags and the file; dependencies are looked at here. */
  read(made: readonly string[]): string | undefined {
    const file = this.#file(made);
    if (file === undefined) return undefined;
    try {
      if (statSync(file).uid !== process.getuid?.()) return undefined;
      const text = readFileSync(file, 'utf8');
      const end = text.indexOf('\n');
      const { dependencies }: Kept = JSON.parse(text.slice(0, end));
      if (!dependencies.every(({ path, hash }) => hashOf(readFileSync(path)) === hash)) return undefined;
      const now = new Date();
      utimesSync(file, now, now);
      return text.slice(end + 1);
    } catch {
      // There is none, or something of it is gone: it is made again.
      return undefined;
    }
  }

  /** Does nothing where nothing can be written: no answer depends on it. */
  write(made: readonly string[], dependencies: readonly string[], ir: string): void {
    const file = this.#file(made);
    if (file === undefined || this.folder === undefined) return;
    const temporary = `${file}.${process.pid}.tmp`;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    } catch {
      return;
    }
    try {
      const kept: Kept = {
        dependencies: dependencies.map((path) => ({ path, hash: hashOf(readFileSync(path)) })),
      };
      writeFileSync(temporary, `${JSON.stringify(kept)}\n${ir}`);
      renameSync(temporary, file);
      removeOldest(this.folder, mostBytes, (name) => name.endsWith('.ll'));
    } catch {
      rmSync(temporary, { force: true });
    }
  }

  #file(made: readonly string[]): string | undefined {
    return this.folder === undefined
      ? undefined
      : join(this.folder, `${hashOf(JSON.stringify([version, process.cwd(), ...made])).slice(0, 40)}.ll`);
  }
}
