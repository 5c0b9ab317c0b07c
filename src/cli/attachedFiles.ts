// Files that are written beside what is printed: at once for one program, one after the other for several.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../support/diagnostic.js';
import type { Attachment } from './fileCommand.js';

export class AttachedFiles {
  readonly #begun = new Set<string>();

  /** Throws an InputError if the file cannot be written. */
  write({ path, text, separator = '' }: Attachment): void {
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (this.#begun.has(path)) appendFileSync(path, `${separator}${text}`);
      else writeFileSync(path, text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InputError({
        code: 'cannot-write',
        message: `cannot write ${path}: ${reason}`,
        file: path,
      });
    }
    this.#begun.add(path);
  }
}
