// Types that are the same to C, where what diptych computes with is not enough: long and long long have the same values, and
// _Generic tells them apart.

import { type CType, sameType } from '../types.js';

/** Qualifiers of the types themselves do not count; those of pointed-to types do. */
export function compatible(a: CType, b: CType): boolean {
  switch (a.kind) {
    case 'void':
      return b.kind === 'void';
    case 'integer':
      return (
        b.kind === 'integer' &&
        a.name === b.name &&
        (a.enumeration === b.enumeration || a.enumeration === undefined || b.enumeration === undefined)
      );
    case 'float':
      return b.kind === 'float' && a.name === b.name;
    case 'pointer':
      return b.kind === 'pointer' && sameQualifiers(a.to, b.to) && compatible(a.to, b.to);
    case 'array':
      return (
        b.kind === 'array' &&
        compatible(a.of, b.of) &&
        (a.length === undefined || b.length === undefined || a.length === b.length)
      );
    case 'struct':
      return b.kind === 'struct' && sameType(a, b);
    case 'function':
      return (
        b.kind === 'function' &&
        compatible(a.result, b.result) &&
        (a.unspecified ||
          b.unspecified ||
          (a.variadic === b.variadic &&
            a.parameters.length === b.parameters.length &&
            a.parameters.every((parameter, i) => compatible(parameter, b.parameters[i]))))
      );
  }
}

/** Those of an array are those of its elements. */
const sameQualifiers = (a: CType, b: CType): boolean =>
  (a.kind !== 'array' || b.kind !== 'array' || sameQualifiers(a.of, b.of)) &&
  (['const', 'atomic', 'volatile', 'restrict'] as const).every((q) => (a[q] ?? false) === (b[q] ?? false));
