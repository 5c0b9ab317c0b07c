// The line of a prototype is found without a table of them all.

import { expect, it } from 'vitest';
import { declaredIn, declaringLine } from '../../src/frontend/c/middle.js';
import { prototypesText } from '../../src/frontend/libraryFile.js';

it('finds the line that declares a function or a variable, and no other line', () => {
  const prototypes = prototypesText();
  const declared = declaredIn(prototypes);
  expect(declared.size).toBe(prototypes.split('\n').filter((line) => line.endsWith(';')).length);
  const names = new Set(prototypes.match(/\w+/g));
  expect([...names].filter((name) => declaringLine(prototypes, name) !== declared.get(name))).toEqual([]);
  for (const name of ['', 'pthread', 'mutex_lock', 'frobnicate'])
    expect(declaringLine(prototypes, name)).toBeUndefined();
});
