// Constant expressions: integers for array lengths, cases and enumerators; addresses too for initial values of globals.

import { applyBinary, applyUnary, type ExprWidth } from '../../../program/expression.js';
import { type Integer, toNumber, unsignedOf, wrap } from '../../../program/integer.js';
import type { Place, StaticValue, Value } from '../typed.js';
import type { CType } from '../types.js';

/** The bits of a constant of the type: everything smaller than long counts as int, pointers as long. */
export const constantWidth = (type: CType): ExprWidth =>
  type.kind === 'pointer' || (type.kind === 'integer' && type.size === 8) ? 64 : 32;

/** The value of type `from` as one of type `to`. A value of n bits is the signed one of its two readings, unless n < 32. */
export function convertInteger(value: Integer, from: CType, to: CType): Integer {
  const meant = from.kind === 'integer' && !from.signed && from.size === 4 ? unsignedOf(value, 32) : value;
  if (to.kind !== 'integer') return wrap(meant, 64);
  if (to.bool) return value === 0 ? 0 : 1;
  switch (to.size) {
    case 1:
      return to.signed ? wrap(meant, 8) : unsignedOf(meant, 8);
    case 2:
      return to.signed ? wrap(meant, 16) : unsignedOf(meant, 16);
    case 4:
      return wrap(meant, 32);
    case 8:
      return wrap(meant, 64);
  }
}

export function constantValue(value: Value): Integer | undefined {
  switch (value.kind) {
    case 'const':
      return value.value;
    case 'unary': {
      const operand = constantValue(value.operand);
      return operand === undefined
        ? undefined
        : applyUnary(value.op, operand, constantWidth(value.operand.type));
    }
    case 'binary': {
      const left = constantValue(value.left);
      const right = constantValue(value.right);
      if (left === undefined || right === undefined) return undefined;
      const division = value.op === '/' || value.op === '%' || value.op === '/u' || value.op === '%u';
      return division && right === 0
        ? undefined
        : applyBinary(value.op, left, right, constantWidth(value.left.type));
    }
    case 'convert': {
      const operand = constantValue(value.operand);
      if (operand === undefined || value.type.kind === 'void') return undefined;
      return convertInteger(operand, value.operand.type, value.type);
    }
    case 'logical': {
      const left = constantValue(value.left);
      if (left === undefined) return undefined;
      if (value.op === '&&' ? left === 0 : left !== 0) return value.op === '&&' ? 0 : 1;
      const right = constantValue(value.right);
      return right === undefined ? undefined : right !== 0 ? 1 : 0;
    }
    case 'conditional': {
      const condition = constantValue(value.condition);
      if (condition === undefined) return undefined;
      return constantValue(condition !== 0 ? value.whenTrue : value.whenFalse);
    }
    case 'address':
      return constantAddress(value.place);
    case 'load':
      return value.place.kind === 'variable' ? value.place.variable.constant : undefined;
    default:
      return undefined;
  }
}

/** The address of a member of an object at a constant address: what offsetof computes. */
function constantAddress(place: Place): Integer | undefined {
  switch (place.kind) {
    case 'deref':
      return constantValue(place.pointer);
    case 'member': {
      const base = constantAddress(place.base);
      return base === undefined ? undefined : wrap(BigInt(base) + BigInt(place.offset), 64);
    }
    case 'element': {
      const base = constantAddress(place.base);
      const index = base === undefined ? undefined : constantValue(place.index);
      if (base === undefined || index === undefined) return undefined;
      return wrap(BigInt(base) + BigInt(index) * BigInt(place.size), 64);
    }
    default:
      return undefined;
  }
}

/** The value where a small number is meant: lengths, sizes, positions. */
export function smallConstant(value: Value): number | undefined {
  const known = constantValue(value);
  return known === undefined ? undefined : toNumber(known);
}

/** What a global can be initialised with. */
export function staticValue(value: Value): StaticValue | undefined {
  const number = constantValue(value);
  if (number !== undefined) return number;
  switch (value.kind) {
    case 'function':
      return { kind: 'function', function: value.function };
    case 'address':
      return staticAddress(value.place);
    case 'convert':
      return value.type.kind === 'pointer' || (value.type.kind === 'integer' && value.type.size === 8)
        ? staticValue(value.operand)
        : undefined;
    case 'offset': {
      const base = staticValue(value.pointer);
      const index = constantValue(value.index);
      if (index === undefined || typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + toNumber(index) * value.size };
    }
    default:
      return undefined;
  }
}

function staticAddress(place: Place): StaticValue | undefined {
  switch (place.kind) {
    case 'variable':
      if (place.variable.storage !== 'global' || place.variable.threadLocal) return undefined;
      return { kind: 'address', variable: place.variable, offset: 0 };
    case 'deref':
      return staticValue(place.pointer);
    case 'member': {
      if (place.bitField !== undefined) return undefined;
      const base = staticAddress(place.base);
      if (typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + place.offset };
    }
    case 'element': {
      const base = staticAddress(place.base);
      const index = constantValue(place.index);
      if (index === undefined || typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + toNumber(index) * place.size };
    }
    case 'literal':
      return undefined;
  }
}
