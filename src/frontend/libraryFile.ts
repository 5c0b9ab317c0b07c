// The library's model, which is installed with the program: the text of a module, prototypes in C,
// the headers of the system, and the names of glibc's.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources of the model. From src/frontend as well as from dist/frontend and dist/bin. */
export const modelFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'model');

export const libraryText = (): string => readFileSync(join(modelFolder, 'library.txt'), 'utf8');

export const prototypesText = (): string =>
  readFileSync(join(modelFolder, 'include', 'prototypes.h'), 'utf8');

/** The names of glibc's headers, for refusals. */
export const glibcText = (): string => readFileSync(join(modelFolder, 'glibc.txt'), 'utf8');

/** A name that leaves the folder is the name of no header. */
const isHeaderName = (name: string): boolean => /^[\w-]+(?:[/.][\w-]+)*$/.test(name);

const headers = new Map<string, string | undefined>();

/** The header that `#include <NAME>` means; undefined if diptych has none of that name. */
export function standardHeader(name: string): string | undefined {
  if (!headers.has(name)) headers.set(name, isHeaderName(name) ? textOf(name) : undefined);
  return headers.get(name);
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(join(modelFolder, 'include', 'system', name), 'utf8');
  } catch {
    return undefined;
  }
}
