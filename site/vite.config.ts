// The page: a static site in dist/site. The core is the command's; shims/ stand for Node.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = join(root, 'dist', 'site');

/** Modules of the core that a page has in another form. */
const instead: ReadonlyMap<string, string> = new Map([
  [join(root, 'src/launcher/v8Flags.ts'), join(here, 'shims/v8Flags.ts')],
  [join(root, 'src/support/waitless.ts'), join(here, 'shims/waitless.ts')],
  [join(root, 'src/explicit/parallel/exploreParallel.ts'), join(here, 'shims/exploreParallel.ts')],
  [join(root, 'src/frontend/libraryFile.ts'), join(here, 'shims/libraryFile.ts')],
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

/**
 * Z3 has 35 MB and is fetched only when it is asked. `diptych serve` takes it from the installed package; a file host needs a
 * copy beside the page, which `--mode hosted` makes.
 */
const z3Beside = (): Plugin => ({
  name: 'z3-beside',
  apply: 'build',
  writeBundle() {
    copyFileSync(
      createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm'),
      join(out, 'z3-built.wasm'),
    );
  },
});

/** `diptych serve` sends these in place of the files themselves. */
const gzipBeside = (): Plugin => ({
  name: 'gzip-beside',
  apply: 'build',
  closeBundle() {
    for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|css|html|svg)$/.test(name))
        writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
  },
});

export default defineConfig(({ mode }) => ({
  root: here,
  base: './',
  plugins: [forPage(), gzipBeside(), ...(mode === 'hosted' ? [z3Beside()] : [])],
  define: { global: 'globalThis' },
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
  worker: { format: 'es', plugins: () => [forPage()] },
}));
