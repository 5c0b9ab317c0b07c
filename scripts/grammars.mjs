// Turns every src/**/*.peggy grammar into a parser beside it (NAME.peggy.js and NAME.peggy.d.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import peggy from 'peggy';

const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
for (const name of readdirSync(src, { recursive: true })) {
  if (!name.endsWith('.peggy')) continue;
  const file = join(src, name);
  const parser = peggy.generate(readFileSync(file, 'utf8'), {
    grammarSource: file,
    output: 'source',
    format: 'es',
    cache: false,
  });
  writeFileSync(`${file}.js`, parser);
  writeFileSync(
    `${file}.d.ts`,
    `export interface Location { offset: number; line: number; column: number }
export interface LocationRange { source: unknown; start: Location; end: Location }
export interface Expectation { type: string; description?: string; text?: string }
export class SyntaxError extends Error {
  location: LocationRange;
  expected: Expectation[] | null;
  found: string | null;
}
export function parse(text: string, options?: { grammarSource?: string; startRule?: string }): unknown;
`,
  );
}
