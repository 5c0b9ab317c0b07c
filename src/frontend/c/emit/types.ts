// Types of C as types of a module's values.

import type { Type } from '../../../module/type.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { leftToClang } from '../diagnostics.js';
import { alignmentOf, type CType, sizeOf, wideSign } from '../types.js';

/** The type of a scalar's value. */
export function scalarType(type: CType, at: SourceSpan): Type {
  switch (type.kind) {
    case 'integer':
      return type.size === 1 ? 'i8' : type.size === 2 ? 'i16' : type.size === 4 ? 'i32' : 'i64';
    case 'pointer':
    case 'array':
    case 'function':
      return 'ptr';
    case 'float':
      return type.size === 4 ? 'f32' : type.size === 8 ? 'f64' : leftToClang('long double', at);
    case 'struct':
      return leftToClang(wideSign(type) === undefined ? 'a struct here' : '__int128', at);
    case 'void':
      return bug('void has no value');
  }
}

export function refuseWide(type: CType, at: SourceSpan): void {
  if (type.kind === 'float' && type.size === 16) leftToClang('long double', at);
}

export const bytesIn = (type: CType): number => sizeOf(type) ?? 0;

export const isSigned = (type: CType): boolean => type.kind === 'integer' && type.signed;

/** gcc aligns variables of 16 bytes and more so; programs may not rely on it. */
export const alignmentIn = (type: CType): number => Math.max(alignmentOf(type), bytesIn(type) >= 16 ? 16 : 1);
