// Files that are written beside what is printed: at once for one program, one after the other for several. A file is there
// whole or not at all, and what somebody else wrote is not written over.

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
  /** What this run has written, by path. */
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
      // A folder whose name nobody knows beforehand, beside the real file: only then the new one can take its place at once.
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

/** What diptych writes is recognised by how it begins; litmus tests and C programs look like anybody's. */
const beginnings: readonly RegExp[] = [
  /^\{\s*"format":\s*"diptych-/,
  /^; .* under .*, sat iff /,
  /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" [^>]*>\n<title>/,
  /^digraph execution \{/,
  /^<!doctype html>\n<!-- diptych -->/,
];

/** Made by diptych, or nothing that could be lost. What cannot be looked at cannot be written either, which is said then. */
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
