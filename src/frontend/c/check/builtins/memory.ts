// malloc and its kin. diptych allocates cells, so the size must say of what: by a sizeof in it, or by the type of the
// pointer the result goes to.

import { present } from '../../../../support/present.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { cellsOf, sizeOf, typeName, unsignedType, voidPointer } from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, constantOf } from '../conversions.js';
import { argument, type BuiltinCall, doing, entry, integerArgument, type Library, meaning } from './table.js';

/** The number of cells a size in bytes means, if a sizeof in it tells: `n * sizeof(T)`, sums of such. */
function cellsIn(bytes: Value): Value | undefined {
  switch (bytes.kind) {
    case 'const':
      return bytes.sizeofCells === undefined
        ? undefined
        : constantOf(bytes.sizeofCells, bytes.at, unsignedType);
    case 'convert':
      return cellsIn(bytes.operand);
    case 'binary': {
      const left = cellsIn(bytes.left);
      const right = cellsIn(bytes.right);
      if (bytes.op === '+' && left !== undefined && right !== undefined) return { ...bytes, left, right };
      if (bytes.op !== '*' || (left === undefined) === (right === undefined)) return undefined;
      return { ...bytes, left: left ?? bytes.left, right: right ?? bytes.right };
    }
    default:
      return undefined;
  }
}

function allocate(call: BuiltinCall, bytes: Value, zeroed: boolean): Value {
  const cells = cellsIn(bytes);
  return meaning({ op: 'alloc', bytes, zeroed, ...present({ cells }) }, call, voidPointer);
}

/** The constant number of cells memset or memcpy touch. */
function touchedCells(call: BuiltinCall, pointer: Value, index: number): number {
  const bytes = integerArgument(call, index);
  const { at } = call.args[index];
  const cells = cellsIn(bytes);
  const known = cells === undefined ? undefined : constantValue(cells);
  if (known !== undefined) return known;
  const count = constantValue(bytes);
  if (count === undefined) return unsupported(`${call.name} over a number of bytes that is no constant`, at);
  const to = pointer.type.kind === 'pointer' ? pointer.type.to : undefined;
  const size = to === undefined ? undefined : sizeOf(to);
  if (to === undefined || size === undefined || count % size !== 0)
    return typeError(`${call.name} touches parts of ${to === undefined ? 'its target' : typeName(to)}`, at);
  return (count / size) * (cellsOf(to) ?? 1);
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
      type: unsignedType,
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
    const value = integerArgument(call, 1);
    const byte = constantValue(value);
    if (byte !== 0) return unsupported('memset with anything but 0', call.args[1].at);
    return meaning({ op: 'fill', target, value, cells: touchedCells(call, target, 2) }, call, voidPointer);
  }),
  ...['memcpy', 'memmove'].map((name) =>
    entry(name, 3, (call) => {
      const target = pointer(call, 0);
      const source = pointer(call, 1);
      return meaning(
        { op: 'copy', target, source, cells: touchedCells(call, target, 2), overlapping: name === 'memmove' },
        call,
        voidPointer,
      );
    }),
  ),
]);
