// The library's model, which is installed with the program: definitions, prototypes in C, the headers of the system, and the
// names of glibc's.

import { openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { libraryOfKept } from '../module/keptLibrary.js';
import { libraryOfText } from '../module/libraryText.js';
import type { Library } from '../module/passes/link.js';

const here = dirname(fileURLToPath(import.meta.url));

/** The sources of the model. From src/frontend as well as from dist/frontend and dist/bin. */
export const modelFolder = join(here, '..', '..', 'model');

const libraryText = (): string => readFileSync(join(modelFolder, 'library.txt'), 'utf8');

let installed: Library | undefined;

export function installedLibrary(): Library {
  installed ??= keptLibrary() ?? libraryOfText(libraryText());
  return installed;
}

/** The library that the published command has beside it (`scripts/bundle.mjs`). The file stays open while the process runs. */
function keptLibrary(): Library | undefined {
  const file = opened(join(here, 'library.kept'));
  if (file === undefined) return undefined;
  return libraryOfKept((from, to) => {
    const bytes = Buffer.allocUnsafe(to - from);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, to - from, from));
  });
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

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
