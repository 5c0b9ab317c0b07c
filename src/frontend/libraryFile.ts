// The library's model as the text of a module, which is installed with the program.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From src/frontend as well as from dist/frontend and dist/bin. */
const file = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'model', 'library.txt');

export const libraryText = (): string => readFileSync(file, 'utf8');
