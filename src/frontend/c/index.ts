// C programs, with the library that is installed. Every caller reads C through `parseC`; docs/language-c.md says which C is understood and what it
// means.

import { printModule } from '../../module/print.js';
import type { Program } from '../../program/program.js';
import { bug } from '../../support/diagnostic.js';
import { installedLibrary, prototypesText } from '../libraryFile.js';
import { readSourceFile } from '../textFile.js';
import type { COptions } from './checked.js';
import { type ModuleReadOptions, programOfC } from './middle.js';

export type { COptions } from './checked.js';

type Options = Omit<ModuleReadOptions, 'library'>;

export const parseC = (text: string, file: string, options: Options = {}): Program =>
  programOfC(text, file, {
    ...options,
    library: { definitions: installedLibrary(), prototypes: prototypesText() },
  });

/** The module after a pass, as text. */
export function moduleAfter(pass: string, text: string, file: string, options: Options): string {
  let found: string | undefined;
  parseC(text, file, {
    ...options,
    onPass: (name, module) => {
      if (name === pass) found = printModule(module);
    },
  });
  return found ?? bug(`the pass ${pass} did not run`);
}

export const readCFile = async (path: string, options: COptions = {}): Promise<Program> =>
  parseC(readSourceFile(path), path, options);
