// Answers as files that an editor or a browser opens. They are in a temporary folder, which the server
// removes when it ends.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { uriOf } from './shown.js';

export class ShownFiles {
  #folder: string | undefined;

  /** The address of the file; an answer of the same name is replaced. */
  write(about: string, name: string, text: string): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'diptych-lsp-'));
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `${basename(about)}.${name}`);
    writeFileSync(path, text);
    return uriOf(path);
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
