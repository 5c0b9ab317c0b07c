// The library's model, which is installed with the program: the text of a module, and prototypes in C.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From src/frontend as well as from dist/frontend and dist/bin. */
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'model');

export const libraryText = (): string => readFileSync(join(folder, 'library.txt'), 'utf8');

export const prototypesText = (): string => readFileSync(join(folder, 'include', 'prototypes.h'), 'utf8');
