// Types, constants and functions of standard headers that diptych does not know: a program that uses one is told so, not that the name is
// unknown. `model/glibc.txt` lists them by header.

import type { SourceSpan } from '../../program/statement.js';
import { glibcText } from '../libraryFile.js';
import { typeError, unsupported } from './diagnostics.js';
import type { CType } from './types.js';

type Kind = 'types' | 'structs' | 'constants' | 'functions';

/** The header of each name; of constants, that of each pattern. */
type Headers = ReadonlyMap<string, string>;

let lists: ReadonlyMap<string, Headers> | undefined;

/** A list begins with its kind in brackets. A row is a header and names; it may go on in lines that begin with a blank. */
function headersOf(kind: Kind): Headers {
  lists ??= new Map(
    glibcText()
      .split(/^\[(?=\w+\]$)/m)
      .map((list) => {
        const [title, ...rows] = list.trim().split(/\n(?! )/);
        return [title.replace(']', ''), new Map(rows.flatMap(namesIn))];
      }),
  );
  return lists.get(kind) ?? new Map();
}

function namesIn(row: string): (readonly [string, string])[] {
  const [header, ...names] = row.split(/:?\s+/);
  return names.map((name) => [name, header]);
}

/** Refuses a type of a standard header by its name. */
export function unsupportedType(name: string, at: SourceSpan): void {
  const header = headersOf('types').get(name);
  if (header !== undefined) unsupported(`the type ${name} of <${header}>`, at);
}

/** A type without members or size: a struct of a standard header is refused by its name. */
export function incompleteType(type: CType, message: string, at: SourceSpan): never {
  const name = type.kind === 'struct' ? type.struct.name : '';
  const header = headersOf('structs').get(name.replace(/^struct /, ''));
  if (header !== undefined) unsupported(`${name} of <${header}>`, at);
  return typeError(message, at);
}

/** Refuses a constant of a standard header by its name. */
export function unsupportedConstant(name: string, at: SourceSpan): void {
  const [, header] = [...headersOf('constants')].find(([begins]) => new RegExp(begins).test(name)) ?? [];
  if (header !== undefined) unsupported(`the constant ${name} of <${header}>`, at);
}

/** Forms for other types (sinf, sinl, sinf64), large files (open64) and locales (isalpha_l) are those of the function. */
const suffixes = /(?:f32x|f64x|f32|f64|f128|64|_l|_s|f|l)$/;

/** Refuses a function of a standard header by its name. */
export function unsupportedFunction(name: string, at: SourceSpan): void {
  const functions = headersOf('functions');
  const header = functions.get(name) ?? functions.get(name.replace(suffixes, ''));
  if (header !== undefined) unsupported(`${name} of <${header}>`, at, 'diptych does not know what it does');
}
