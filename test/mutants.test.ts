// The list of argued changes is about the sources as they are.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { argued, changeOf } from '../scripts/mutants/argued.js';
import { mutantsOf } from '../scripts/mutants/mutate.js';

describe('a change for which there is a reason', () => {
  it('is one that can be tried', () => {
    const files = new Set([...argued.keys()].map((change) => change.split('\n')[0]));
    const known = new Set<string>();
    for (const file of files) {
      const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      const lines = source.split('\n');
      for (const mutant of mutantsOf(file, source)) known.add(changeOf(mutant, lines[mutant.line - 1]));
    }
    expect([...argued.keys()].filter((change) => !known.has(change))).toEqual([]);
    expect([...argued.values()].filter((reason) => !/^(same|cost): /.test(reason))).toEqual([]);
  });
});
