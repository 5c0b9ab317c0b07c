// The flags of x86 after an instruction, as far as they are known, and what conditions (`setle`, `=@ccle`) say of them.

import { binary, compare, constant, not, typeOf, type Value } from '../../module/value.js';

export interface Flags {
  readonly z?: Value;
  readonly s?: Value;
  readonly c?: Value;
  readonly o?: Value;
}

const differ = (a: Value, b: Value): Value => binary('xor', a, b);

/** Other names of the same condition. */
const names: ReadonlyMap<string, string> = new Map(
  'e=z ne=nz b=c nae=c ae=nc nb=nc na=be a=nbe ng=le g=nle nge=l ge=nl'
    .split(' ')
    .map((pair) => pair.split('='))
    .map(([other, name]) => [other, name]),
);

/** Undefined where the flags do not tell. */
export function told(flags: Flags, condition: string): Value | undefined {
  const name = names.get(condition) ?? condition;
  if (name.startsWith('n')) {
    const opposite = told(flags, name.slice(1));
    return opposite === undefined ? undefined : not(opposite);
  }
  const { z, s, c, o } = flags;
  switch (name) {
    case 'z':
    case 's':
    case 'c':
    case 'o':
      return flags[name];
    case 'l':
      return s === undefined || o === undefined ? undefined : differ(s, o);
    case 'le': {
      const less = told(flags, 'l');
      return less === undefined || z === undefined ? undefined : binary('or', z, less);
    }
    case 'be':
      return z === undefined || c === undefined ? undefined : binary('or', z, c);
    default:
      return undefined;
  }
}

/** After `was op by` became `is`; inc and dec leave the carry as it was. */
export function flagsAfter(op: string, was: Value, by: Value, is: Value, keepsCarry: boolean): Flags {
  const zero = constant(0, typeOf(is));
  const negative = (value: Value): Value => compare('slt', value, zero);
  const no = constant(0, 'i1');
  const changed = differ(was, is);
  const isSum = op === 'add';
  const counts = isSum || op === 'sub';
  const overflow = counts ? negative(binary('and', isSum ? differ(by, is) : differ(was, by), changed)) : no;
  const carry = counts ? compare('ult', isSum ? is : was, isSum ? was : by) : no;
  return { z: compare('eq', is, zero), s: negative(is), o: overflow, ...(keepsCarry ? {} : { c: carry }) };
}
