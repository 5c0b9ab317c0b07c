// Data that all threads of a program share: names of objects, numbers of functions, widths of cells, shapes of
// blocks.

import { functionBase, librarysOwn } from '../../../program/layout.js';
import type { Location } from '../../../program/program.js';
import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Instruction } from '../../instruction.js';
import type { Global, Module } from '../../module.js';
import type { Value } from '../../value.js';
import { rankOf } from '../addressOrder.js';
import { type Division, type Place, roomOf } from '../cells/divide.js';
import { ownStores } from '../cells/owned.js';
import { arraysAt } from '../layoutNames.js';
import type { PointsTo } from '../points/solve.js';
import type { Part } from './access.js';
import { blockOf, type ShownBlock } from './blocks.js';
import { locationOf } from './locations.js';
import { type Pointers, pointersOf, widthOfCell } from './pointers.js';
import { unsetObjects } from './unset.js';
import { widthOfBytes } from './widths.js';

/** A thread's copy of an object is told with the function that the thread runs; the model's own objects are the library's. */
function shownName({ threads }: Module, { name, label, storage, model }: Global): string {
  if (storage.kind === 'local') return name;
  const [, base, number] = /^(.*)@(\d+)$/.exec(name) ?? [undefined, name, undefined];
  const thread = number === undefined ? undefined : threads[Number(number)]?.name.replace(/\/\d+$/, '');
  const own = label ?? base ?? name;
  // Tables of virtual functions and what Rust's std keeps for itself: traces leave out steps that touch nothing else.
  if (/^_ZTV|\{vtable\}$/.test(own) || (model === true && own.startsWith('_R')))
    return `${librarysOwn}${own}`;
  const shown = model === true ? own.replace(/^__model_shown_/, '').replace(/^__model_/, 'library.') : own;
  return thread === undefined ? shown : `${shown}@${thread}`;
}

export class ProgramParts {
  readonly #pointers: Pointers;
  readonly #cells = new Map<string, readonly Part[]>();
  readonly #names = new Map<string, string>();
  readonly #functions: string[] = [];
  /** Locations that the program mentions, in the order in which it does. */
  readonly #mentioned = new Set<string>();
  readonly gates = new Set<string>();
  #unset: ReadonlySet<string> | undefined;
  #own: ReadonlyMap<Instruction, string> | undefined;

  /** Whether the program chooses among many values. */
  readonly choosesWidely: boolean;

  constructor(
    readonly module: Module,
    readonly points: PointsTo,
    readonly division: Division,
    /** The bound of loops. */
    readonly unroll: number,
    /** Loads and stores of several cells that are one step. */
    readonly sections: ReadonlySet<Instruction>,
  ) {
    this.choosesWidely = module.threads.some((thread) => choosesWidely(thread));
    this.#pointers = pointersOf(module, division);
    const taken = new Set<string>();
    for (const [name, global] of module.globals) {
      const shown = shownName(module, global);
      let fresh = shown;
      for (let i = 2; taken.has(fresh); i++) fresh = `${shown}#${i}`;
      taken.add(fresh);
      this.#names.set(name, fresh);
    }
  }

  /** Whether the process ends with main: main never ends its thread alone. */
  get endsWithMain(): boolean {
    return ![...(this.module.threads[0]?.body.blocks.values() ?? [])].some(({ instructions }) =>
      instructions.some((i) => i.kind === 'intrinsic' && i.name === 'end'),
    );
  }

  get pointerWidth(): 32 | 64 {
    return this.#pointers.width;
  }

  locationName(object: string): string | undefined {
    const name = this.#names.get(object);
    if (name !== undefined) this.#mentioned.add(object);
    return name;
  }

  functionNumber(name: string): number {
    const known = this.#functions.indexOf(name);
    return functionBase + (known >= 0 ? known : this.#functions.push(name) - 1);
  }

  get functions(): readonly string[] {
    return this.#functions.map((name) => this.module.functions.get(name)?.label ?? name);
  }

  /** The cells that an access touches; one of the access's own size where it touches none. */
  partsOf(i: Instruction, access: number, bytes: 1 | 2 | 4 | 8): readonly Part[] {
    const place = this.division.of.get(i)?.[access]?.places[0];
    if (place === undefined) return [{ delta: 0, bytes, width: widthOfBytes(bytes) }];
    const [first, ...others] = this.#cellsAt(place, bytes);
    return first?.union === undefined ? [first, ...others] : [first];
  }

  /** The cells of a range of bytes from an address on; those of the object that has the most bytes there. */
  cellsIn(i: Instruction, access: number, bytes: number): readonly Part[] {
    const place = this.#widest(i, access);
    return place === undefined ? [] : this.#cellsAt(place, bytes);
  }

  #cellsAt({ object, offset }: Place, bytes: number): readonly Part[] {
    return this.cellsOf(object)
      .filter(({ delta }) => delta >= offset && delta < offset + bytes)
      .map((part) => ({ ...part, delta: part.delta - offset }));
  }

  /** How many bytes lie behind an address at most. */
  roomIn(i: Instruction, access: number): { readonly bytes: number; readonly isExact: boolean } {
    const place = this.#widest(i, access);
    if (place === undefined) return { bytes: 0, isExact: true };
    const isExact = this.points.objects.byName.get(place.object)?.size !== undefined;
    return { bytes: roomOf(place, this.points), isExact };
  }

  /** How many bytes of the object lie behind the address of an access that surely goes over its end; undefined for others. */
  overrunOf(thread: number, address: Value, bytes: number): number | undefined {
    const [target, ...others] = this.points.of(thread, address).values();
    if (target === undefined || others.length > 0 || target.count > 1) return undefined;
    const size = this.points.objects.byName.get(target.object)?.size;
    const room = size === undefined ? bytes : size - target.offset;
    return target.offset >= 0 && room > 0 && room < bytes ? room : undefined;
  }

  #widest(i: Instruction, access: number): Place | undefined {
    const places = this.division.of.get(i)?.[access]?.places ?? [];
    const room = (place: Place): number => roomOf(place, this.points);
    return places.reduce<Place | undefined>(
      (best, place) => (best === undefined || room(place) > room(best) ? place : best),
      undefined,
    );
  }

  /** All cells of an object. */
  cellsOf(object: string): readonly Part[] {
    const known = this.#cells.get(object);
    if (known !== undefined) return known;
    const wholes = this.division.wholes.get(object);
    const cells = (this.division.cells.get(object) ?? []).map((cell) => ({
      delta: cell.offset,
      bytes: cell.bytes,
      width: widthOfCell(this.#pointers, object, cell),
      ...present({ union: wholes?.get(cell.offset) }),
    }));
    this.#cells.set(object, cells);
    return cells;
  }

  /** Whether cells of the access's objects may be without a value. */
  mayBeUnset(i: Instruction, access: number): boolean {
    const places = this.division.of.get(i)?.[access]?.places ?? [];
    this.#unset ??= unsetObjects(this.points, this.division);
    return places.some(({ object }) => this.#unset?.has(object));
  }

  /** The name of the cells of its thread's own that a store writes, if it does. */
  ownCells(store: Instruction): string | undefined {
    this.#own ??= ownStores(this.module, this.division);
    return this.#own.get(store);
  }

  blockOf(site: Instruction): ShownBlock {
    return blockOf(this, site);
  }

  /** The array of so many elements at an address as the program writes it, as far as it has a name. */
  arrayName(thread: number, base: Value, count: number): string {
    const [target, ...others] = this.points.of(thread, base).values();
    if (target === undefined || others.some(({ object }) => object !== target.object)) return 'the array';
    const object = this.points.objects.byName.get(target.object);
    const layout = object?.kind === 'global' ? object.global.layout : this.points.layoutOf(target.object);
    const arrays = [...arraysAt(this.module.layouts, layout, target.offset)];
    const path = arrays.find((array) => array.count === count)?.suffix;
    if (path === undefined) return 'the array';
    if (object?.kind !== 'global') return path === '' ? 'the array' : `the array ${path.replace(/^\./, '')}`;
    return `${this.#names.get(target.object) ?? target.object}${path}`;
  }

  /** The locations that the program mentions, and those that their initial values point to, with the cells of `division`. */
  locations(division: Division): Location[] {
    const found: { readonly rank: number; readonly location: Location }[] = [];
    // An address in the first value of an object mentions another one.
    for (const object of this.#mentioned) {
      const global = this.module.globals.get(object);
      if (global === undefined) continue;
      const location = locationOf(this.module, global, division, {
        nameOf: (name) => this.locationName(name) ?? name,
        functionNumber: (name) => this.functionNumber(name),
        cellWidth: (name, cell) => widthOfCell(this.#pointers, name, cell),
        isGate: (name) => this.gates.has(name),
        refuse: (what) => this.refuse(what, global.at),
      });
      found.push({ rank: rankOf(global), location });
    }
    return found.sort((a, b) => a.rank - b.rank).map(({ location }) => location);
  }

  refuse(what: string, at?: SourceSpan): never {
    throw new InputError({
      code: 'c-unsupported',
      message: `${what} is not supported`,
      ...present({ file: at?.file, line: at?.line, column: at?.column }),
    });
  }
}

/** The number of values that are many. */
const many = 64;

const choosesWidely = ({ body }: Module['threads'][number]): boolean =>
  [...body.blocks.values()].some(({ instructions }) =>
    instructions.some((i) => {
      if (i.kind !== 'intrinsic') return false;
      const count = i.name === 'choose' ? i.args[0] : undefined;
      if (count === undefined) return i.name === 'any';
      return count.kind !== 'const' || Number(count.value) === 0 || Number(count.value) > many;
    }),
  );
