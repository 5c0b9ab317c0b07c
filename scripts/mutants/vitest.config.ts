// The tests on sources of which one line is another: DIPTYCH_MUTANT names the file, the line and its text (index.ts).

import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from '../../vitest.config.js';
import type { Mutant } from './mutate.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { file, line, text }: Mutant = JSON.parse(process.env.DIPTYCH_MUTANT ?? '{}');

export default mergeConfig(config, {
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform(code: string, id: string): string | undefined {
        if (id !== `${root}${file}`) return undefined;
        const lines = code.split('\n');
        lines[line - 1] = text;
        return lines.join('\n');
      },
    },
  ],
});
