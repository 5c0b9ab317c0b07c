// Programs of which is known what they do, on the front end as it is.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { parseC } from '../../../../src/frontend/c/index.js';
import { expectedOf, observed } from './judge.js';
import { knownPrograms } from './programs.js';

describe('programs of which is known what they do', () => {
  it.each(knownPrograms)('$name', (known) => {
    expect(observed({ parseC, explore }, known)).toBe(expectedOf(known));
  });
});
