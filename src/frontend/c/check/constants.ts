// Constant expressions: integers for array lengths, cases and enumerators; addresses too for initial values of globals.

import { applyBinary, applyUnary } from '../../../program/expression.js';
import type { Place, StaticValue, Value } from '../typed.js';
import type { CType } from '../types.js';

/** The value `type` holds after `value` was stored in it. */
export function wrap(type: CType, value: number): number {
  if (type.kind !== 'integer') return value | 0;
  if (type.bool) return value === 0 ? 0 : 1;
  switch (type.size) {
    case 1:
      return type.signed ? (value << 24) >> 24 : value & 0xff;
    case 2:
      return type.signed ? (value << 16) >> 16 : value & 0xffff;
    default:
      return value | 0;
  }
}

export function constantValue(value: Value): number | undefined {
  switch (value.kind) {
    case 'const':
      return value.value;
    case 'unary': {
      const operand = constantValue(value.operand);
      return operand === undefined ? undefined : applyUnary(value.op, operand);
    }
    case 'binary': {
      const left = constantValue(value.left);
      const right = constantValue(value.right);
      if (left === undefined || right === undefined) return undefined;
      const division = value.op === '/' || value.op === '%' || value.op === '/u' || value.op === '%u';
      return division && right === 0 ? undefined : applyBinary(value.op, left, right);
    }
    case 'convert': {
      const operand = constantValue(value.operand);
      return operand === undefined ? undefined : wrap(value.type, operand);
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
    case 'load':
      return value.place.kind === 'variable' ? value.place.variable.constant : undefined;
    default:
      return undefined;
  }
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
      return { ...base, offset: base.offset + index * value.cells };
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
      const base = staticAddress(place.base);
      if (typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + place.offset };
    }
    case 'element': {
      const base = staticAddress(place.base);
      const index = constantValue(place.index);
      if (index === undefined || typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + index * place.cells };
    }
    case 'literal':
      return undefined;
  }
}
