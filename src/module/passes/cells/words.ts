// Words: parts of objects that are stored whole and loaded whole or in pieces, such as two counts that change together. A load of a
// piece becomes a load of the word and takes some of its bits. It reads the same store as before, because each store to the word
// writes all of its bytes.

import { mapInstructions } from '../../body.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import type { Module } from '../../module.js';
import { bitsOf, type IntType, intOf, isFloat } from '../../type.js';
import { binary, constant, offset as offsetBy, register, unary, type Value } from '../../value.js';
import type { PointsTo } from '../points/solve.js';
import { Copies, Places } from './alike.js';
import { type Division, type Place, type Range, roomOf, type Touch } from './divide.js';
import { TouchIndex } from './touchIndex.js';
import { endsWithin } from './wholes.js';

/** A part of a large array that is reached through a pointer is no word. */
const mostPlaces = 256;

/** The distance of a loaded piece from the start of its word, and the bytes of the word. */
interface Piece {
  readonly distance: number;
  readonly bytes: number;
}

/** The module in which loads of pieces load the words around them. Undefined if none of the split accesses is to a word. */
export function inWords(
  module: Module,
  points: PointsTo,
  division: Division,
  shown: readonly Range[],
  split: readonly Touch[],
): Module | undefined {
  const words = new Words(points, division, shown);
  for (const touch of split.toSorted((a, b) => sizeOf(b) - sizeOf(a))) words.add(touch);
  const { pieces } = words;
  if (pieces.size === 0) return undefined;
  const whole = (i: Instruction): Instruction | readonly Instruction[] => {
    const piece = pieces.get(i);
    return piece === undefined || i.kind !== 'load' ? i : wholeLoad(i, piece);
  };
  return {
    ...module,
    threads: module.threads.map((thread) => ({ ...thread, body: mapInstructions(thread.body, whole) })),
  };
}

const sizeOf = ({ access }: Touch): number => access.bytes ?? 0;

class Words {
  readonly pieces = new Map<Instruction, Piece>();
  readonly #points: PointsTo;
  readonly #division: Division;
  readonly #shown: readonly Range[];
  readonly #index: TouchIndex;

  constructor(points: PointsTo, division: Division, shown: readonly Range[]) {
    this.#points = points;
    this.#division = division;
    this.#shown = shown;
    this.#index = new TouchIndex(division.touches);
  }

  /** Adds the pieces of the words that this access reads or writes, if they are words. */
  add(access: Touch): void {
    if (this.pieces.has(access.instruction)) return;
    const bytes = sizeOf(access);
    const copies = new Copies(this.#index, this.#division);
    const found = new Places();
    const pieces = new Map<Instruction, Piece>();
    for (const { object, offset } of access.places) found.add(object, offset);
    let count = 0;
    for (let word = found.next(); word !== undefined; word = found.next()) {
      if (++count > mostPlaces || !this.#mayBeWord(word, bytes)) return;
      const { object, offset } = word;
      for (const { touch, offset: from } of this.#index.overlapping(object, offset, offset + bytes)) {
        if (touch.access.bytes === undefined) {
          if (endsWithin(touch, from, offset, bytes)) return;
          continue;
        }
        const distance = from - offset;
        if (isPiece(touch, distance, bytes)) {
          if ((pieces.get(touch.instruction)?.distance ?? distance) !== distance) return;
          pieces.set(touch.instruction, { distance, bytes });
        } else if (distance !== 0 || sizeOf(touch) !== bytes) return;
        for (const place of touch.places) found.add(place.object, place.offset - distance);
      }
      copies.spread(word, found);
    }
    for (const [load, piece] of pieces) this.pieces.set(load, piece);
  }

  /** A word lies in its object, at a multiple of its size, and a final state shows all of it or nothing. */
  #mayBeWord(word: Place, bytes: number): boolean {
    const { object, offset } = word;
    if (offset < 0 || offset % bytes !== 0 || roomOf(word, this.#points) < bytes) return false;
    const isInside = (at: number): boolean => offset < at && at < offset + bytes;
    return this.#shown.every(
      (r) => r.object !== object || !(isInside(r.offset) || isInside(r.offset + r.size)),
    );
  }
}

/** Whether the access, which begins `distance` bytes behind the start of a word, is a load of a piece of it. */
const isPiece = (touch: Touch, distance: number, bytes: number): boolean =>
  touch.instruction.kind === 'load' &&
  sizeOf(touch) < bytes &&
  distance >= 0 &&
  distance + sizeOf(touch) <= bytes;

function wholeLoad(load: InstructionOf<'load'>, { distance, bytes }: Piece): readonly Instruction[] {
  const { result, address } = load;
  const word: IntType = bytes === 8 ? 'i64' : bytes === 4 ? 'i32' : 'i16';
  const whole = register(`${result.name}~whole`, word);
  const start = distance === 0 ? address : offsetBy(address, -distance);
  const bits: Value = distance === 0 ? whole : binary('lshr', whole, constant(8 * distance, word));
  const piece = unary('trunc', intOf(bitsOf(result.type)) ?? 'i8', bits);
  const value = isFloat(result.type) ? unary('bitcast', result.type, piece) : piece;
  return [
    { ...load, result: whole, address: start },
    { kind: 'set', result, value, ...originOf(load) },
  ];
}
