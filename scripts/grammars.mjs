// Turns every src/**/*.peggy grammar into a parser beside it (NAME.peggy.js and NAME.peggy.d.ts).
// A grammar may name its start rules and what they yield, one per line: `// @start Rule: TypeScript type`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import peggy from 'peggy';

const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
for (const name of readdirSync(src, { recursive: true })) {
  if (!name.endsWith('.peggy')) continue;
  const file = join(src, name);
  const grammar = readFileSync(file, 'utf8');
  const starts = [...grammar.matchAll(/^\/\/ @start (\w+): (.*)$/gm)].map(([, rule, type]) => ({
    rule,
    type,
  }));
  const parser = peggy.generate(grammar, {
    grammarSource: file,
    output: 'source',
    format: 'es',
    cache: false,
    ...(starts.length === 0 ? {} : { allowedStartRules: starts.map(({ rule }) => rule) }),
  });
  const signatures =
    starts.length === 0
      ? ['options?: { grammarSource?: string; startRule?: string }): unknown']
      : starts.map(({ rule, type }) => `options: { grammarSource?: string; startRule: '${rule}' }): ${type}`);
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
${signatures.map((rest) => `export function parse(text: string, ${rest};`).join('\n')}
`,
  );
}
