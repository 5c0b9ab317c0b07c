// Both readers of C on every program of test/frontend/c/language: what is found and which final states there are must be equal. The
// differences that remain stand here, each with its reason.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Exploration } from '../../../../src/explicit/explore.js';
import { explore } from '../../../../src/explicit/explore.js';
import { parseC } from '../../../../src/frontend/c/index.js';
import { readOnMiddle } from '../../../../src/frontend/onMiddle.js';
import type { Program } from '../../../../src/program/program.js';
import { findingsIn, shownByBoth, statesIn } from '../run.js';

const folder = fileURLToPath(new URL('../language/', import.meta.url));
const unroll = 16;

/** Programs that the reader on the middle refuses, with its words. */
const refused: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  // Left to clang (docs/adr/0018).
  ['longdouble.c', /long double/],
  ['longjmp.c', /a function inside another/],
  ['nestedFunctions.c', /a function inside another/],
]);

interface Read {
  readonly program: Program;
  readonly found: Exploration;
}

function readBy(read: typeof readOnMiddle, name: string): Read {
  const program = read(readFileSync(`${folder}${name}`, 'utf8'), name, { unroll });
  return { program, found: explore(program, { model: 'sc', unroll, timeLimitMs: 60_000 }) };
}

const cutsOf = ({ found }: Read): string[] =>
  found.cutLoops.map(({ thread, at }) => `${thread} ${at?.line}`).sort();

describe('both readers of C', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.c')))('%s', (name) => {
    const words = refused.get(name);
    if (words !== undefined) {
      expect(() => readBy(readOnMiddle, name)).toThrow(words);
      return;
    }
    const [old, own] = [readBy(parseC, name), readBy(readOnMiddle, name)];
    expect(findingsIn(own.found)).toEqual(findingsIn(old.found));
    expect([own.found.complete, cutsOf(own)]).toEqual([old.found.complete, cutsOf(old)]);
    const shown = shownByBoth(own.program, old.program);
    expect(statesIn(own.program, own.found, shown)).toEqual(statesIn(old.program, old.found, shown));
  });
});
