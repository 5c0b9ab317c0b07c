// One file of a program that is being emitted: its syntax, types and debug information, and how its names are those of the module.

import type { Type } from '../../../module/type.js';
import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { DebugInformation } from '../debug/index.js';
import type { Types } from '../layout.js';
import { lineOf, syntaxError } from '../parse/cursor.js';
import type { FileSyntax, Instruction } from '../syntax.js';

export interface Unit {
  readonly file: FileSyntax;
  readonly types: Types;
  readonly debug: DebugInformation;
  /** The source the text was compiled from, where diagnostics about it belong; absent where the text is the user's own. */
  readonly madeFrom?: string;
  /** Whether a weak compare-exchange may fail by chance. */
  readonly failsByChance: boolean;
  /** The numbers that stand for addresses of blocks. */
  readonly blocks: Map<string, number>;
  /** The name in the module of a global or function of this file; it is wanted from now on. */
  use(name: string): string;
  /** The same of a function that the file need not declare. */
  external(name: string, takes: readonly Type[], returns: readonly Type[]): string;
}

/** Where an instruction comes from: a place of the source, or of this text where there is no debug information. */
export function placeOf(unit: Unit, { location, at }: Instruction): SourceSpan | undefined {
  return unit.debug.exists ? unit.debug.places.of(location) : lineOf(unit.file.text, at);
}

/** A construct that has no meaning here. */
export function unsupported(unit: Unit, at: number, what: string, place?: SourceSpan, hint?: string): never {
  const message = `${what} is not supported`;
  if (unit.madeFrom === undefined || place === undefined)
    throw syntaxError(unit.file, at, message, 'llvm-unsupported', hint);
  throw new InputError({
    code: 'llvm-unsupported',
    message,
    file: place.file ?? unit.madeFrom,
    line: place.line,
    column: place.column,
    ...present({ hint }),
  });
}
