// The page: a static site in dist/site. The core is the same as the command's; what it asks of Node is answered by shims/.

import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = join(root, 'dist', 'site');

/** Modules of the core that a page has in another form. */
const instead: ReadonlyMap<string, string> = new Map([
  [join(root, 'src/support/v8Flags.ts'), join(here, 'shims/v8Flags.ts')],
  [join(root, 'src/explicit/parallel/exploreParallel.ts'), join(here, 'shims/exploreParallel.ts')],
]);

const forPage = (): Plugin => ({
  name: 'core-for-a-page',
  enforce: 'pre',
  async resolveId(id, from) {
    if (/^node:/.test(id)) return join(here, 'shims/node.ts');
    if (!id.startsWith('.') || from === undefined || !id.endsWith('.js')) return undefined;
    const file = resolve(dirname(from.replace(/\?.*$/, '')), id);
    return instead.get(file.replace(/\.js$/, '.ts')) ?? undefined;
  },
});

/** Z3 is too large to be bundled: it lies beside the page and is fetched when it is wanted. */
const z3Beside = (): Plugin => ({
  name: 'z3-beside',
  apply: 'build',
  writeBundle() {
    mkdirSync(out, { recursive: true });
    copyFileSync(
      createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm'),
      join(out, 'z3-built.wasm'),
    );
  },
});

export default defineConfig({
  root: here,
  base: './',
  plugins: [forPage(), z3Beside()],
  define: { global: 'globalThis' },
  build: { outDir: out, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2000 },
  worker: { format: 'es', plugins: () => [forPage()] },
});
