// malloc and its kin, and the functions of string.h that touch bytes. What a block will hold is told by a sizeof in its size or
// by the type of the pointer the result goes to; without either its bytes are cells as they are used.

import { toNumber } from '../../../../program/integer.js';
import { present } from '../../../../support/present.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { type CType, intType, unsignedCharType, unsignedLongType, voidPointer } from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, convert } from '../conversions.js';
import { argument, type BuiltinCall, doing, entry, integerArgument, type Library, meaning } from './table.js';

/** The type in a size: `sizeof(T)`, `n * sizeof(T)`; of a sum, the first. */
function typeIn(bytes: Value): CType | undefined {
  switch (bytes.kind) {
    case 'const':
      return bytes.sizeofType;
    case 'convert':
      return typeIn(bytes.operand);
    case 'binary':
      return bytes.op === '+' || bytes.op === '*' ? (typeIn(bytes.left) ?? typeIn(bytes.right)) : undefined;
    default:
      return undefined;
  }
}

function allocate(call: BuiltinCall, bytes: Value, zeroed: boolean): Value {
  return meaning({ op: 'alloc', bytes, zeroed, ...present({ of: typeIn(bytes) }) }, call, voidPointer);
}

/** The constant number of bytes a function touches. */
function touched(call: BuiltinCall, index: number): number {
  const count = constantValue(integerArgument(call, index));
  if (count === undefined)
    return unsupported(`${call.name} over a number of bytes that is no constant`, call.args[index].at);
  return toNumber(count);
}

/** The argument as written, without the conversion to void *. */
const pointer = (call: BuiltinCall, index: number): Value => {
  const value = argument(call, index);
  if (value.type.kind !== 'pointer') return typeError(`${call.name} needs a pointer`, call.args[index].at);
  return value;
};

export const memory: Library = new Map([
  entry('malloc', 1, (call) => allocate(call, integerArgument(call, 0), false)),
  entry('calloc', 2, (call) => {
    const bytes: Value = {
      kind: 'binary',
      op: '*',
      left: integerArgument(call, 0),
      right: integerArgument(call, 1),
      type: unsignedLongType,
      at: call.at,
    };
    return allocate(call, bytes, true);
  }),
  entry('aligned_alloc', 2, (call) => allocate(call, integerArgument(call, 1), false)),
  entry('free', 1, (call) =>
    doing({ op: 'free', pointer: coerce(argument(call, 0), voidPointer, call.args[0].at) }, call),
  ),
  entry('realloc', 2, (call) => unsupported('realloc', call.at)),
  entry('memset', 3, (call) => {
    const target = pointer(call, 0);
    const value = convert(coerce(argument(call, 1), intType, call.args[1].at), unsignedCharType);
    return meaning({ op: 'fill', target, value, bytes: touched(call, 2) }, call, voidPointer);
  }),
  ...['memcpy', 'memmove'].map((name) =>
    entry(name, 3, (call) =>
      meaning(
        {
          op: 'copy',
          target: pointer(call, 0),
          source: pointer(call, 1),
          bytes: touched(call, 2),
          overlapping: name === 'memmove',
        },
        call,
        voidPointer,
      ),
    ),
  ),
  entry('memcmp', 3, (call) =>
    meaning(
      { op: 'compare', left: pointer(call, 0), right: pointer(call, 1), bytes: touched(call, 2) },
      call,
    ),
  ),
]);
