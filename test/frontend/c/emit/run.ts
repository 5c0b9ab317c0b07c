// Modules of C programs, for tests.

import { type ModuleReadOptions, moduleOfC } from '../../../../src/frontend/c/middle.js';
import { installedLibrary, prototypesText } from '../../../../src/frontend/libraryFile.js';
import type { Module } from '../../../../src/module/module.js';
import { printModule } from '../../../../src/module/print.js';
import { verify } from '../../../../src/module/verify.js';

const library = { definitions: installedLibrary(), prototypes: prototypesText() };
export const moduleOf = (text: string, options: Partial<ModuleReadOptions> = {}): Module =>
  moduleOfC(text, 'a.c', { readFile: () => undefined, library, ...options }).module;

/** The module as text, without places; it must be well formed. */
export function emitted(text: string): string {
  const module = moduleOf(text);
  const mistakes = verify(module);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return printModule(module).replaceAll(/ !\S+/g, '');
}
