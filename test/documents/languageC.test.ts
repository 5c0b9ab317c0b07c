// Each line of "Not accepted" in docs/language-c.md is a program that is refused with that diagnostic.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../frontend/c/run.js';

const text = readFileSync(fileURLToPath(new URL('../../docs/language-c.md', import.meta.url)), 'utf8');
const section = text.slice(text.indexOf('### Not accepted'), text.indexOf('### Numbers'));
const plain = (cell: string): string => cell.trim().replace(/\\([\\_<|])/g, '$1');
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\) \| /).map((cell) => plain(cell.replace(/^\| | \|$/g, ''))));

describe('what is not accepted', () => {
  it('is listed', () => {
    expect(rows.length).toBeGreaterThan(15);
  });

  it.each(rows)('%s', (code, message) => {
    const statement = /^`(.*)`/.exec(code)?.[1] ?? '';
    const program = `#include <stdatomic.h>\nint x, *p; void other(void) { x = 1; }\nint main(void) {\n  ${statement}\n}`;
    const diagnostic = diagnosticOf(program);
    expect(diagnostic.message).toContain(message);
    expect(diagnostic).toMatchObject({ code: 'c-unsupported', line: 4 });
  });

  it.each(/Attributes that are refused: `(.*)`/.exec(section)?.[1].split(' ') ?? [])(
    'attribute %s',
    (name) => {
      const diagnostic = diagnosticOf(`int y __attribute__((${name}));\nint main(void) {}`);
      expect(diagnostic.message).toBe(`the attribute ${name} is not supported`);
    },
  );
});
