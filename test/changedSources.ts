// A copy of diptych with a change in one of its sources, to see whether a test notices.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The text that a source has in the copy: undefined if it is the same. Paths are as `src/explicit/explore.ts`. */
export type Change = (file: string, code: string) => string | undefined;

let copies = 0;

/** The exports of `modules`, a list of lines `export { name } from './src/...'`, in a copy with the change. */
export async function loadChanged<Exports>(modules: string, change: Change): Promise<Exports> {
  const file = await writeCopy(modules, change);
  try {
    return await import(file.href);
  } finally {
    rmSync(file);
  }
}

/** One file of all that `modules` name, which starts sooner than the sources; the caller removes it. */
export async function writeCopy(modules: string, change: Change = () => undefined): Promise<URL> {
  const { outputFiles } = await build({
    stdin: { contents: modules, resolveDir: root },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [changing(change)],
  });
  // Beside the packages that it imports.
  const folder = `${root}node_modules/.cache/diptych-copies`;
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${process.pid}-${copies++}.mjs`;
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  return pathToFileURL(file);
}

/** Each source believes that it is where it was: files are read beside some of them. */
const changing = (change: Change): Plugin => ({
  name: 'changed-sources',
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const contents = change(path.slice(root.length), code) ?? code;
      return {
        contents: contents.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        loader: 'ts',
      };
    });
  },
});
