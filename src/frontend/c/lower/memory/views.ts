// Which objects a program sees through scalars of different sizes: unions of different members, casts of pointers, bytes moved
// by memcpy. Such an object is divided into cells as small as the smallest access to it (its grain).
//
// Objects that one pointer may point to are in one class and are cut alike. The classes come from unification (Steensgaard): a
// class stands for objects, and has one class for all that pointers stored in them point to. Numbers of 8 bytes may be
// pointers. If the analysis misses an access, the machines find it when it happens: they check the width of every access.

import { bytesType } from '../../structLayout.js';
import type { FunctionSymbol, Place, Unit, Value, ValueOf, Variable } from '../../typed.js';
import {
  type CType,
  type ScalarCell,
  type StructReference,
  sameType,
  scalarsOf,
  sizeOf,
} from '../../types.js';
import { unitsOf } from './bitFields.js';
import { hasWholeCells, mixedUnionsIn } from './unionCells.js';
import { gatherViews } from './viewFlow.js';

type GrainSize = 1 | 2 | 4 | 8;

/** A class of objects that are divided into cells of so many bytes. */
export interface Grain {
  readonly bytes: GrainSize;
  /**
   * The unions that the objects are divided for. Absent if there is another reason, or a union that could not be cells
   * (unionCells.ts).
   */
  readonly unions?: readonly StructReference[];
}

export interface Views {
  ofVariable(variable: Variable): Grain | undefined;
  /** Of what a pointer points to. */
  ofPointer(pointer: Value): Grain | undefined;
  /** The only scalar that objects have which a pointer points to, wherever it points into them; undefined if that is not known. */
  scalarAt(pointer: Value): CType | undefined;
  /** Whether a pointer only points to what never changes. */
  isConstant(pointer: Value): boolean;
  /** Whether a pointer may point to what has no value at first. */
  mayBeUnset(pointer: Value): boolean;
  /** Whether each call of the function stands for a malloc of its own. */
  isAllocator(symbol: FunctionSymbol): boolean;
  /** Whether a call is one of such functions, also through a pointer. */
  allocates(call: ValueOf<'call'>): boolean;
  /**
   * For a malloc or a call of an allocator: whether the function around it fills the block with 0. For a memset: whether it
   * fills such a block. The block then has the 0 from the beginning.
   */
  isZeroed(blockOrMemset: Value): boolean;
  /** The type of the objects in the block that such a call returns. */
  heldBy(call: ValueOf<'call'>): CType | undefined;
  /** Whether objects that were asked for are divided although they hold a union that is to be left whole. */
  readonly dividesWhole: boolean;
}

/** Objects that are cut alike. */
export class ObjectClass {
  #parent: ObjectClass | undefined;
  #content: ObjectClass | undefined;
  #sizes = new Set<number>();
  /** The types that each object may be taken for. */
  #objects: (readonly CType[])[] = [];
  #accessed: CType[] = [];
  /** Pointers to them were cast to pointers to these, which their scalars are not. */
  #casts: CType[] = [];
  #unclear = false;
  /** Whether some of its objects may change. */
  #changes = false;
  /** Whether some have no value at first. */
  #unset = false;

  get root(): ObjectClass {
    let root: ObjectClass = this;
    while (root.#parent !== undefined) root = root.#parent;
    if (this.#parent !== undefined && this !== root) this.#parent = root;
    return root;
  }

  /** The objects that pointers in these objects point to. */
  get content(): ObjectClass {
    const { root } = this;
    root.#content ??= new ObjectClass();
    return root.#content.root;
  }

  unify(other: ObjectClass): void {
    const pending: [ObjectClass, ObjectClass][] = [[this, other]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const [a, b] = [pair[0].root, pair[1].root];
      if (a === b) continue;
      b.#parent = a;
      for (const size of b.#sizes) a.#sizes.add(size);
      a.#objects.push(...b.#objects);
      a.#accessed.push(...b.#accessed);
      a.#casts.push(...b.#casts);
      a.#unclear ||= b.#unclear;
      a.#changes ||= b.#changes;
      a.#unset ||= b.#unset;
      if (a.#content === undefined) a.#content = b.#content;
      else if (b.#content !== undefined) pending.push([a.#content, b.#content]);
    }
  }

  /** An object of the class; more than one type where a block goes on with another. */
  addObject(types: readonly CType[]): void {
    this.root.#objects.push(types);
  }

  /** Objects of the class may change; `unset`: and have no value at first. */
  change(unset: boolean): void {
    this.root.#changes = true;
    this.root.#unset ||= unset;
  }

  get mayBeUnset(): boolean {
    return this.root.#unset;
  }

  /** Whether there are objects in it, and none of them ever changes. */
  get isConstant(): boolean {
    const { root } = this;
    return root.#objects.length > 0 && !root.#changes;
  }

  /** The scalar that all of its objects are arrays of. */
  get scalar(): CType | undefined {
    const scalars = this.root.#objects.flat().map(onlyScalar);
    const [first] = scalars;
    return scalars.every((one) => one !== undefined && first !== undefined && sameType(one, first))
      ? first
      : undefined;
  }

  /** Its objects are used as bytes in units of this size, whatever they are. */
  cut(size: number): void {
    this.root.#unclear = true;
    this.root.#sizes.add(size);
  }

  touch(sizes: Iterable<number>): void {
    for (const size of sizes) this.root.#sizes.add(size);
  }

  /** A pointer to this type is followed. */
  seenAs(type: CType): void {
    this.root.#accessed.push(type);
  }

  /** `sizes`: of cells that begin where its scalars do. */
  castTo(type: CType, sizes: readonly number[] = []): void {
    this.root.#casts.push(type);
    this.touch(sizes);
  }

  /** Whether an object of the class is one of that struct, or has one in it: what a pointer into it is cast back to. */
  #isPart(type: CType): boolean {
    return type.kind === 'struct' && this.#objects.some((types) => types.some((own) => hasPart(own, type)));
  }

  /** Whether a cast makes a union of members of different sizes of an object that has none: its largest member alone looks alike. */
  get #isTakenForUnion(): boolean {
    return this.#objects.length > 0 && this.seenUnions.some((union) => !this.#isPart(union));
  }

  /** Unions of members of different sizes in its objects. */
  get unions(): readonly StructReference[] {
    return this.root.#objects.flat().flatMap(mixedUnionsIn);
  }

  /** Unions like these that are followed pointers to, whatever the objects are. */
  get seenUnions(): readonly StructReference[] {
    return this.root.#accessed.flatMap(mixedUnionsIn);
  }

  /** Whether it is seen in different ways for other reasons than its unions. `wide`: pointers have 64 bits. */
  isDivided(wide: boolean): boolean {
    const { root } = this;
    return (
      root.#unclear ||
      root.#isTakenForUnion ||
      root.#casts.some(
        (type) => !root.#isPart(type) && root.#accessed.some((seen) => sameType(seen, type)),
      ) ||
      // a class has objects of several types, and which of them a pointer can point to is not known
      (root.#objects.length > 0 &&
        root.#accessed.some(
          (seen) => !root.#objects.some((types) => types.some((own) => fits(seen, own, wide))),
        ))
    );
  }

  /** The size of the cells that it is divided into. */
  get least(): GrainSize {
    const least = Math.min(8, ...this.root.#sizes);
    return least >= 8 ? 8 : least >= 4 ? 4 : least >= 2 ? 2 : 1;
  }
}

/** The class of what the key stands for. */
export function entry<K>(map: Map<K, ObjectClass>, key: K): ObjectClass {
  let found = map.get(key);
  if (found === undefined) {
    found = new ObjectClass();
    map.set(key, found);
  }
  return found.root;
}

/** The scalar that an object is an array of, or many members of the same kind. */
function onlyScalar(own: CType): CType | undefined {
  const cells = scalarsOf(own);
  const [first] = cells;
  if (first === undefined) return undefined;
  const size = sizeOf(first.type) ?? 0;
  const alone = cells.every(
    ({ type, offset, overlaid }, i) =>
      sameType(type, first.type) && overlaid === undefined && offset === i * size,
  );
  return alone && cells.length * size === sizeOf(own) ? first.type : undefined;
}

/** Whether an object begins with scalars like those of `seen`. */
export function beginsLike(seen: CType, own: CType, wide: boolean): boolean {
  const size = sizeOf(own) ?? 0;
  if (size === 0) return false;
  const at = new Map(scalarsOf(own).map((cell) => [cell.offset, cell]));
  return scalarsOf(seen).every((cell) => {
    const there = at.get(cell.offset % size);
    return there !== undefined && alike(cell, there, wide);
  });
}

/** Whether an object that is no array of bytes is looked at byte by byte, though it begins with one. */
export const isSeenAsBytes = (to: CType, from: CType): boolean =>
  to.kind === 'integer' &&
  to.size === 1 &&
  from.kind === 'struct' &&
  (scalarsOf(from).some(({ type }) => sizeOf(type) !== 1) || scalarsOf(from).length !== sizeOf(from));

function hasPart(own: CType, part: CType): boolean {
  if (sameType(own, part)) return true;
  if (own.kind === 'array') return hasPart(own.of, part);
  return (
    own.kind === 'struct' && (own.struct.layout?.fields.some(({ type }) => hasPart(type, part)) ?? false)
  );
}

/** Whether an object has scalars like those of `seen` somewhere. */
function fits(seen: CType, own: CType, wide: boolean): boolean {
  if (seen === own) return true;
  const wanted = scalarsOf(seen);
  const cells = scalarsOf(own);
  const size = sizeOf(own) ?? 0;
  if (wanted.length === 0 || size === 0) return true;
  const at = new Map(cells.map((cell) => [cell.offset, cell]));
  return cells.some(({ offset }) =>
    wanted.every((cell) => {
      // blocks and arrays go on with more of the same
      const there = at.get((offset + cell.offset) % size);
      return there !== undefined && alike(cell, there, wide);
    }),
  );
}

/** Where pointers have 64 bits, numbers that have as many are kept in the same cells. */
const alike = (a: ScalarCell, b: ScalarCell, wide: boolean): boolean =>
  sizeOf(a.type) === sizeOf(b.type) &&
  (a.type.kind === b.type.kind ||
    a.overlaid !== undefined ||
    b.overlaid !== undefined ||
    (wide && isWord(a.type) && isWord(b.type)));

const isWord = ({ kind }: CType): boolean => kind === 'pointer' || kind === 'integer';

/** The sizes of the scalars that an access to the place touches. */
export function sizesAt(place: Place): number[] {
  const cells =
    place.kind === 'member' && place.bitField !== undefined
      ? unitsOf(scalarsOf(place.base.type), place.bitField)
      : scalarsOf(place.type);
  return cells.map(({ type }) => sizeOf(type) ?? 1);
}

/** `whole`: unions that are left whole where nothing else divides the objects they are in. */
export function findViews(unit: Unit, wide: boolean, whole: readonly StructReference[]): Views {
  const flow = gatherViews(unit, wide);
  const grains = new Map<ObjectClass, Grain | undefined>();
  const isWhole = (union: StructReference): boolean => whole.some((one) => sameType(one, union));
  let dividesWhole = false;
  const newGrain = (root: ObjectClass): Grain | undefined => {
    const { unions, seenUnions, least: bytes } = root;
    const divided = root.isDivided(wide);
    if (!divided && unions.every(isWhole)) return undefined;
    if (unions.some(isWhole) || seenUnions.some(isWhole)) dividesWhole = true;
    return divided || !unions.every(hasWholeCells) ? { bytes } : { bytes, unions };
  };
  const grainOf = (found: ObjectClass | undefined): Grain | undefined => {
    if (found === undefined) return undefined;
    const { root } = found;
    if (!grains.has(root)) grains.set(root, newGrain(root));
    return grains.get(root);
  };
  return {
    ofVariable: (variable) => grainOf(flow.classOf(variable)),
    ofPointer: (pointer) => grainOf(flow.pointedTo(pointer)),
    scalarAt: (pointer) => {
      const objects = flow.pointedTo(pointer);
      const grain = grainOf(objects);
      return grain === undefined ? objects?.scalar : bytesType(grain.bytes);
    },
    isConstant: (pointer) => flow.pointedTo(pointer)?.isConstant === true,
    mayBeUnset: (pointer) => flow.pointedTo(pointer)?.mayBeUnset === true,
    isAllocator: (symbol) => flow.isAllocator(symbol),
    allocates: (call) => flow.allocates(call),
    isZeroed: (block) => flow.isZeroed(block),
    heldBy: (call) => flow.heldBy(call),
    get dividesWhole() {
      return dividesWhole;
    },
  };
}
