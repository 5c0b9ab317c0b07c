// sigaction, whose struct is that of diptych's header or, in a preprocessed file, that of glibc's.

import { actFunction, flagsBeforeFunction, handlerBeforeFunction } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { argument, type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';

/** Whether the pointer is to a struct that has flags. */
function hasFlags({ type }: Value): boolean {
  const fields = type.kind === 'pointer' && type.to.kind === 'struct' ? type.to.struct.layout?.fields : [];
  return fields?.some(({ name }) => name === 'sa_flags') === true;
}

function act(call: BuiltinCall): Value {
  const flags = hasFlags(argument(call, 1)) ? '__lib_a ? __lib_a->sa_flags : 0' : '0';
  const old = argument(call, 2);
  const isStruct = old.type.kind === 'pointer' && old.type.to.kind === 'struct';
  // the handler is what the struct begins with
  const before = `if (__lib_o) {
      *__lib_o = (typeof(*__lib_o)){0};
      *(void (**)(int))__lib_o = ${handlerBeforeFunction}(__lib_n);
      ${hasFlags(old) ? `__lib_o->sa_flags = ${flagsBeforeFunction}(__lib_n);` : ''}
    }`;
  return expanded(
    call,
    `({ typeof(A1) __lib_a = (A1); int __lib_n = (A0); typeof(A2) __lib_o = (A2);
      void (*__lib_h)(int) = __lib_a ? *(void (**)(int))__lib_a : 0;
      int __lib_f = ${flags};
      ${isStruct ? before : ''}
      __lib_a ? ${actFunction}(__lib_n, __lib_h, __lib_f) : 0; })`,
  );
}

export const signals: Library = new Map([entry('sigaction', 3, act)]);
