// Which functions of the library have which judge. judges.txt lists them, and is remade with `vitest --update` after a function was added.
//
// - glibc: sequential.c calls the function and that of the system on random inputs.
// - strength: the table of lab/judge/library/strength says which instruction it is; both engines and the processor are asked.
// - programs: programs of the tests and benchmarks with known answers name it.
// - compiler: gcc alone, which finds no error and no warning in it. Names for choices, as `nondet_int`, are made by one macro.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { strength } from '../../lab/judge/library/strength/index.js';
import { declaredIn } from '../../src/frontend/c/middle.js';
import { prototypesText } from '../../src/frontend/libraryFile.js';
import { textsIn } from '../sourceTexts.js';

const home = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string): string => readFileSync(join(home, path), 'utf8');
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/\w+/g));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.c') && !name.includes('sequential'))
    .map((name) => join(folder, name));

const sequential = textOf('test/model/sequential.c');
const compared = new Set(
  [...sequential.matchAll(/\bm_(\w+)|EXTERN\([^,]+, (\w+)|\b(?:use|CLASS|COMPARE)\((\w+)\)/g)].map(
    ([, direct, declared, listed]) => direct ?? declared ?? listed,
  ),
);
const named = new Set(strength.flatMap(({ functions }) => functions));
const folders = ['test/frontend', 'test/model/topics', 'test/module', 'test/explicit', 'benchmarks'];
/** Files in C, and literals of tests. */
const programs = wordsOf(
  [
    ...folders.flatMap(filesIn).map(textOf),
    ...folders
      .flatMap(textsIn)
      .filter(({ path }) => !path.endsWith('knownNames.test.ts'))
      .map(({ text }) => text),
  ].join('\n'),
);

const isChoice = (name: string): boolean => /(?:^|_)nondet_/.test(name);

function judgeOf(name: string): string {
  if (compared.has(name)) return 'glibc';
  if (named.has(name)) return 'strength';
  return programs.has(name) ? 'programs' : 'compiler';
}

it('each function of the library has a judge that judges.txt names', async () => {
  const judges = new Map<string, string[]>(
    ['glibc', 'strength', 'programs', 'compiler'].map((one) => [one, []]),
  );
  for (const name of declaredIn(prototypesText()).keys())
    if (!isChoice(name)) judges.get(judgeOf(name))?.push(name);
  const list = [...judges].map(([judge, names]) => `${judge}: ${names.length}\n${names.sort().join('\n')}\n`);
  await expect(list.join('\n')).toMatchFileSnapshot('judges.txt');
  // A limit that may go down, never up.
  expect(judges.get('compiler')?.length).toBeLessThanOrEqual(263);
});
