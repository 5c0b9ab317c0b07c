// Where the compiled grammar of C is: `npm run grammars` puts it beside the sources.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const grammarOfC = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'grammars',
  'tree-sitter-c.wasm',
);
