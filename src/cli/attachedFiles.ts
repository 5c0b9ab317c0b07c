// Files written beside the printed answer: at once for one program, one after the other for several. A file is
// written whole or not at all, and files of other origin are not overwritten.

import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Attachment } from './fileCommand.js';

export class AttachedFiles {
  readonly #force: boolean;
  readonly #inputs: ReadonlySet<string>;
  /** The files that this run has written, by path. */
  readonly #written = new Map<string, string>();

  /** `inputs`: files that are read. */
  constructor(force: boolean, inputs: readonly string[] = []) {
    this.#force = force;
    this.#inputs = new Set(inputs.map(realPath));
  }

  /** Throws an InputError if the file cannot be written, or must not be. */
  write({ path, text, separator = '', encoding, hint }: Attachment): void {
    const before = this.#written.get(path);
    const whole = before === undefined ? text : `${before}${separator}${text}`;
    const content = Buffer.from(whole, encoding);
    if (before === undefined) this.#mayWrite(path, content);
    writeWhole(path, content, hint);
    this.#written.set(path, whole);
  }

  #mayWrite(path: string, content: Uint8Array): void {
    if (this.#force) return;
    if (this.#inputs.has(realPath(path)))
      throw new InputError({
        code: 'output-is-input',
        message: `${path} is the file that is read`,
        file: path,
        hint: '--force writes over it',
      });
    if (!isOurs(path) && !holds(path, content))
      throw new InputError({
        code: 'output-exists',
        message: `${path} is there already and was not made by diptych`,
        file: path,
        hint: '--force writes over it',
      });
  }
}

/** Writes a file, whole or not at all. */
export function writeWhole(path: string, content: string | Uint8Array, hint?: string): void {
  const special = isSpecial(path);
  let own: string | undefined;
  try {
    if (special) writeFileSync(path, content);
    else {
      mkdirSync(dirname(path), { recursive: true });
      // A folder with a secret name beside the real file: only from the same file system can rename replace the file
      // at once.
      own = mkdtempSync(join(dirname(realPath(path)), '.diptych-'));
      writeFileSync(join(own, 'new'), content, { flag: 'wx' });
      renameSync(join(own, 'new'), realPath(path));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError({
      code: 'cannot-write',
      message: `cannot write ${path}: ${reason}`,
      file: path,
      ...present({ hint }),
    });
  } finally {
    if (own !== undefined) removeQuietly(own);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It was never there.
  }
}

/** A device or a pipe, which is written to as it is. */
function isSpecial(path: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isFile() && !stat.isDirectory();
  } catch {
    return false;
  }
}

/** Through links, also for a file that is not there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(path)), basename(path));
    } catch {
      return path;
    }
  }
}

/** Nothing is lost by writing what is there already. */
const holds = (path: string, content: Uint8Array): boolean => readFileSync(path).equals(content);

/** Files of diptych are recognised by how they begin. Litmus tests and C programs have no such mark. */
const beginnings: readonly RegExp[] = [
  /^\{\s*"format":\s*"diptych-/,
  /^; .* under .*, sat iff /,
  /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*>\n<title>/,
  /^digraph execution \{/,
  /^<!doctype html>\n<!-- diptych -->/,
];

/** Made by diptych, or empty. A file that cannot be read cannot be written either, and the write reports that. */
function isOurs(path: string): boolean {
  try {
    const stat = statSync(path);
    if (!stat.isFile() || stat.size === 0) return true;
    const start = beginningOf(path);
    return beginnings.some((beginning) => beginning.test(start));
  } catch {
    return true;
  }
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(4096);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
