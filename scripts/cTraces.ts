// How many traces the programs of benchmarks/c have: the text of benchmarks/c/traces.tsv.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelNames } from '../src/execution/execution.js';
import { type ExploreOptions, explore } from '../src/explicit/explore.js';
import { parseC } from '../src/frontend/c/index.js';

/** Loops that state no bound and are not counted out run this often. */
export const unroll = 3;

/** One line per program: its name and, per model, complete traces + blocked ones. */
export async function cTraces(folder: string, dpor: ExploreOptions['dpor'] & string): Promise<string> {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.c'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      const program = parseC(readFileSync(file, 'utf8'), file, {});
      const counts = modelNames.map((model) => {
        const { executions, blocked } = explore(program, { model, dpor, unroll });
        return `${executions}+${blocked}`;
      });
      return [name, ...counts].join('\t');
    });
  return `${['program', ...modelNames].join('\t')}\n${lines.join('\n')}\n`;
}
