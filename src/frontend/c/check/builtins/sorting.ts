// qsort and bsearch over elements whose type is known. Elements that compare equal keep their order, which C leaves open.

import { unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { sizeOf } from '../../types.js';
import { constantValue } from '../constants.js';
import { argument, type BuiltinCall, entry, integerArgument, type Library } from './table.js';
import { expanded } from './template.js';

const compares = 'int (*__lib_c)(const void *, const void *)';

function overElements(call: BuiltinCall, base: number, template: string): Value {
  const { type } = argument(call, base);
  const size = constantValue(integerArgument(call, base + 2));
  if (type.kind !== 'pointer' || type.to.kind === 'void' || sizeOf(type.to) !== size)
    return unsupported(`${call.name} of elements whose type is not known`, call.at);
  return expanded(call, template.replace(/\bE\b/g, `typeof(*(A${base}))`));
}

export const sorting: Library = new Map([
  entry('qsort', 4, (call) =>
    overElements(
      call,
      0,
      `({ E *__lib_b = (A0); unsigned long __lib_n = (A1), __lib_i, __lib_j; ${compares} = (A3);
        for (__lib_i = 1; __lib_i < __lib_n; __lib_i++) {
          E __lib_t = __lib_b[__lib_i];
          for (__lib_j = __lib_i; __lib_j > 0 && __lib_c(__lib_b + __lib_j - 1, &__lib_t) > 0; __lib_j--)
            __lib_b[__lib_j] = __lib_b[__lib_j - 1];
          __lib_b[__lib_j] = __lib_t;
        }
        (void)0; })`,
    ),
  ),
  entry('bsearch', 5, (call) =>
    overElements(
      call,
      1,
      `({ const void *__lib_k = (A0); E *__lib_b = (A1); unsigned long __lib_l = 0, __lib_h = (A2); ${compares} = (A4);
        void *__lib_r = 0;
        while (__lib_l < __lib_h) {
          unsigned long __lib_m = (__lib_l + __lib_h) / 2;
          int __lib_o = __lib_c(__lib_k, __lib_b + __lib_m);
          if (__lib_o == 0) { __lib_r = (void *)(__lib_b + __lib_m); __lib_l = __lib_h; }
          else if (__lib_o < 0) __lib_h = __lib_m;
          else __lib_l = __lib_m + 1;
        }
        __lib_r; })`,
    ),
  ),
]);
