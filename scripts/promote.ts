// Writes the golden files beside the litmus tests of benchmarks/litmus, to be reviewed before they are committed.
// npm run promote [-- NAME...]: all tests, or those whose names are given.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readLitmusFile } from '../src/frontend/litmus/index.js';
import { goldenFile, goldenText } from './golden.js';

const folder = join(import.meta.dirname, '..', 'benchmarks', 'litmus');
const wanted = new Set(process.argv.slice(2));
let changed = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.litmus'))) {
  if (wanted.size > 0 && !wanted.has(basename(file, '.litmus'))) continue;
  const golden = join(folder, goldenFile(file));
  const text = goldenText(readLitmusFile(join(folder, file)), 'none');
  if (existsSync(golden) && readFileSync(golden, 'utf8') === text) continue;
  writeFileSync(golden, text);
  changed++;
  console.log(`wrote ${goldenFile(file)}`);
}
console.log(changed === 0 ? 'every golden file is up to date' : `${changed} golden files to review`);
