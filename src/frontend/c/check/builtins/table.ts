// The form of a table of library functions, and the parts that the tables share.

import type { SourceSpan } from '../../../../program/statement.js';
import type { Expression, ExpressionOf } from '../../ast.js';
import type { Builtin } from '../../builtin.js';
import { typeError } from '../../diagnostics.js';
import type { Place, Value } from '../../typed.js';
import { type CType, intType, typeName, unsignedLongType, voidType } from '../../types.js';
import { coerce, convert } from '../conversions.js';
import { checkValue } from '../expressions.js';
import { checkPlace, derefPlace, markAddressed, requireAssignable } from '../places.js';
import type { Context } from '../scope.js';

/** One call of a library function. */
export interface BuiltinCall {
  readonly context: Context;
  readonly name: string;
  readonly args: readonly Expression[];
  /** As in the call of an assertion. */
  readonly written?: string;
  readonly at: SourceSpan;
}

export interface LibraryFunction {
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  check(call: BuiltinCall): Value;
}

export type Library = ReadonlyMap<string, LibraryFunction>;

/** The names, divided by blanks, of functions that are checked alike. */
export const entries = (
  names: string,
  arity: number | readonly [number, number],
  check: (call: BuiltinCall) => Value,
): (readonly [string, LibraryFunction])[] =>
  names
    .split(' ')
    .map((name) => [name, { arity: typeof arity === 'number' ? [arity, arity] : arity, check }]);

export const anyNumber = [0, Number.POSITIVE_INFINITY] as const;

export const meaning = (builtin: Builtin, { at }: BuiltinCall, type: CType = intType): Value => ({
  kind: 'builtin',
  builtin,
  type,
  at,
});

export const doing = (builtin: Builtin, call: BuiltinCall): Value => meaning(builtin, call, voidType);

export function argument({ context, args }: BuiltinCall, index: number): Value {
  return checkValue(context, args[index]);
}

export const integerArgument = (call: BuiltinCall, index: number): Value =>
  coerce(argument(call, index), unsignedLongType, call.args[index].at);

/** Arguments are evaluated, and nothing else happens. */
export const ignored = (call: BuiltinCall): Value =>
  doing({ op: 'ignore', args: call.args.map((_, i) => argument(call, i)) }, call);

/** The object that an argument points to, shared with other threads. */
export function sharedTarget(call: BuiltinCall, index: number): Place {
  const place = target(call, index);
  markAddressed(place);
  return place;
}

/** The object that an argument points to; `&x` for a local x that receives a result does not put x in memory. */
export function resultTarget(call: BuiltinCall, index: number): Place {
  const place = target(call, index);
  requireAssignable(place, call.args[index].at);
  return place;
}

function target({ context, args }: BuiltinCall, index: number): Place {
  const arg = args[index];
  if (arg.kind !== 'unary' || arg.op !== '&') return derefPlace(checkValue(context, arg), arg.at);
  const place = checkPlace(context, arg.operand);
  if (place.kind === 'member' && place.bitField !== undefined)
    return typeError('a bit-field has no address', arg.at);
  return place;
}

/** The object behind a void pointer, taken for one that begins with an int. */
function untypedTarget({ context, args }: BuiltinCall, index: number): Place | undefined {
  const arg = args[index];
  if (arg.kind === 'unary' && arg.op === '&') return undefined;
  const pointer = checkValue(context, arg);
  if (pointer.type.kind !== 'pointer' || pointer.type.to.kind !== 'void') return undefined;
  const place = derefPlace(convert(pointer, { kind: 'pointer', to: intType }), arg.at);
  markAddressed(place);
  return place;
}

/** A place of a struct type with that name, such as a mutex. */
export function objectTarget(call: BuiltinCall, index: number): Place {
  const place = untypedTarget(call, index) ?? sharedTarget(call, index);
  if (place.type.kind !== 'struct' && place.type.kind !== 'integer')
    return typeError(
      `${call.name} needs a pointer to its object, not to ${typeName(place.type)}`,
      call.args[index].at,
    );
  return place;
}

export function checkArity(
  call: ExpressionOf<'call'>,
  name: string,
  [least, most]: readonly [number, number],
): void {
  const count = call.args.length;
  if (count >= least && count <= most) return;
  const wanted =
    least === most
      ? `${least}`
      : most === Number.POSITIVE_INFINITY
        ? `${least} or more`
        : `${least} to ${most}`;
  typeError(`${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${count}`, call.at);
}
