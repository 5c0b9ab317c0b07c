// Functions of the library that no thread can notice (strings, numbers, sorting, printing, scanning, characters, numbers with a point) against those of the system on random
// inputs: the model is compiled under names of its own, and sequential.c calls both.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const isThere = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;
const compiles = isThere('gcc') && isThere('objcopy');
if (!compiles) console.log('no gcc and objcopy: the model of the C library is not compared with the system');

const model = join(import.meta.dirname, '..', '..', 'model');
const folder = mkdtempSync(join(tmpdir(), 'diptych-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const flags = ['-O1', '-fno-builtin', '-w'];

function build(): string {
  const objects = [
    'ctype',
    'errno',
    'maths',
    'printedFloats',
    'reals',
    'scanf',
    'stdio',
    'stdlib',
    'string',
  ].map((name) => {
    const object = join(folder, `${name}.o`);
    execFileSync('gcc', [...flags, '-c', join(model, `${name}.c`), '-o', object]);
    execFileSync('objcopy', ['--prefix-symbols=m_', object]);
    return object;
  });
  const program = join(folder, 'sequential');
  execFileSync('gcc', [
    ...flags,
    join(import.meta.dirname, 'sequential.c'),
    ...objects,
    '-lm',
    '-o',
    program,
  ]);
  return program;
}

describe.skipIf(!compiles)('the sequential part of the C library', () => {
  it('does what the system does', () => {
    const program = build();
    for (const seed of ['1', '2', '3'])
      expect(spawnSync(program, [seed], { encoding: 'utf8' }).stdout).toBe('0 differences\n');
  });
});
