// How long the C front end takes: a program of about 150 lines, and one of about 2,000 made of copies of its functions.
//
//   npx tsx benchmarks/cFrontEnd.ts

import { readFileSync } from 'node:fs';
import { Bench } from 'tinybench';
import { parseC } from '../src/frontend/c/index.js';
import { moduleOfC } from '../src/frontend/c/middle.js';
import { Mistakes } from '../src/frontend/c/mistakes.js';
import { parseTokens } from '../src/frontend/c/parse/index.js';
import { preprocess } from '../src/frontend/c/preprocessor/preprocess.js';
import { installedLibrary, prototypesText } from '../src/frontend/libraryFile.js';

const file = 'benchmarks/c/language.c';
const text = readFileSync(file, 'utf8');

/** The same functions again and again under new names, all called from main. */
function repeated(copies: number): string {
  const start = text.indexOf('static void integers');
  const end = text.indexOf('int main');
  const names = ['integers', 'moved', 'objects', 'collatz', 'weekday', 'ackermann', 'control'];
  const parts: string[] = [text.slice(0, start)];
  const calls: string[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const pattern = new RegExp(`\\b(${names.join('|')})\\b`, 'g');
    parts.push(text.slice(start, end).replace(pattern, `$1${copy}`));
    calls.push(`integers${copy}(); objects${copy}(); control${copy}();`);
  }
  return `${parts.join('')}int main(void) { ${calls.join(' ')} return 0; }\n`;
}

const library = { definitions: installedLibrary(), prototypes: prototypesText() };
const bench = new Bench({ time: 2000, warmupTime: 500 });
for (const source of [text, repeated(20)]) {
  const name = `${source.split('\n').length} lines`;
  const { tokens } = preprocess(source, file);
  bench
    .add(`${name}: all`, () => void parseC(source, file))
    .add(`${name}: preprocess`, () => void preprocess(source, file))
    .add(`${name}: parse`, () => void parseTokens(tokens, new Mistakes()))
    .add(`${name}: module`, () => void moduleOfC(source, file, { library }));
}
await bench.run();
console.table(bench.table());
