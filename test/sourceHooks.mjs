// How Node finds and reads a source: `./x.js` is x.ts. One line of one of them may be another: DIPTYCH_MUTANT names the file, the
// line and its text (scripts/mutants).

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const mutant = JSON.parse(process.env.DIPTYCH_MUTANT ?? '{}');

export async function resolve(specifier, context, next) {
  if (!/^(?:\.|file:).*\.js$/.test(specifier)) return next(specifier, context);
  try {
    return await next(specifier.replace(/js$/, 'ts'), context);
  } catch {
    return next(specifier, context);
  }
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(mutated(file, await readFile(file, 'utf8')), {
    loader: 'ts',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}

function mutated(file, text) {
  if (mutant.file === undefined || !file.endsWith(`/${mutant.file}`)) return text;
  return text
    .split('\n')
    .with(mutant.line - 1, mutant.text)
    .join('\n');
}
