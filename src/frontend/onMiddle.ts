// C programs on the middle, with the library that is installed.

import { printModule } from '../module/print.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { type MiddleOptions, programOfC } from './c/middle.js';
import { libraryText, prototypesText } from './libraryFile.js';

type Options = Omit<MiddleOptions, 'library'>;

export const readOnMiddle = (text: string, path: string, options: Options): Program =>
  programOfC(text, path, {
    ...options,
    library: { definitions: libraryText(), prototypes: prototypesText() },
  });

/** The module after a pass, as text. */
export function moduleOnMiddle(text: string, path: string, options: Options, pass: string): string {
  let found: string | undefined;
  readOnMiddle(text, path, {
    ...options,
    onPass: (name, module) => {
      if (name === pass) found = printModule(module);
    },
  });
  return found ?? bug(`the pass ${pass} did not run`);
}
