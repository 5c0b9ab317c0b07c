// languageC.md lists every refusal of the C front end. Each row of its tables is a program with that diagnostic, and each
// refusal is a row. docs/functions-c.md lists the known functions.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageLists, withLists } from '../../scripts/libraryList.js';
import { findingGroups } from '../../src/execution/finding.js';
import { unsupportedWords } from '../../src/frontend/c/parse/words.js';
import { diagnosticOf } from '../frontend/c/run.js';

const home = join(import.meta.dirname, '../..');
const text = readFileSync(join(import.meta.dirname, 'languageC.md'), 'utf8');
const lists = readFileSync(join(home, 'docs/functions-c.md'), 'utf8');

const plain = (cell: string): string => cell.trim().replace(/\\([\\_<|*&[\]])/g, '$1');

interface Row {
  readonly code: string;
  readonly message: string;
  /** The kind of diagnostic of the table. */
  readonly kind: string;
}

/** The rows of the tables whose second column is headed by a code. */
function rowsOf(document: string): Row[] {
  const rows: Row[] = [];
  let kind: string | undefined;
  for (const line of document.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(2, -1).split(/(?<!\\) \| /) : [];
    if (cells.length !== 2) kind = undefined;
    else if (cells[0].trim() === 'program') kind = /`(c-[\w-]+)`/.exec(cells[1])?.[1];
    else if (kind !== undefined && cells[0].startsWith('`'))
      rows.push({ code: /^`(.*?)`/.exec(cells[0].trim())?.[1] ?? '', message: plain(cells[1]), kind });
  }
  return rows;
}

const rows = rowsOf(text);

/** A row is statements of main; one that begins with `//` stands outside of functions, before a main that calls f. */
const programOf = (code: string): string =>
  code.startsWith('//')
    ? `#include <stdatomic.h>\n#include <pthread.h>\nint x, *p;\n${code.slice(2)}\nint f(); int main(void) { f(); }`
    : `#include <stdatomic.h>\n#include <pthread.h>\nint x, *p; int main(void) {\n${code}\n}`;

describe('refused programs', () => {
  it.each(rows)('$code', ({ code, message, kind }) => {
    const diagnostic = diagnosticOf(programOf(code.replace(/\\\|/g, '|')));
    expect(diagnostic).toMatchObject({ code: kind, message, line: 4 });
  });

  it('is all in the document', () => {
    const said = [
      ...rows.filter(({ kind }) => kind === 'c-unsupported').map(({ message }) => message),
      ...Object.keys(beyond),
    ];
    const missing = refusals().filter(({ pattern }) => !said.some((message) => pattern.test(message)));
    expect(missing.filter(({ says }) => !guards.has(says)).map(({ at, says }) => `${at}: ${says}`)).toEqual(
      [],
    );
  });

  it('is every word of other dialects', () => {
    for (const construct of unsupportedWords.values())
      expect(rows.map(({ message }) => message)).toContain(`${construct} is not supported`);
  });

  it.each(/Attributes that are refused: `(.*)`/.exec(text)?.[1].split(' ') ?? [])('attribute %s', (name) => {
    const diagnostic = diagnosticOf(`int y __attribute__((${name}));\nint main(void) {}`);
    expect(diagnostic.message).toBe(`the attribute ${name} is not supported`);
  });
});

/** Programs that are beyond a limit, by what is said of them. */
const beyond: Readonly<Record<string, string>> = {
  'nesting this deep is not supported': `int main(void) { return ${'('.repeat(400)}1${')'.repeat(400)}; }`,
  'a program this large (after functions are inlined) is not supported': `int x; void f0(void) { x++; }
${[1, 2, 3, 4, 5].map((n) => `void f${n}(void) { ${`f${n - 1}();`.repeat(10)} }`).join('\n')} int main(void) { f5(); }`,
  'expanding macro m never seems to end': `#define m0 x x
${Array.from({ length: 20 }, (_, n) => `#define m${n + 1} m${n} m${n}`).join('\n')}\n#define m m20\nm`,
  '"a.h" includes itself without end': '#include "a.h"',
};

describe('limits', () => {
  const limits = text.slice(text.indexOf('## Limits'));

  it.each(Object.entries(beyond))('%s', (message, program) => {
    expect(limits).toContain(` ${message} `);
    const { message: said } = diagnosticOf(program, { readFile: () => '#include "a.h"' });
    expect(said.replace(/macro m\d+/, 'macro m')).toBe(message);
  });
});

describe('findings', () => {
  const findings = text.slice(text.indexOf('## Findings'), text.indexOf('## Limits'));
  const groups = [...findings.matchAll(/^\| `(\w+)` +\| `([^`]*)`/gm)];

  it('are all in the table', () => {
    expect(groups.map(([, name, kinds]) => [name, kinds.split(' ')])).toEqual(Object.entries(findingGroups));
  });
});

describe('the functions that are known', () => {
  it('are listed (after a change that is meant: npm run make documents)', () => {
    expect(withLists(lists, languageLists())).toBe(lists);
  });
});

/** No program is known that comes to these. */
const guards: ReadonlySet<string> = new Set([
  'goto …',
  '… over parts of objects, or from one type to another,',
  'pthread_cleanup_pop without its pthread_cleanup_push',
  'an interrupt handler that is registered in a loop',
  'a difference of pointers to arrays of computed length',
]);

/** Placeholders of constructs that are named elsewhere: words of other dialects, functions, formats. */
const named = new Set(['construct', 'name', 'builtin.construct']);

/** Every text that the front end gives to `unsupported`, as a pattern of the message. */
function refusals(): { at: string; says: string; pattern: RegExp }[] {
  const folder = join(home, 'src/frontend/c');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    return [...source.matchAll(/(?<!function )\bunsupported\(|\bconstruct: /g)].flatMap(
      ({ index, 0: word }) => {
        const argument = firstArgument(source, index + word.length);
        if (named.has(argument) || argument.startsWith('string')) return [];
        const literals = argument.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [];
        const says = literals.filter((literal) => literal.length > 2 && !argument.includes(`=== ${literal}`));
        expect(says, `${file}: ${argument}`).not.toEqual([]);
        const at = `${file}:${source.slice(0, index).split('\n').length}`;
        return says.map((literal) => ({
          at,
          says: shown(literal),
          pattern: patternOf(literal.slice(1, -1)),
        }));
      },
    );
  });
}

/** Up to the comma or parenthesis that ends it. */
function firstArgument(source: string, from: number): string {
  let depth = 0;
  let quote: string | undefined;
  for (let i = from; i < source.length; i++) {
    const char = source[i];
    if (quote !== undefined) {
      if (char === '\\') i++;
      else if (char === quote) quote = undefined;
    } else if (char === "'" || char === '`') quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (depth === 0 && ',)}'.includes(char)) return source.slice(from, i).trim();
    else if (')]}'.includes(char)) depth--;
  }
  return '';
}

/** Computed parts are left open. */
const shown = (literal: string): string => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, '…');

/** Computed parts match any text. */
const patternOf = (literal: string): RegExp =>
  new RegExp(
    `^${literal
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')} is not supported$`,
  );
