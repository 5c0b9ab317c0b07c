// Choices: values that are any of their type.

import { folded } from '../../../module/fold.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import { compare, constant, offset, type Value as Result, select } from '../../../module/value.js';
import { toNumber } from '../../../program/integer.js';
import { constantValue } from '../check/constants.js';
import type { ValueOf, Variable } from '../typed.js';
import { type CType, sizeOf } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { asInteger, bytesIn, scalarType, truthOf } from './scalars.js';

/** Any value of the type. */
export function emitChoice(f: FunctionEmitter, type: CType): Result {
  if (type.kind === 'pointer') return emitAnyAddress(f);
  const area = f.area('any', type);
  giveAnyScalar(f, area, type);
  return f.load(area, scalarType(type, f));
}

function giveAnyScalar(f: FunctionEmitter, address: Result, type: CType): void {
  f.intrinsic('any', [address, constant(bytesIn(type), 'i64')]);
  if (type.kind !== 'integer' || !type.bool) return;
  const found = f.load(address, scalarType(type, f));
  f.intrinsic('assume', [asInteger(compare('ule', found, constant(1, 'i8')), 'i32')]);
}

/** Larger objects are left as they are. */
const mostScalars = 64;

/** To CBMC and in SV-COMP a variable without a value has any; to C, using it is undefined. */
export function giveAny(f: FunctionEmitter, variable: Variable, address: Result): void {
  const { type, addressed } = variable;
  const { anyIn } = f.unit;
  if (anyIn === 'none' || (anyIn === 'unaddressed' && addressed)) return;
  giveAnyIn(f, address, type);
}

function giveAnyIn(f: FunctionEmitter, address: Result, type: CType): void {
  if (!isPlain(type)) return;
  const scalars = scalarsIn(type);
  if (scalars.length > mostScalars) return;
  for (const scalar of scalars)
    if (isNumber(scalar.type)) giveAnyScalar(f, folded(offset(address, scalar.offset)), scalar.type);
}

function scalarsIn(type: CType, start = 0): { readonly offset: number; readonly type: CType }[] {
  if (type.kind === 'struct')
    return (type.struct.layout?.fields ?? []).flatMap((field) => scalarsIn(field.type, start + field.offset));
  if (type.kind !== 'array') return [{ offset: start, type }];
  const size = sizeOf(type.of) ?? 0;
  return Array.from({ length: type.length ?? 0 }, (_, i) => scalarsIn(type.of, start + i * size)).flat();
}

/** Functions of the library whose blocks have no values, and the operand that is the size. */
const sizeOperands: ReadonlyMap<string, number> = new Map([
  ['malloc', 0],
  ['aligned_alloc', 1],
  ['memalign', 1],
]);

/** The same of a new block of objects of the type. */
export function giveBlockAny(
  f: FunctionEmitter,
  { callee, args }: ValueOf<'call'>,
  block: Result,
  of: CType,
): void {
  if (f.unit.anyIn !== 'all' || callee.kind !== 'function') return;
  const operand = sizeOperands.get(callee.function.name);
  const bytes = operand === undefined ? undefined : constantValue(args[operand]);
  const size = bytesIn(of);
  if (callee.function.definition !== undefined || bytes === undefined || size === 0) return;
  f.when(truthOf(block), () =>
    giveAnyIn(f, block, { kind: 'array', of, length: Math.floor(toNumber(bytes) / size) }),
  );
}

/** Pointers have no value that may be used, and no program uses the bits of a long double. */
const isNumber = (type: CType): boolean =>
  type.kind === 'integer' || (type.kind === 'float' && type.size <= 8);

/**
 * No union and no bit-field, whose store reads its neighbours. Members of locks and their like, which begin with underscores, have no
 * value.
 */
function isPlain(type: CType): boolean {
  if (type.kind === 'array') return isPlain(type.of);
  if (type.kind !== 'struct') return true;
  const { union, layout } = type.struct;
  return (
    !union &&
    (layout?.fields ?? []).every(
      ({ name, bitField, type: of }) => bitField === undefined && !name.startsWith('__') && isPlain(of),
    )
  );
}

/** An address of nothing. */
const nowhere = 4096;

/** NULL or an address of nothing, of which any use is a finding; the addresses of objects are left out. */
function emitAnyAddress(f: FunctionEmitter): Result {
  f.intrinsic('may_cut', cutArguments({ kind: 'any-address' }));
  const chosen = f.asked('choose', [constant(2, 'i32')], 'i32');
  return f.kept(select(truthOf(chosen), constant(nowhere, 'ptr'), constant(0, 'ptr')));
}
