// Arguments that `...` stands for, as the ABI of x86-64 has them. A va_list is { i32 gp, i32 fp, ptr rest, ptr saved }: how far the general and the
// floating-point registers are read, where the other arguments are, and where the registers were saved.

import { isFloat, type Type } from '../../../module/type.js';
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
import type { CType } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { scalarType } from './types.js';

/** Bytes of the general registers that are saved, and of all. */
const generalBytes = 48;
const savedBytes = 176;

export const isList = (type: CType): boolean => type.kind === 'struct' && type.struct === vaListType.struct;

/** The type checker sets and copies the first word of a list. */
export const isListCounter = (place: Place): place is Extract<Place, { kind: 'member' }> =>
  place.kind === 'member' && isList(place.base.type);

/** va_start, or va_copy of another list. */
export function startList(
  f: FunctionEmitter,
  counter: Extract<Place, { kind: 'member' }>,
  from: Value,
): Result {
  const { at } = from;
  const list = f.kept(emitAddress(f, counter.base), at);
  if (from.kind === 'builtin' && from.builtin.op === 'va-start') f.intrinsic('va_start', [list], at);
  else {
    const source =
      from.kind === 'load' && isListCounter(from.place) ? from.place.base : bug('a list without a source');
    f.push({ kind: 'copy', to: list, from: emitAddress(f, source), size: constant(24, 'i64') }, at);
  }
  return constant(0, 'i64');
}

export const emitVaArg = (f: FunctionEmitter, value: ValueOf<'va-arg'>): Result =>
  nextArgument(f, value, scalarType(value.type, value.at));

/** The address of a struct behind the named arguments: a call gives the address of its copy. */
export const vaArgOfStruct = (f: FunctionEmitter, value: ValueOf<'va-arg'>): Result =>
  nextArgument(f, value, 'ptr');

function nextArgument(f: FunctionEmitter, value: ValueOf<'va-arg'>, type: Type): Result {
  const { at } = value;
  const list = f.kept(emitAddress(f, value.list), at);
  const [inRegister, inMemory, end] = ['reg', 'mem', 'end'].map((name) => f.fresh(`vaarg.${name}`));
  const address = f.temporary('ptr');
  const [counter, last, step] = isFloat(type)
    ? [offset(list, 4), savedBytes - 16, 16]
    : [list, generalBytes - 8, 8];
  const read = f.load(counter, 'i32', at);
  f.branch(compare('ule', read, constant(last, 'i32')), inRegister, inMemory, at);
  f.begin(inRegister, at);
  const saved = f.load(offset(list, 16), 'ptr', at);
  f.push({ kind: 'set', result: address, value: element(saved, unary('zext', 'i64', read), 1) }, at);
  f.store(counter, binary('add', read, constant(step, 'i32')), at);
  f.jump(end, at);
  f.begin(inMemory, at);
  const rest = f.load(offset(list, 8), 'ptr', at);
  f.push({ kind: 'set', result: address, value: rest }, at);
  f.store(offset(list, 8), offset(rest, 8), at);
  f.begin(end, at);
  return f.load(address, type, at);
}
