// Definitions in diptych's own headers are read when their macro is used: no line is lost by that, and each has its place.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tokenize } from '../../../../src/frontend/c/preprocessor/lexer.js';
import { headerLinesOf } from '../../../../src/frontend/c/preprocessor/preprocess.js';
import { modelFolder } from '../../../../src/frontend/libraryFile.js';

const folder = join(modelFolder, 'include', 'system');
const headers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(folder, name)).isFile(),
);

it('the lines of a header are those of its text', () => {
  let later = 0;
  for (const name of headers) {
    const text = readFileSync(join(folder, name), 'utf8');
    const words = headerLinesOf(text, name).flatMap((line) => {
      if (!('macro' in line)) return line.map((token) => [token.text, token.at.line]);
      later++;
      const tokens = tokenize(`#define ${line.definition}\n`, name);
      expect(tokens[2]?.text).toBe(line.macro);
      return tokens.map((token) => [token.text]);
    });
    // Lines without a token are left out.
    const whole = tokenize(text, name).filter(
      ({ kind }, k, tokens) => kind !== 'newline' || (k > 0 && tokens[k - 1]?.kind !== 'newline'),
    );
    const isBlank = ([word]: readonly unknown[], k: number): boolean =>
      word === '\n' && (k === 0 || words[k - 1]?.[0] === '\n');
    expect([name, words.filter((word, k) => !isBlank(word, k)).map(([word]) => word)]).toEqual([
      name,
      whole.map((token) => token.text),
    ]);
    const lines = new Map(whole.map((token) => [`${token.text} ${token.at.line}`, token]));
    for (const [word, line] of words)
      if (word !== '\n' && line !== undefined) expect(lines.has(`${word} ${line}`)).toBe(true);
  }
  expect(headers.length).toBeGreaterThan(150);
  expect(later).toBeGreaterThan(1500);
});
