// gcc's vectors (__attribute__((vector_size(16)))): structs with an array in them, on which operators work element by
// element. An expression with vectors becomes C over their elements. In programs without the attribute this file is
// not used.

import type { SourceSpan } from '../../../program/statement.js';
import type { Attributes, Expression, ExpressionOf } from '../ast.js';
import { typeError } from '../diagnostics.js';
import { hasEffect } from '../effects.js';
import { layOutStruct } from '../structLayout.js';
import type { Value } from '../typed.js';
import type { CType } from '../types.js';
import * as types from '../types.js';
import { expanded, given } from './builtins/macros.js';
import type { BuiltinCall } from './builtins/table.js';
import { checkValue, operandOf } from './expressions.js';
import type { Context } from './scope.js';
import { constantExpression, typeOfName } from './typeNames.js';

/** The array in the struct. */
const elements = '__elements';

interface Vector {
  /** Of an element, as C spells it. */
  readonly of: string;
  readonly bytes: number;
  readonly count: number;
}

/** There is one type of each kind, however often it is written. */
const made = new Map<string, CType>();

const spelled = ({ of, bytes }: Vector): string => `${of} __attribute__((vector_size(${bytes})))`;

/** The type under the attribute. */
export function withVector(context: Context, type: CType, { vectorSize }: Attributes, at: SourceSpan): CType {
  if (vectorSize === undefined) return type;
  const bytes = constantExpression(context, vectorSize);
  const size = types.sizeOf(type) ?? 0;
  const isElement = (type.kind === 'integer' && !type.bool) || (type.kind === 'float' && size <= 8);
  if (!isElement) return typeError(`a vector cannot be made of ${types.typeName(type)}`, at);
  const count = bytes / size;
  if (bytes > types.objectLimit || !Number.isInteger(Math.log2(count)))
    return typeError(`a vector cannot have ${bytes} bytes`, at);
  context.unit.usesVectors = true;
  const vector = {
    of: types.unqualified(type).kind === 'integer' ? plainName(type) : type.name,
    bytes,
    count,
  };
  const name = spelled(vector);
  const known = made.get(name);
  if (known !== undefined) return known;
  const { enumeration: _enumeration, ...element } = { enumeration: undefined, ...types.unqualified(type) };
  const array: CType = { kind: 'array', of: element, length: count };
  const layout = layOutStruct([{ name: elements, type: array, packed: false }], false, { alignment: bytes });
  const struct: types.StructType = { kind: 'struct', name, union: false, layout, vector };
  const result: CType = { kind: 'struct', struct };
  made.set(name, result);
  return result;
}

/** An enum is the integer that it is made of. */
const plainName = (type: CType): string =>
  type.kind === 'integer' || type.kind === 'float' ? type.name : types.typeName(type);

const isVector = (type: CType | undefined): Vector | undefined =>
  type?.kind === 'struct' ? type.struct.vector : undefined;

/** A tree stands in one place, so that what it is remains what it is. */
const found = new WeakMap<Expression, CType>();

function typeOf(context: Context, e: Expression): CType {
  const known = found.get(e);
  if (known !== undefined) return known;
  const { type } = operandOf(context, e);
  found.set(e, type);
  return type;
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

const signed: ReadonlyMap<number, string> = new Map([
  [1, 'signed char'],
  [2, 'short'],
  [4, 'int'],
  [8, 'long'],
]);

function binary(call: BuiltinCall, e: ExpressionOf<'binary'>): Value | undefined {
  const [a, b] = [e.left, e.right].map((side) => isVector(typeOf(call.context, side)));
  const whole = a ?? b;
  if (whole === undefined) return undefined;
  if (a !== undefined && b !== undefined && (a.bytes !== b.bytes || a.count !== b.count))
    return typeError(`vectors of ${a.bytes} and ${b.bytes} bytes do not go together`, e.at);
  const compares = comparisons.has(e.op);
  const result = compares ? { ...whole, of: signed.get(whole.bytes / whole.count) ?? 'int' } : whole;
  const macro =
    b === undefined
      ? '__diptych_vector_number'
      : a === undefined
        ? '__diptych_number_vector'
        : '__diptych_vectors';
  return expanded({ ...call, args: [e.left, e.right] }, macro, [
    spelled(result),
    compares ? '-' : '+',
    'A0',
    e.op,
    'A1',
  ]);
}

function unary(call: BuiltinCall, e: ExpressionOf<'unary'>): Value | undefined {
  if (e.op === '*' || e.op === '&' || e.op === '!') return undefined;
  const vector = isVector(typeOf(call.context, e.operand));
  if (vector === undefined) return undefined;
  return expanded({ ...call, args: [e.operand] }, '__diptych_vector', [spelled(vector), e.op, 'A0']);
}

/** The same bytes as another vector, or as a number. */
function cast(call: BuiltinCall, e: ExpressionOf<'cast'>): Value | undefined {
  const from = typeOf(call.context, e.operand);
  const to = typeOfName(call.context, e.type);
  if (to.kind === 'void' || (isVector(from) === undefined && isVector(to) === undefined)) return undefined;
  const args = [e.operand];
  if (types.sameType(from, to)) return checkValue(call.context, e.operand);
  if (types.sizeOf(from) !== types.sizeOf(to))
    return typeError(`${types.typeName(from)} and ${types.typeName(to)} have different sizes`, e.at);
  const vector = isVector(to);
  const target = vector === undefined ? plainName(types.unqualified(to)) : spelled(vector);
  return expanded({ ...call, args }, '__diptych_same_bytes', [target, 'A0']);
}

/** `v += w` */
function compound(call: BuiltinCall, e: ExpressionOf<'assign'>): Value | undefined {
  if (e.op === undefined || isVector(typeOf(call.context, e.target)) === undefined) return undefined;
  const args = [e.target, e.value];
  const macro = hasEffect(e.target) ? '__diptych_compound_once' : '__diptych_compound';
  return expanded({ ...call, args }, macro, ['A0', e.op, 'A1']);
}

/** The value of an expression with vectors in it; undefined if there are none. */
export function vectorValue(context: Context, e: Expression): Value | undefined {
  const call: BuiltinCall = { context, name: 'a vector', args: [], at: e.at };
  switch (e.kind) {
    case 'binary':
      return e.op === '&&' || e.op === '||' ? undefined : binary(call, e);
    case 'unary':
      return unary(call, e);
    case 'cast':
      return cast(call, e);
    case 'assign':
      return compound(call, e);
    default:
      return undefined;
  }
}

/** `v[i]` is an element of the array. */
export function elementExpression(context: Context, e: ExpressionOf<'index'>): Expression | undefined {
  const { array: object, at } = e;
  if (isVector(typeOf(context, object)) === undefined) return undefined;
  return { ...e, array: { kind: 'member', object, arrow: false, name: elements, at } };
}

/** `__builtin_shuffle(a, order)`, `__builtin_shuffle(a, b, order)`: elements of one vector, or of two behind each other. */
export function shuffled(call: BuiltinCall): Value {
  const { context, args, at } = call;
  const [vector, order] = [args[0], args[args.length - 1]].map((e) => isVector(typeOf(context, e)));
  if (vector === undefined || order === undefined || vector.count !== order.count)
    return typeError('__builtin_shuffle needs vectors of one length', at);
  const { count } = vector;
  const macro = args.length === 3 ? '__diptych_shuffle_two' : '__diptych_shuffle';
  return expanded(call, macro, [spelled(vector), `${count}`, ...given(call)]);
}
