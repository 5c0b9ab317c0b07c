// Sizes, alignments and offsets of types on x86-64, and the pieces of which a value of a type is made: the module knows integers of up to
// 64 bits, floats and addresses, so that a struct, a vector or an i128 is several of them.

import type { Type as ModuleType } from '../../module/type.js';
import { syntaxError } from './parse/cursor.js';
import type { FileSyntax, Type } from './syntax.js';

/** A part of a value that a register of the module holds. */
export interface Piece {
  /** In bytes, from the start of the value in memory. */
  readonly offset: number;
  readonly type: ModuleType;
  /** How many bits of the register count: fewer than the type has for an odd integer such as i24. The others are 0. */
  readonly bits: number;
}

interface Layout {
  readonly size: number;
  readonly align: number;
  /** Of a struct, where each element is. */
  readonly offsets: readonly number[];
}

export class Types {
  readonly #file: FileSyntax;
  readonly #layouts = new Map<Type, Layout>();
  readonly #pieces = new Map<Type, readonly Piece[]>();

  constructor(file: FileSyntax) {
    this.#file = file;
  }

  /** The type that a name stands for. */
  resolve(type: Type, at: number): Type {
    if (type.kind !== 'named') return type;
    const meant = this.#file.types.get(type.name);
    if (meant === undefined) throw syntaxError(this.#file, at, `the type %${type.name} is not defined`);
    return meant;
  }

  size(type: Type, at: number): number {
    return this.#layout(type, at).size;
  }

  align(type: Type, at: number): number {
    return this.#layout(type, at).align;
  }

  /** Where an element of a struct is. */
  offset(type: Type, element: number, at: number): number {
    const offset = this.#layout(type, at).offsets[element];
    if (offset === undefined) throw syntaxError(this.#file, at, `the struct has no element ${element}`);
    return offset;
  }

  pieces(type: Type, at: number): readonly Piece[] {
    const known = this.#pieces.get(type);
    if (known !== undefined) return known;
    const made = this.#makePieces(type, at);
    this.#pieces.set(type, made);
    return made;
  }

  /** The types of the elements of a struct, array or vector. */
  elements(type: Type, at: number): readonly Type[] {
    const meant = this.resolve(type, at);
    switch (meant.kind) {
      case 'struct':
        return meant.elements;
      case 'array':
      case 'vector':
        return new Array<Type>(meant.length).fill(meant.element);
      default:
        throw syntaxError(this.#file, at, 'the value has no elements');
    }
  }

  #layout(type: Type, at: number): Layout {
    const known = this.#layouts.get(type);
    if (known !== undefined) return known;
    const made = this.#makeLayout(type, at);
    this.#layouts.set(type, made);
    return made;
  }

  #makeLayout(type: Type, at: number): Layout {
    switch (type.kind) {
      case 'int': {
        const size =
          type.bits <= 8 ? 1 : type.bits <= 16 ? 2 : type.bits <= 32 ? 4 : Math.ceil(type.bits / 64) * 8;
        return { size, align: Math.min(size, 16), offsets: [] };
      }
      case 'pointer':
        return { size: 8, align: 8, offsets: [] };
      case 'float': {
        const size = { half: 2, bfloat: 2, float: 4, double: 8, x86_fp80: 16, fp128: 16, ppc_fp128: 16 }[
          type.name
        ];
        return { size, align: size, offsets: [] };
      }
      case 'array': {
        const { size, align } = this.#layout(type.element, at);
        return { size: size * type.length, align, offsets: [] };
      }
      case 'vector': {
        const size = powerOf2(Math.ceil((this.#bits(type.element, at) * type.length) / 8));
        return { size, align: size, offsets: [] };
      }
      case 'struct':
        return this.#structLayout(type.elements, type.packed, at);
      case 'named': {
        const meant = this.resolve(type, at);
        if (meant.kind === 'opaque')
          throw syntaxError(this.#file, at, `the type %${type.name} has no size`, 'llvm-unsupported');
        return this.#layout(meant, at);
      }
      default:
        throw syntaxError(this.#file, at, `the type ${type.kind} has no size`);
    }
  }

  #structLayout(elements: readonly Type[], packed: boolean, at: number): Layout {
    const offsets: number[] = [];
    let size = 0;
    let align = 1;
    for (const element of elements) {
      const layout = this.#layout(element, at);
      const step = packed ? 1 : layout.align;
      size = Math.ceil(size / step) * step;
      offsets.push(size);
      size += layout.size;
      align = Math.max(align, step);
    }
    return { size: Math.ceil(size / align) * align, align, offsets };
  }

  #bits(type: Type, at: number): number {
    const meant = this.resolve(type, at);
    return meant.kind === 'int' ? meant.bits : this.size(meant, at) * 8;
  }

  #makePieces(type: Type, at: number): Piece[] {
    switch (type.kind) {
      case 'int':
        return integerPieces(type.bits);
      case 'pointer':
        return [{ offset: 0, type: 'ptr', bits: 64 }];
      case 'float':
        if (type.name === 'float') return [{ offset: 0, type: 'f32', bits: 32 }];
        if (type.name === 'double') return [{ offset: 0, type: 'f64', bits: 64 }];
        throw syntaxError(
          this.#file,
          at,
          `numbers of type ${type.name} are not supported`,
          'llvm-unsupported',
        );
      case 'void':
        return [];
      case 'named':
        return [...this.pieces(this.resolve(type, at), at)];
      case 'array':
      case 'vector': {
        const inner = this.pieces(type.element, at);
        const stride =
          type.kind === 'array' ? this.size(type.element, at) : Math.ceil(this.#bits(type.element, at) / 8);
        return Array.from({ length: type.length }, (_, i) => shifted(inner, i * stride)).flat();
      }
      case 'struct':
        return type.elements.flatMap((element, i) =>
          shifted(this.pieces(element, at), this.offset(type, i, at)),
        );
      default:
        throw syntaxError(
          this.#file,
          at,
          `values of type ${type.kind} are not supported`,
          'llvm-unsupported',
        );
    }
  }
}

const shifted = (pieces: readonly Piece[], by: number): Piece[] =>
  pieces.map((piece) => ({ ...piece, offset: piece.offset + by }));

function integerPieces(bits: number): Piece[] {
  if (bits <= 64) return [{ offset: 0, type: holding(bits), bits }];
  const words = Math.ceil(bits / 64);
  return Array.from({ length: words }, (_, i) => {
    const own = i === words - 1 ? bits - 64 * i : 64;
    return { offset: 8 * i, type: holding(own), bits: own };
  });
}

/** The smallest integer type of the module that has so many bits. */
const holding = (bits: number): ModuleType =>
  bits === 1 ? 'i1' : bits <= 8 ? 'i8' : bits <= 16 ? 'i16' : bits <= 32 ? 'i32' : 'i64';

function powerOf2(n: number): number {
  let power = 1;
  while (power < n) power *= 2;
  return power;
}
