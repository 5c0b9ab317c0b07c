// The types of values. Structs, arrays, unions and bit-fields are bytes at offsets; wider integers and vectors are several values.

import { type Integer, toInteger, type Width, wrap } from '../program/integer.js';

const intTypes = ['i1', 'i8', 'i16', 'i32', 'i64'] as const;
const floatTypes = ['f32', 'f64'] as const;
export type IntType = (typeof intTypes)[number];
export type FloatType = (typeof floatTypes)[number];
export type Type = IntType | FloatType | 'ptr';
export const types: readonly Type[] = [...intTypes, ...floatTypes, 'ptr'];

export const isInt = (type: Type): type is IntType => type.startsWith('i');
export const isFloat = (type: Type): type is FloatType => type.startsWith('f');

/** The bits of a value in a register. */
export function bitsOf(type: Type): 1 | Width {
  switch (type) {
    case 'i1':
      return 1;
    case 'i8':
      return 8;
    case 'i16':
      return 16;
    case 'i32':
    case 'f32':
      return 32;
    case 'i64':
    case 'f64':
    case 'ptr':
      return 64;
  }
}

/** The bytes of a value in memory; an `i1` takes a byte that holds 0 or 1. */
export const bytesOf = (type: Type): 1 | 2 | 4 | 8 => {
  const bits = bitsOf(type);
  return bits === 1 || bits === 8 ? 1 : bits === 16 ? 2 : bits === 32 ? 4 : 8;
};

/** The integer type of that many bits. */
export function intOf(bits: number): IntType | undefined {
  return intTypes.find((type) => bitsOf(type) === bits);
}

/**
 * The canonical number of a value: an `i1` is 0 or 1. Any other integer or address is the signed reading of its bits
 * (program/integer.ts), and a float that of its IEEE 754 bits.
 */
export function canonical(value: Integer, type: Type): Integer {
  const bits = bitsOf(type);
  if (bits === 1) return Number(BigInt.asUintN(1, BigInt(value)));
  return wrap(value, bits);
}

/** The unsigned reading of a canonical number. */
export const unsigned = (value: Integer, type: Type): Integer =>
  typeof value === 'number' && value >= 0 ? value : toInteger(BigInt.asUintN(bitsOf(type), BigInt(value)));
