// Which known program shows a bug: the sources are loaded once more with one of them changed.

import { loadChanged } from '../../../changedSources.js';
import { type FrontEndBug, withBug } from './bugs.js';
import { firstWrong, type Judged } from './judge.js';
import { knownPrograms } from './programs.js';

const judgedParts = `
  export { parseC } from './src/frontend/c/index.js';
  export { explore } from './src/explicit/explore.js';`;

/** The name of the first program that shows it; undefined if none does. */
export async function foundBy(bug: FrontEndBug, only?: string): Promise<string | undefined> {
  const judged = await loadChanged<Judged>(judgedParts, (file, code) =>
    file === `src/${bug.file}` ? withBug(bug, code) : undefined,
  );
  const programs = knownPrograms.filter(({ name }) => only === undefined || name === only);
  return firstWrong(judged, programs);
}
