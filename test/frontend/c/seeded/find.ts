// Which known program shows a bug: the sources are loaded once more through Vite, with one of them changed on the way.

import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { type FrontEndBug, withBug } from './bugs.js';
import { firstWrong, type Judged } from './judge.js';
import { knownPrograms } from './programs.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The name of the first program that shows it; undefined if none does. */
export async function foundBy(bug: FrontEndBug, only?: string): Promise<string | undefined> {
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    plugins: [
      {
        name: 'seeded-bug',
        enforce: 'pre',
        transform(code, id) {
          return id === `${root}src/${bug.file}` ? withBug(bug, code) : undefined;
        },
      },
    ],
  });
  try {
    const { parseC } = await server.ssrLoadModule('/src/frontend/c/index.ts');
    const { explore } = await server.ssrLoadModule('/src/explicit/explore.ts');
    const judged: Judged = { parseC, explore };
    const programs = knownPrograms.filter(({ name }) => only === undefined || name === only);
    return firstWrong(judged, programs);
  } finally {
    await server.close();
  }
}
