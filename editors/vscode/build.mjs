// Makes out/, or the folder that is named: the extension with its client, and the page of the panel from the components of the
// workbench (site/).

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const home = dirname(fileURLToPath(import.meta.url));
/** In another folder there is the page alone, which needs nothing that is installed here. */
const out = process.argv[2] ?? join(home, 'out');
const common = {
  absWorkingDir: home,
  bundle: true,
  minify: true,
  charset: 'utf8',
  logLevel: 'warning',
  legalComments: 'linked',
};

if (process.argv[2] === undefined)
  await build({
    ...common,
    entryPoints: ['src/extension.ts'],
    outfile: join(out, 'extension.cjs'),
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
  });

await build({
  ...common,
  entryPoints: ['src/view.tsx'],
  outfile: join(out, 'view.js'),
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Large graphs are laid out as small ones are: ELK is larger than the whole extension.
  plugins: [
    {
      name: 'without-elk',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /\/elk\.js$/ }, ({ path }) => ({ path, namespace: 'none' }));
        onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: "throw new Error('no ELK here');" }));
      },
    },
  ],
});
