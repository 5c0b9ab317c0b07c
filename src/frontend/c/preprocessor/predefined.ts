// The macros that are there before the first line, defined in `model/include/system/__predefined.h`. A macro is read when a program uses its name.

import { standardHeader } from '../../libraryFile.js';
import { definitionIn } from './define.js';
import type { Macro } from './macro.js';

const header = '__predefined.h';

/** By name: the line that defines the macro, and then the macro. */
let definitions: Map<string, string | Macro> | undefined;

export function predefinedMacro(name: string): Macro | undefined {
  definitions ??= new Map(
    [...(standardHeader(header) ?? '').matchAll(/^#define ((\w+).*)$/gm)].map(([, line, macro]) => [
      macro,
      line,
    ]),
  );
  const known = definitions.get(name);
  if (typeof known !== 'string') return known;
  const macro = definitionIn(known, `<${header}>`);
  definitions.set(name, macro);
  return macro;
}
