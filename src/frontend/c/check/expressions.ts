// Expressions: their values. places.ts reads objects with an address, operators.ts operators.

import type { SourceSpan } from '../../../program/statement.js';
import type { Expression, ExpressionOf } from '../ast.js';
import { leftToClang, typeError, unsupported } from '../diagnostics.js';
import { mayComputeLengths } from '../effects.js';
import { charValue } from '../literals.js';
import type { Place, TypedStatement, Value } from '../typed.js';
import type { CType } from '../types.js';
import * as types from '../types.js';
import { checkAsm } from './assembly.js';
import { checkCall } from './calls.js';
import { constantValue } from './constants.js';
import {
  after,
  arithmetic,
  bitsOf,
  cast,
  coerce,
  constantOf,
  convert,
  loadOf,
  scalar,
  whole,
} from './conversions.js';
import { newLocal } from './declarations.js';
import { alignofValue, numberValue, sizeofValue } from './literals.js';
import { checkAssignment, checkBinary, checkUnary, checkUpdate } from './operators.js';
import {
  addressOf,
  checkAddress,
  checkPlace,
  computedArray,
  dereference,
  elementPlace,
  memberPlace,
  rvalue,
} from './places.js';
import { type Context, functionNamed } from './scope.js';
import { checkStatements } from './statements.js';
import { typeOfName } from './typeNames.js';
import { checkVaArg } from './variadic.js';

/** Of characters with such a letter before them; others are an int. */
const charTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['u8', types.unsignedCharType],
  ['u', types.unsignedShortType],
  ['U', types.unsignedType],
]);

/** The value of an expression; arrays become pointers to their first element. */
export function checkValue(context: Context, e: Expression): Value {
  const { at } = e;
  switch (e.kind) {
    case 'number':
      return numberValue(e.text, at);
    case 'char': {
      const value = charValue(e.text);
      if (value === undefined) return unsupported(`the character ${e.text}`, at);
      return constantOf(value, at, charTypes.get(e.text.slice(0, e.text.indexOf("'"))) ?? types.intType);
    }
    case 'name': {
      const symbol = context.scope.lookup(e.name);
      if (symbol?.kind === 'constant') return constantOf(symbol.value, at, symbol.type);
      const named = functionNamed(context, e.name);
      if (named !== undefined) {
        named.addressed = true;
        return { kind: 'function', function: named, type: types.pointerTo(named.type), at };
      }
      return rvalue(checkPlace(context, e));
    }
    case 'string':
    case 'index':
    case 'member':
    case 'compound-literal':
      return rvalue(checkPlace(context, e));
    case 'unary':
      switch (e.op) {
        case '&':
          return checkAddress(context, e.operand, at);
        case '*':
          return dereference(checkValue(context, e.operand), at);
        default:
          return checkUnary(context, e.op, e.operand, at);
      }
    case 'update':
      return checkUpdate(context, e);
    case 'binary':
      return checkBinary(context, e);
    case 'assign':
      return checkAssignment(context, e);
    case 'conditional':
      return checkConditional(context, e);
    case 'comma': {
      const left = checkValue(context, e.left);
      const right = checkValue(context, e.right);
      return { kind: 'comma', left, right, type: right.type, at };
    }
    case 'statements':
      return checkStatements(context, e);
    case 'call':
      return checkCall(context, e);
    case 'cast':
      return withLengths(context, (inside) => {
        const value = checkValue(context, e.operand);
        const target = typeOfName(inside, e.type);
        return cast(value, target, at);
      });
    case 'sizeof-type':
      return withLengths(context, (inside) => sizeOfType(typeOfName(inside, e.type), at));
    case 'sizeof-value':
      return sizeOfBits(context, e.operand) ?? sizeOfOperand(context, e.operand, at);
    case 'alignof-type':
      return alignofValue(typeOfName(context, e.type), at);
    case 'alignof-value':
      return alignofValue(typeOfOperand(context, e.operand), at);
    case 'generic':
      return checkValue(context, checkGeneric(context, e));
    case 'offsetof':
      return checkOffset(context, e);
    case 'va-arg':
      return checkVaArg(context, e);
    case 'types-compatible': {
      const same = types.compatible(typeOfName(context, e.left), typeOfName(context, e.right));
      return constantOf(same ? 1 : 0, at);
    }
    case 'asm':
      return checkAsm(context, e);
  }
}

function checkConditional(context: Context, e: ExpressionOf<'conditional'>): Value {
  if (e.whenTrue === undefined) return checkElvis(context, e);
  const condition = scalar(checkValue(context, e.condition));
  const [first, second] = [checkValue(context, e.whenTrue), checkValue(context, e.whenFalse)];
  const [whenTrue, whenFalse, type] = branches(first, second, e);
  const chosen: Value = { kind: 'conditional', condition, whenTrue, whenFalse, type, at: e.at };
  return convert(chosen, commonPointer(first, second) ?? type);
}

/** C11 6.5.15 p6: beside a null pointer constant the other pointer's type, beside a `void *` that one; const if one of them is. */
function commonPointer(first: Value, second: Value): CType | undefined {
  const [a, b] = [first.type, second.type];
  if (a.kind !== 'pointer' || b.kind !== 'pointer') return undefined;
  if (isNullConstant(second)) return a;
  if (isNullConstant(first)) return b;
  const to = b.to.kind === 'void' ? b.to : a.to;
  const sides = [a.to, b.to];
  const isVolatile = sides.some(({ volatile }) => volatile === true);
  return types.pointerTo(types.qualified(to, { const: sides.some(types.isConst), volatile: isVolatile }));
}

const isNullConstant = (value: Value): boolean =>
  types.isVoidPointer(value.type) && !types.isConst(value.type) && constantValue(value) === 0;

/** Both sides of a conditional in the type it has. */
function branches(first: Value, second: Value, { at }: Expression): [Value, Value, CType] {
  const [a, b] = [first.type, second.type];
  if (types.isNumber(a) && types.isNumber(b)) return arithmetic(first, second, '?:', at);
  if (a.kind === 'void' || b.kind === 'void') return [first, second, types.voidType];
  if (a.kind === 'pointer' && (a.to.kind !== 'void' || b.kind !== 'pointer'))
    return [first, coerce(second, a, second.at), a];
  return [coerce(first, b, first.at), second, b];
}

/** `a ?: b`: a is evaluated once. */
function checkElvis(context: Context, e: ExpressionOf<'conditional'>): Value {
  const first = scalar(checkValue(context, e.condition));
  const variable = newLocal('value', first.type, e.at);
  const kept = loadOf(variable, e.at);
  const [whenTrue, whenFalse, type] = branches(kept, checkValue(context, e.whenFalse), e);
  const chosen: Value = { kind: 'conditional', condition: kept, whenTrue, whenFalse, type, at: e.at };
  if (type.kind === 'void') return typeError('?: needs values on both sides', e.at);
  const keep: TypedStatement = { kind: 'declare', variable, initialiser: whole(first.type, first), at: e.at };
  return after([keep], chosen, newLocal('value', type, e.at));
}

/** offsetof is the address of a part of an object at 0. */
function checkOffset(context: Context, e: ExpressionOf<'offsetof'>): Value {
  const { at } = e;
  const type = typeOfName(context, e.type);
  const object: Place = { kind: 'deref', pointer: constantOf(0, at, types.pointerTo(type)), type, at };
  const place = e.path.reduce<Place>((base, step) => {
    if (step.kind === 'field') return memberPlace(base, step.name, step.at);
    if (step.kind !== 'index' || base.type.kind !== 'array')
      return typeError('there is no such member', step.at);
    return elementPlace(base, base.type, checkValue(context, step.index), step.at);
  }, object);
  const offset = constantValue(addressOf(place, at));
  return offset === undefined
    ? leftToClang('an offset that is computed', at)
    : constantOf(offset, at, types.unsignedLongType);
}

/** A value that names a type, whose lengths are computed before it. */
function withLengths(context: Context, check: (inside: Context) => Value): Value {
  const statements: TypedStatement[] = [];
  const value = check(
    context.function === undefined ? context : { ...context, lengths: { statements, mayBeNone: true } },
  );
  if (statements.length === 0) return value;
  return after(statements, value, newLocal('value', value.type, value.at));
}

function sizeOfType(type: CType, at: SourceSpan): Value {
  const computed = types.computedSize(type);
  return computed === undefined ? sizeofValue(type, at) : loadOf(computed, at);
}

/** To gcc, an assignment to a bit-field has the smallest type that holds its bits. */
function sizeOfBits(context: Context, e: Expression): Value | undefined {
  if (e.kind !== 'assign' && e.kind !== 'update' && e.kind !== 'comma') return undefined;
  const bits = bitsOf(checkValue(context, e));
  const bytes = bits === undefined ? undefined : 2 ** Math.ceil(Math.log2(Math.max(bits, 8) / 8));
  return bytes === undefined ? undefined : constantOf(bytes, e.at, types.unsignedLongType);
}

function sizeOfOperand(context: Context, e: Expression, at: SourceSpan): Value {
  const { type, evaluated: left } = operandOf(context, e);
  const right = sizeOfType(type, at);
  return left === undefined ? right : { kind: 'comma', left, right, type: right.type, at };
}

/** The type of an operand, and what must be evaluated for its lengths to be known (C11 6.5.3.4 p2). */
export function operandOf(
  context: Context,
  e: Expression,
): { readonly type: CType; readonly evaluated?: Value } {
  const type = typeOfOperand(context, e);
  if (context.function === undefined || !types.speaksOfLengths(type) || !mayComputeLengths(e))
    return { type };
  if (e.kind !== 'index' && e.kind !== 'member' && !(e.kind === 'unary' && e.op === '*')) {
    const evaluated = checkValue(context, e);
    return { type: evaluated.type, evaluated };
  }
  // lengths belong to the check that made their variables
  const place = checkPlace(context, e);
  return { type: place.type, evaluated: rvalue(place) };
}

/** The type of an operand that is not evaluated. */
function typeOfOperand(context: Context, e: Expression): CType {
  switch (e.kind) {
    case 'name': {
      const symbol = context.scope.lookup(e.name);
      const named = symbol?.kind === 'function' ? symbol.function : functionNamed(context, e.name);
      if (named !== undefined) return named.type;
      if (symbol?.kind === 'constant') return types.intType === symbol.type ? types.intType : symbol.type;
      return computedArray(context, e) ?? checkPlace(context, e).type;
    }
    case 'index':
    case 'member':
    case 'string':
    case 'compound-literal':
      return checkPlace(context, e).type;
    case 'unary':
      return e.op === '*' ? dereferencedType(context, e.operand) : checkValue(context, e).type;
    case 'generic':
      return typeOfOperand(context, checkGeneric(context, e));
    default:
      return checkValue(context, e).type;
  }
}

function dereferencedType(context: Context, operand: Expression): CType {
  const { type } = checkValue(context, operand);
  return type.kind === 'pointer' ? type.to : typeError('this is not a pointer', operand.at);
}

/** The choice that is meant (C11 6.5.1.1). */
export function checkGeneric(context: Context, e: ExpressionOf<'generic'>): Expression {
  const type = types.unqualified(checkValue(context, e.control).type);
  const fitting = e.choices.find((c) => c.type !== undefined && sameChoice(context, c.type, type));
  const chosen = fitting ?? e.choices.find((c) => c.type === undefined);
  return chosen?.value ?? typeError(`no choice of this _Generic is for ${types.typeName(type)}`, e.at);
}

const sameChoice = (
  context: Context,
  name: Parameters<typeof typeOfName>[1],
  type: ReturnType<typeof typeOfName>,
): boolean => {
  const own = typeOfName(context, name);
  return !types.isQualified(own) && types.compatible(own, type);
};
