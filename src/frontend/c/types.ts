// The types of the C subset, laid out as gcc does on x86-64: int has 4 bytes, long and pointers have 8. Everything is aligned to its size.

import type { Variable } from './typed.js';

export interface IntegerType {
  readonly kind: 'integer';
  readonly name: string;
  readonly size: 1 | 2 | 4 | 8;
  readonly signed: boolean;
  readonly bool: boolean;
  /** C's conversion rank. */
  readonly rank: number;
  /** The bits of a bit-field that is wider than int. gcc computes with an integer type of exactly these bits. */
  readonly precision?: number;
  /** The enum that this is the type of. Different enums are not compatible. */
  readonly enumeration?: symbol;
}

/** The bits of its values. */
export const precisionOf = ({ size, precision = size * 8 }: IntegerType): number => precision;

/** A long double has 16 bytes, of which 10 count. */
export interface FloatType {
  readonly kind: 'float';
  readonly name: string;
  readonly size: 4 | 8 | 16;
}

/** Some bits of the bytes that bit-fields share. */
export interface BitField {
  /** Of the first bit, from the start of the struct. */
  readonly position: number;
  readonly bits: number;
}

/** The bit-field where its struct begins so many bytes later. */
export const movedBits = (bitField: BitField | undefined, bytes: number): BitField | undefined =>
  bitField === undefined ? undefined : { ...bitField, position: bitField.position + bytes * 8 };

export interface Field {
  /** Empty for a struct or union without a name: its members count as members of the struct. */
  readonly name: string;
  readonly type: CType;
  /** In bytes from the start of the struct. */
  readonly offset: number;
  readonly bitField?: BitField;
}

export interface StructLayout {
  readonly fields: readonly Field[];
  readonly size: number;
  readonly alignment: number;
}

export interface StructType {
  readonly kind: 'struct';
  /** `struct node`, or a name made up for one without tag. */
  readonly name: string;
  readonly union: boolean;
  /** The name of a struct without a tag: `typedef struct { ... } list;`. */
  typedef?: string;
  /** Absent while the type is incomplete. */
  layout?: StructLayout;
  /** The declaration of the same type in an earlier file of the program. */
  like?: StructType;
  /** A number of 128 bits. Only arithmetic sees one number; everything else sees two words. */
  readonly wide?: 'signed' | 'unsigned';
}

/** The declaration of the type in the first file that has it. */
export const originalStruct = (struct: StructType): StructType =>
  struct.like === undefined ? struct : originalStruct(struct.like);

/** Types of two files are the same by name if one of the files does not complete its type. */
const sameStruct = (a: StructType, b: StructType): boolean =>
  originalStruct(a) === originalStruct(b) ||
  ((a.layout === undefined || b.layout === undefined) && a.name === b.name && a.union === b.union);

export interface PointerType {
  readonly kind: 'pointer';
  readonly to: CType;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly of: CType;
  /** Absent in `int a[]` until an initialiser says. */
  readonly length?: number;
  /** CBMC's arrays without an end. Only the first `length` elements are represented. */
  readonly unbounded?: true;
  /** The variable that holds the size in bytes, if the program computes the length. */
  readonly bytes?: Variable;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly result: CType;
  readonly parameters: readonly CType[];
  readonly variadic: boolean;
  readonly unspecified: boolean;
}

/** `aligned`: the alignment that an attribute asks for, in bytes. */
export type CType = {
  readonly const?: boolean;
  readonly atomic?: boolean;
  /** These two matter only where types are compared. */
  readonly volatile?: boolean;
  readonly restrict?: boolean;
  readonly aligned?: number;
} & (
  | { readonly kind: 'void' }
  | IntegerType
  | FloatType
  | PointerType
  | ArrayType
  | StructReference
  | FunctionType
);

/** A struct type is shared by all its mentions, since it may be completed later; qualifiers are not. */
export interface StructReference {
  readonly kind: 'struct';
  readonly struct: StructType;
}

/** An array without an end, of which 64 elements are represented. */
export const unbounded = (of: CType): CType => ({ kind: 'array', of, length: 64, unbounded: true });

/** Bytes an object may have. */
export const objectLimit = 262_144;

const integer = (name: string, size: IntegerType['size'], signed: boolean, rank: number): IntegerType => ({
  kind: 'integer',
  name,
  size,
  signed,
  bool: false,
  rank,
});

export const voidType: CType = { kind: 'void' };
export const boolType: IntegerType = { ...integer('_Bool', 1, false, 0), bool: true };
export const charType = integer('char', 1, true, 1);
export const signedCharType = integer('signed char', 1, true, 1);
export const unsignedCharType = integer('unsigned char', 1, false, 1);
export const shortType = integer('short', 2, true, 2);
export const unsignedShortType = integer('unsigned short', 2, false, 2);
export const intType = integer('int', 4, true, 3);
export const unsignedType = integer('unsigned int', 4, false, 3);
export const longType = integer('long', 8, true, 4);
export const unsignedLongType = integer('unsigned long', 8, false, 4);
export const longLongType = integer('long long', 8, true, 5);
export const unsignedLongLongType = integer('unsigned long long', 8, false, 5);

const ofWords = (name: string, wide: 'signed' | 'unsigned'): WideType => ({
  kind: 'struct',
  struct: {
    kind: 'struct',
    name,
    union: false,
    wide,
    layout: {
      fields: [0, 8].map((offset) => ({ name: '', type: unsignedLongType, offset })),
      size: 16,
      alignment: 16,
    },
  },
});

export type NumberType = IntegerType | FloatType | WideType;

export const isNumber = (type: CType): type is CType & NumberType =>
  type.kind === 'integer' || type.kind === 'float' || wideSign(type) !== undefined;

/** A number of 128 bits: its words, the lower one first. */
export type WideType = StructReference;
export const int128Type = ofWords('__int128', 'signed');
export const unsigned128Type = ofWords('unsigned __int128', 'unsigned');

/** Whether it is a number of 128 bits, and of which kind. */
export const wideSign = (type: CType): 'signed' | 'unsigned' | undefined =>
  type.kind === 'struct' ? type.struct.wide : undefined;

export const floatType: FloatType = { kind: 'float', name: 'float', size: 4 };
export const doubleType: FloatType = { kind: 'float', name: 'double', size: 8 };
export const longDoubleType: FloatType = { kind: 'float', name: 'long double', size: 16 };

export const pointerTo = (to: CType): PointerType & CType => ({ kind: 'pointer', to });
export const voidPointer: CType = pointerTo(voidType);

const qualifiers = ['const', 'atomic', 'volatile', 'restrict'] as const;
type Qualifier = (typeof qualifiers)[number];

export const isQualified = (type: CType): boolean => qualifiers.some((qualifier) => type[qualifier] === true);

/** The type with further qualifiers. */
export function qualified(type: CType, added: { readonly [Q in Qualifier]?: boolean | undefined }): CType {
  const said = qualifiers.filter((qualifier) => added[qualifier] === true);
  return { ...type, ...Object.fromEntries(said.map((qualifier) => [qualifier, true])) };
}

/** The type of a value read from an object of this type. */
export function unqualified(type: CType): CType {
  if (!isQualified(type)) return type;
  const { const: _const, atomic: _atomic, volatile: _volatile, restrict: _restrict, ...rest } = type;
  return rest;
}

/** Structs and numbers of 128 bits that are read and written as a whole. */
export const isAtomicStruct = (type: CType): boolean => type.kind === 'struct' && type.atomic === true;

export const isScalar = (type: CType): boolean =>
  type.kind === 'integer' || type.kind === 'pointer' || type.kind === 'float';
export const isLongDouble = (type: CType): boolean => type.kind === 'float' && type.size === 16;
export const isVoidPointer = (type: CType): boolean => type.kind === 'pointer' && type.to.kind === 'void';

/** Whether objects declared so never change. */
export const isConst = (type: CType): boolean =>
  type.const === true || (type.kind === 'array' && type.of.const === true);

export const isComplete = (type: CType): boolean => sizeOf(type) !== undefined;

/** The variable that holds the size of an array of computed length. */
export const computedSize = (type: CType): Variable | undefined =>
  type.kind === 'array' ? type.bytes : undefined;

/** The innermost element type of arrays of computed length. */
export const madeOf = (type: CType): CType =>
  type.kind === 'array' && type.bytes !== undefined ? madeOf(type.of) : type;

/** Whether the type is, or points to, an array whose length is computed. */
export function speaksOfLengths(type: CType): boolean {
  if (type.kind === 'pointer') return speaksOfLengths(type.to);
  return type.kind === 'array' && (type.bytes !== undefined || speaksOfLengths(type.of));
}

/** The value of sizeof; undefined for an incomplete or function type. */
export function sizeOf(type: CType): number | undefined {
  switch (type.kind) {
    case 'integer':
    case 'float':
      return type.size;
    case 'pointer':
      return 8;
    case 'struct':
      return type.struct.layout?.size;
    case 'array': {
      const of = sizeOf(type.of);
      return of === undefined || type.length === undefined ? undefined : of * type.length;
    }
    default:
      return undefined;
  }
}

export function alignmentOf(type: CType): number {
  if (type.aligned !== undefined) return type.aligned;
  switch (type.kind) {
    case 'integer':
    case 'float':
      return type.size;
    case 'array':
      return alignmentOf(type.of);
    case 'struct':
      return type.struct.layout?.alignment ?? 1;
    case 'pointer':
      return 8;
    default:
      return 1;
  }
}

/** Atomic objects are in memory, even those no other thread can reach: their accesses are fences. */
export function holdsAtomic(type: CType): boolean {
  if (type.atomic === true) return true;
  if (type.kind === 'array') return holdsAtomic(type.of);
  return (
    type.kind === 'struct' && (type.struct.layout?.fields ?? []).some((field) => holdsAtomic(field.type))
  );
}

/**
 * Types that are the same to C. Types are one here where their values are: long and long long are not, but _Generic tells them
 * apart. Qualifiers of the types themselves do not count; those of pointed-to types do.
 */
export const compatible = (a: CType, b: CType): boolean => sameType(a, b, true);

/** Qualifiers of an array are those of its elements. */
const sameQualifiers = (a: CType, b: CType): boolean =>
  (a.kind !== 'array' || b.kind !== 'array' || sameQualifiers(a.of, b.of)) &&
  qualifiers.every((qualifier) => (a[qualifier] ?? false) === (b[qualifier] ?? false));

/** Whether values of the types are the same; `exactly`: the types are compatible. */
export function sameType(a: CType, b: CType, exactly = false): boolean {
  switch (a.kind) {
    case 'void':
      return b.kind === 'void';
    case 'integer':
      if (b.kind !== 'integer') return false;
      if (!exactly)
        return a.size === b.size && a.signed === b.signed && a.bool === b.bool && a.precision === b.precision;
      return (
        a.name === b.name &&
        (a.enumeration === b.enumeration || a.enumeration === undefined || b.enumeration === undefined)
      );
    case 'float':
      return b.kind === 'float' && (exactly ? a.name === b.name : a.size === b.size);
    case 'pointer':
      return (
        b.kind === 'pointer' && (!exactly || sameQualifiers(a.to, b.to)) && sameType(a.to, b.to, exactly)
      );
    case 'array':
      return (
        b.kind === 'array' &&
        sameType(a.of, b.of, exactly) &&
        (a.length === undefined || b.length === undefined || a.length === b.length)
      );
    case 'struct':
      return b.kind === 'struct' && sameStruct(a.struct, b.struct);
    case 'function':
      return (
        b.kind === 'function' &&
        sameType(a.result, b.result, exactly) &&
        (a.unspecified ||
          b.unspecified ||
          (a.variadic === b.variadic &&
            a.parameters.length === b.parameters.length &&
            a.parameters.every((parameter, i) => sameType(parameter, b.parameters[i], exactly))))
      );
  }
}

export function typeName(type: CType): string {
  const qualifiers = `${type.const === true ? 'const ' : ''}${type.atomic === true ? '_Atomic ' : ''}`;
  switch (type.kind) {
    case 'void':
      return `${qualifiers}void`;
    case 'integer':
    case 'float':
      return qualifiers + type.name;
    case 'pointer':
      return type.to.kind === 'function' ? `${typeName(type.to.result)} (*)(...)` : `${typeName(type.to)} *`;
    case 'array':
      return `${typeName(type.of)}[${type.length ?? ''}]`;
    case 'struct':
      return qualifiers + type.struct.name;
    case 'function':
      return `${typeName(type.result)} (...)`;
  }
}
