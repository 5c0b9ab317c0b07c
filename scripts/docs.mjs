// npm run docs: the documents as a site in dist/docs, with the playground and, if it was made, the API reference beside them.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';

function run(...words) {
  const { status } = spawnSync('npm', words, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run('run', 'build:site', '--', '--mode', 'hosted');
if (process.argv.includes('--api')) run('run', 'make', 'reference');
run('--prefix', 'docs', 'run', 'build');
cpSync('dist/site', 'dist/docs/app', { recursive: true, filter: (path) => !path.endsWith('.gz') });
if (existsSync('docs/reference/html')) cpSync('docs/reference/html', 'dist/docs/api', { recursive: true });
