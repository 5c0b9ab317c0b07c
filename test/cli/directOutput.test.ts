// Output arrives whole and in order, for fast and slow readers.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openOutput } from '../../src/cli/directOutput.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-output-'));

it('writes to a file without a stream, and tells what cannot be written', () => {
  const file = join(folder, 'text');
  const fd = openSync(file, 'w');
  const errors: Error[] = [];
  const never = (): never => {
    throw new Error('no stream is wanted');
  };
  const output = openOutput(fd, never, (error) => errors.push(error));
  output.write('é'.repeat(70_000));
  output.write('end');
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toBe(`${'é'.repeat(70_000)}end`);
  expect(errors).toEqual([]);
  const readOnly = openSync(file, 'r');
  openOutput(readOnly, never, (error) => errors.push(error)).write('x');
  closeSync(readOnly);
  rmSync(folder, { recursive: true });
  expect(errors.map((error) => ('code' in error ? error.code : ''))).toEqual(['EBADF']);
});
