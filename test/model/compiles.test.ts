// The library in C (model/) is judged by a compiler, with the headers of the system and with its own: no error and no warning.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const model = fileURLToPath(new URL('../../model', import.meta.url));
const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(model, folder)).map((name) => join(folder, name));
const sources = ['.', 'cxx', 'rust'].flatMap(filesOf);
const files = sources.filter((name) => name.endsWith('.c'));
const cxxFiles = sources.filter((name) => name.endsWith('.cpp'));
const textOf = (name: string): string => readFileSync(join(model, name), 'utf8');

const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;
const [gcc, gxx] = [isThere('gcc'), isThere('g++')];
if (!gcc) console.log('no gcc: the model of the C library is not compiled');
if (!gxx) console.log('no g++: the model of the C++ library is not compiled');

function warnings(compiler: string, flags: readonly string[], names: readonly string[]): string {
  const args = ['-Wall', '-Wextra', '-fsyntax-only', ...flags, ...names.map((name) => join(model, name))];
  const { status, stderr } = spawnSync(compiler, args, { encoding: 'utf8' });
  return status === 0 ? stderr : `${compiler} ends with ${status}\n${stderr}`;
}

/** `void *` in prototypes.h stands for most pointers, also for those to constants. */
const own = [
  ...['-Wall', '-Wextra', '-Wno-discarded-qualifiers', '-fsyntax-only', '-fno-builtin', '-nostdinc'],
  ...['-isystem', join(model, 'include', 'system'), '-x', 'c', '-'],
];
const gccOn = (name: string, declared: string): string =>
  spawnSync('gcc', own, {
    cwd: dirname(join(model, name)),
    input: `${declared}\n#line 1 "${name}"\n${textOf(name)}`,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  }).stderr;

/** The lines of prototypes.h by the names of their functions. */
const prototypes = new Map(
  [...textOf('include/prototypes.h').matchAll(/^(?!extern).*?(\w+)\(.*$/gm)].map(([line, name]) => [
    name,
    line,
  ]),
);

/** A file calls functions of other files by their prototypes. To include those of its own functions would declare them with other types. */
function againstOwnHeaders(name: string): string {
  const called = [...gccOn(name, '').matchAll(/implicit declaration of function '(\w+)'/g)].map(([, f]) => f);
  const declared = new Set(['__errno_location', ...called].map((f) => prototypes.get(f) ?? ''));
  return gccOn(name, [...declared].join('\n'));
}

describe('a compiler has nothing to say about', () => {
  it.skipIf(!gcc)('the C library', () => {
    expect(warnings('gcc', [], files)).toBe('');
  });

  it.skipIf(!gcc)('the C library with its own headers and prototypes', () => {
    expect(files.map(againstOwnHeaders).join('')).toBe('');
  });

  it.skipIf(!gxx)('the C++ library', () => {
    expect(warnings('g++', ['-std=c++20', '-fno-exceptions'], cxxFiles)).toBe('');
  });
});

describe('the C library', () => {
  it('has names of its own for its own functions, once each', () => {
    const defined = files.flatMap((name) =>
      [...textOf(name).matchAll(/^static [^;{=]*?\b(\w+)(?:\(.*\{|\[| =|;)/gm)].map((found) => found[1]),
    );
    expect(defined.filter((name) => !name.startsWith('__model_'))).toEqual([]);
    expect(defined.filter((name, i) => defined.indexOf(name) !== i)).toEqual([]);
  });

  it('takes error numbers from <errno.h>', () => {
    for (const name of files) expect(textOf(name)).not.toMatch(/#define\s+E[A-Z]+|\bE[A-Z]+\s*=\s*\d/);
  });
});
