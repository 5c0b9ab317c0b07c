// Arguments that `...` stands for, as the ABI of x86-64 has them. A va_list is { i32 gp, i32 fp, ptr rest, ptr saved }: how far the general and the
// floating-point registers are read, where the other arguments are, and where the registers were saved.

import { isFloat } from '../../../module/type.js';
import {
  binary,
  compare,
  constant,
  element,
  offset,
  type Value as Result,
  unary,
} from '../../../module/value.js';
import { bug } from '../../../support/diagnostic.js';
import { vaListType } from '../check/variadic.js';
import type { Place, Value, ValueOf } from '../typed.js';
import { type CType, isScalar } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress, keptAddress } from './places.js';
import { scalarType } from './scalars.js';

/** Bytes of the general registers that are saved, and of all. */
const generalBytes = 48;
const savedBytes = 176;

export const isList = (type: CType): boolean => type.kind === 'struct' && type.struct === vaListType.struct;

type Counter = Extract<Place, { kind: 'member' }>;

/** The type checker sets and copies the first word of a list. */
export const isListCounter = (place: Place): place is Counter =>
  place.kind === 'member' && isList(place.base.type);

/** va_start, or va_copy of another list. */
export const startList = (f: FunctionEmitter, counter: Counter, from: Value): Result =>
  f.within(from.at, () => {
    const list = keptAddress(f, counter.base);
    if (from.kind === 'builtin' && from.builtin.op === 'va-start') f.intrinsic('va_start', [list]);
    else if (from.kind === 'load' && isListCounter(from.place))
      f.copy(list, emitAddress(f, from.place.base), counter.base.type);
    else bug('a list without a source');
    return constant(0, 'i64');
  });

/** The next argument behind the named ones. For a struct a call gives the address of its copy. */
export function emitVaArg(f: FunctionEmitter, value: ValueOf<'va-arg'>): Result {
  const type = isScalar(value.type) ? scalarType(value.type, f) : 'ptr';
  const list = keptAddress(f, value.list);
  const address = f.temporary('ptr');
  const [counter, last, step] = isFloat(type)
    ? [offset(list, 4), savedBytes - 16, 16]
    : [list, generalBytes - 8, 8];
  const read = f.load(counter, 'i32');
  f.when(
    compare('ule', read, constant(last, 'i32')),
    () => {
      const saved = f.load(offset(list, 16), 'ptr');
      f.set(address, element(saved, unary('zext', 'i64', read), 1));
      f.store(counter, binary('add', read, constant(step, 'i32')));
    },
    () => {
      const rest = f.load(offset(list, 8), 'ptr');
      f.set(address, rest);
      f.store(offset(list, 8), offset(rest, 8));
    },
  );
  return f.load(address, type);
}
