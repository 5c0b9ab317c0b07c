// The catalogue of diagnostics: every code is used, means one thing, and is documented.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsPage } from '../../scripts/errorsPage.js';
import { codeSections } from '../../src/support/codes/index.js';

const home = join(import.meta.dirname, '..', '..');
const codes = codeSections.flatMap((section) => Object.keys(section.codes));

describe('the catalogue of diagnostics', () => {
  it('has every code once, in the same spelling', () => {
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    expect(codes.filter((code) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it('says what each means, in a sentence, and gives an example', () => {
    for (const { codes: entries } of codeSections)
      for (const [code, [means, example]] of Object.entries(entries)) {
        expect(means, code).toMatch(/^[A-Z`'].*\.$/);
        expect(example, code).not.toBe('');
      }
  });

  it('has no code that nothing uses', () => {
    const texts = ['src', 'lab'].flatMap((folder) =>
      readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.includes(join('support', 'codes')))
        .map((name) => readFileSync(join(home, folder, name), 'utf8')),
    );
    const used = new Set(texts.flatMap((text) => text.match(/(?<=')[a-z0-9-]+(?=')/g) ?? []));
    expect(codes.filter((code) => !used.has(code))).toEqual([]);
  });

  it('is docs/errors.md (npm run make documents)', () => {
    expect(readFileSync(join(home, 'docs', 'errors.md'), 'utf8')).toBe(errorsPage());
  });
});
