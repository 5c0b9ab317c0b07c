// Attributes of parameters, results, calls and functions. Their words are open (every version of LLVM adds some) and most of them
// only promise something to the optimiser; those that change what happens are kept.

import { present } from '../../../support/present.js';
import type { ParameterAttributes, Type } from '../syntax.js';
import type { Cursor } from './cursor.js';
import { parseType, startsType } from './types.js';

/** Words with which a value begins, so that no attribute is taken for one. */
const valueWords: ReadonlySet<string> = new Set([
  'true',
  'false',
  'null',
  'none',
  'zeroinitializer',
  'undef',
  'poison',
  'splat',
  'asm',
  'blockaddress',
  'dso_local_equivalent',
  'no_cfi',
  'ptrauth',
  'getelementptr',
  'bitcast',
  'addrspacecast',
  'ptrtoint',
  'ptrtoaddr',
  'inttoptr',
  'trunc',
  'zext',
  'sext',
  'add',
  'sub',
  'mul',
  'xor',
  'and',
  'or',
  'shl',
  'lshr',
  'ashr',
  'select',
  'icmp',
  'fcmp',
  'extractelement',
  'insertelement',
  'shufflevector',
]);

/** Attributes behind the type of a parameter, before its value or name. */
export function parameterAttributes(cursor: Cursor): ParameterAttributes {
  let byval: Type | undefined;
  let sret: Type | undefined;
  let element: Type | undefined;
  let align: number | undefined;
  for (;;) {
    const { kind, token } = cursor;
    if (kind === 'string') {
      skipStringAttribute(cursor);
      continue;
    }
    if (kind !== 'word' || valueWords.has(token)) return present({ byval, sret, element, align });
    cursor.advance();
    if (token === 'byval' || token === 'sret' || token === 'elementtype') {
      cursor.expect('(');
      const type = parseType(cursor);
      cursor.expect(')');
      if (token === 'byval') byval = type;
      else if (token === 'sret') sret = type;
      else element = type;
    } else if (token === 'align' && !cursor.is('(')) align = Number(cursor.takeInteger());
    else if (cursor.is('(')) cursor.skipBrackets();
  }
}

/** Words before a type: linkage, visibility, calling convention, attributes of a result. Yields them. */
export function wordsBeforeType(cursor: Cursor): string[] {
  const words: string[] = [];
  for (;;) {
    if (cursor.isKind('string')) skipStringAttribute(cursor);
    else if (!cursor.isKind('word') || startsType(cursor)) return words;
    else {
      const { token } = cursor;
      words.push(token);
      cursor.advance();
      if (cursor.is('(')) cursor.skipBrackets();
      else if (
        (token === 'align' || token === 'cc') &&
        cursor.is('(') === false &&
        /^\d+$/.test(cursor.token)
      )
        cursor.advance();
    }
  }
}

/** Attributes behind the arguments of a call, up to the end of its line or to what `stops`. */
export function skipCallAttributes(cursor: Cursor, stops: (cursor: Cursor) => boolean): void {
  while (!cursor.first && !cursor.is(',') && !stops(cursor) && !cursor.isKind('end')) {
    if (cursor.is('[') || cursor.is('(')) cursor.skipBrackets();
    else if (cursor.isKind('string')) skipStringAttribute(cursor);
    else cursor.advance();
  }
}

function skipStringAttribute(cursor: Cursor): void {
  cursor.advance();
  if (cursor.take('=')) cursor.takeKind('string', 'a string');
}
