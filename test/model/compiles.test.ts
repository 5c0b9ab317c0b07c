// The library in C (model/) is judged by a compiler: no error and no warning, against the headers of the system.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const model = fileURLToPath(new URL('../../model', import.meta.url));
const files = readdirSync(model).filter((name) => name.endsWith('.c'));
const textOf = (name: string): string => readFileSync(join(model, name), 'utf8');

const gcc = spawnSync('gcc', ['--version']).status === 0;
if (!gcc) console.log('no gcc: the model of the C library is not compiled');

describe.skipIf(!gcc)('the C library as C', () => {
  it.each(files)('%s has no warning', (name) => {
    const { status, stderr } = spawnSync('gcc', ['-Wall', '-Wextra', '-fsyntax-only', join(model, name)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
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
