// Files that later runs read instead of making their content again. V8 trusts its input, and a flipped byte can crash
// the process. So a file holds its content twice and counts only if both copies are equal. Comparing memory takes
// less time than loading code that computes a checksum. A file is written under a name of its own and renamed, so
// readers see all or nothing.

import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeOldest } from '../support/removeOldest.js';
import { readFile } from './readFile.js';

export interface KeptFolder {
  readonly path: string;
  /** Not part of the installation: code that other users put there must not run. */
  readonly foreign: boolean;
}

export class KeptFiles {
  readonly #folders: readonly KeptFolder[];

  /** The first folder that serves is used. */
  constructor(folders: readonly KeptFolder[]) {
    this.#folders = folders;
  }

  /** Undefined when there is none, or none that can be trusted. It holds until the next file is read. */
  read(name: string): Buffer | undefined {
    for (const { path, foreign } of this.#folders) {
      const content = readTwice(join(path, name), foreign);
      if (content !== undefined) return content;
    }
    return undefined;
  }

  /** The folder that takes files, if there is one: making their content for nothing would slow every run down. */
  get target(): string | undefined {
    return this.#folders.find(({ path }) => canWrite(path))?.path;
  }

  /** Does nothing where nothing can be written: no answer depends on it. */
  write(name: string, content: Buffer): void {
    const folder = this.target;
    if (folder === undefined) return;
    let own: string | undefined;
    try {
      // A folder that only this process knows, beside the file: it can take its place at once.
      own = mkdtempSync(join(folder, '.new-'));
      writeFileSync(join(own, name), Buffer.concat([content, content]), { flag: 'wx', mode: 0o600 });
      renameSync(join(own, name), join(folder, name));
      removeOldest(folder, mostBytes, isKept);
    } catch {
      // Then the next run writes it.
    } finally {
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
    }
  }

  /** True for one caller in a day. */
  claim(name: string): boolean {
    const folder = this.target;
    if (folder === undefined) return false;
    const file = join(folder, name);
    try {
      if (Date.now() - statSync(file).mtimeMs < day) return false;
      rmSync(file);
    } catch {
      // No process has claimed it yet.
    }
    try {
      closeSync(openSync(file, 'wx'));
      return true;
    } catch {
      return false;
    }
  }
}

/** Of all files in a folder. A user of every command in both languages fills it; files of earlier versions go first. */
const mostBytes = 20 << 20;

/** The user's cache folder holds other files too. */
const isKept = (name: string): boolean => name.startsWith('code-') || name.startsWith('wasm-');

const day = 24 * 60 * 60 * 1000;

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readTwice(file: string, foreign: boolean): Buffer | undefined {
  try {
    const both = readFile(file, foreign);
    const half = both.length >> 1;
    const content = both.subarray(0, half);
    return half > 0 && content.equals(both.subarray(half)) ? content : undefined;
  } catch {
    return undefined;
  }
}
