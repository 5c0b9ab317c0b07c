// Writes the golden files beside the litmus tests of benchmarks/litmus and the trace counts of benchmarks/c, to be reviewed
// before they are committed. npm run make promote [-- NAME...]: all of them, or the litmus tests whose names are given.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readLitmusFile } from '../src/frontend/litmus/index.js';
import { cTraces } from './cTraces.js';
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
if (wanted.size === 0) {
  const c = join(import.meta.dirname, '..', 'benchmarks', 'c');
  const golden = join(c, 'traces.tsv');
  const text = await cTraces(c, 'source');
  if (!existsSync(golden) || readFileSync(golden, 'utf8') !== text) {
    writeFileSync(golden, text);
    changed++;
    console.log('wrote traces.tsv');
  }
}
console.log(changed === 0 ? 'every golden file is up to date' : `${changed} golden files to review`);
