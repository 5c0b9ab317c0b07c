// Witness files carry their program as the printer writes it: a printed C program must be read back as the same.

import { describe, expect, it } from 'vitest';
import { loadPapers } from '../../lab/papers/manifest.js';
import { readProgram } from '../../src/frontend/index.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { printProgram } from '../../src/program/printer.js';
import { everydayOf } from '../counts.js';

describe("the papers' programs, printed", () => {
  it.each(everydayOf(loadPapers()))('$group/$name is read back', async ({ file, variants }) => {
    for (const { name, defines, unroll } of variants) {
      const printed = printProgram(await readProgram(file, { defines, unroll }));
      expect(printProgram(parseLitmus(printed, 'printed.litmus')), name).toBe(printed);
    }
  });
});
