// Error numbers are defined once: in the header that programs include. The library takes them from there by name, or from the system's header
// when it is compiled, so both must be equal.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const home = fileURLToPath(new URL('../..', import.meta.url));
const header = 'model/include/system/errno.h';
const gcc = spawnSync('gcc', ['--version']).status === 0;

const numbersIn = (text: string): ReadonlyMap<string, number> =>
  new Map(
    [...text.matchAll(/^\s*#\s*define (E[A-Z0-9]+) (\d+)$/gm)].map(([, name, number]) => [
      name,
      Number(number),
    ]),
  );

const numbers = numbersIn(readFileSync(join(home, header), 'utf8'));

const files = ['src', 'model', 'runtime', 'site'].flatMap((folder) =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|c|h|cpp)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);

const inTypeScript = /\b(E[A-Z0-9]+)\b['"]?\s*[:=,]\s*\d+/g;
/** By a macro or in an enum. */
const inC = /\b(E[A-Z0-9]+)(?:\s*=\s*|[ \t]+)\d+/g;

describe('error numbers', () => {
  it('are defined in one file', () => {
    expect(numbers.size).toBeGreaterThan(100);
    const definitions = files.filter((file) => {
      const form = /\.tsx?$/.test(file) ? inTypeScript : inC;
      const text = readFileSync(join(home, file), 'utf8');
      return [...text.matchAll(form)].some(([, name]) => numbers.has(name));
    });
    expect(definitions).toEqual([header]);
  });

  it.skipIf(!gcc)("are those of the system's header", () => {
    const { stdout } = spawnSync('gcc', ['-dM', '-E', '-'], {
      input: '#include <errno.h>',
      encoding: 'utf8',
    });
    const system = numbersIn(stdout);
    expect([...numbers].filter(([name, number]) => system.get(name) !== number)).toEqual([]);
  });
});
