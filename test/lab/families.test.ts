// The families in C (benchmarks/families), which the table `explore` gives to other checkers, are those of src/generate.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { parseC } from '../../src/frontend/c/index.js';
import { familyProgram } from '../../src/generate/families.js';

describe.each<readonly [file: string, family: string, sizes: readonly number[]]>([
  ['wr1', 'wr1', [2, 3]],
  ['ring', 'ring', [2, 3]],
  ['lastzero', 'lastzero', [2, 3]],
  ['readers', 'readers', [2, 3]],
  ['mutex_inc', 'mutex-inc', [2, 3]],
  ['fetch_add', 'fetch-add', [2, 3]],
  ['dekker', 'dekker', [1, 2]],
  ['fib', 'fib-racing', [1, 2]],
])('%s.c', (file, family, sizes) => {
  const text = readFileSync(`benchmarks/families/${file}.c`, 'utf8');
  it.each(modelNames)('has the traces of the family under %s, and its assertion holds', (model) => {
    for (const n of sizes) {
      const program = parseC(`#define N ${n}\n${text}`, `${file}.c`, { readFile: () => undefined });
      const { executions, findings } = explore(program, { model });
      expect([...findings]).toEqual([]);
      expect(executions).toBe(explore(familyProgram(family, n), { model }).executions);
    }
  });
});
