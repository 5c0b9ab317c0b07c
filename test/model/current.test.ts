// model/library.txt is what scripts/model.ts makes of the sources of model/.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  compilersAreThere,
  libraryFile,
  libraryText,
  prototypesFile,
  prototypesText,
} from '../../scripts/model.js';

const compilers = compilersAreThere();
if (!compilers) console.log('no clang 16: that model/library.txt is current is not tested');

it.skipIf(!compilers)('the library is current (else: npm run make model)', () => {
  expect(libraryText() === readFileSync(libraryFile, 'utf8')).toBe(true);
});

it.skipIf(!compilers)('the prototypes are current (else: npm run make model)', () => {
  expect(prototypesText() === readFileSync(prototypesFile, 'utf8')).toBe(true);
});
