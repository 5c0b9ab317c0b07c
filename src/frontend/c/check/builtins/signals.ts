// sigaction, whose struct is that of diptych's header or, in a preprocessed file, that of glibc's.

import { actFunction } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { argument, type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';

function act(call: BuiltinCall): Value {
  const { type } = argument(call, 1);
  const fields = type.kind === 'pointer' && type.to.kind === 'struct' ? type.to.struct.layout?.fields : [];
  const flags = fields?.some(({ name }) => name === 'sa_flags') === true ? '__lib_a->sa_flags' : '0';
  // the handler is what the struct begins with
  return expanded(
    call,
    `({ typeof(A1) __lib_a = (A1); int __lib_n = (A0); (void)(A2);
      __lib_a ? ${actFunction}(__lib_n, *(void (**)(int))__lib_a, ${flags}) : 0; })`,
  );
}

export const signals: Library = new Map([entry('sigaction', 3, act)]);
