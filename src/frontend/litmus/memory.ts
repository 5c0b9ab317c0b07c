// The locations of a test: those the init section declares, then every other one that is mentioned, which starts at 0.

import { readObjectShape } from '../../program/cells.js';
import type { InitialValue, Location } from '../../program/program.js';
import { present } from '../../support/present.js';
import { readInteger, readNumber } from './numbers.js';
import type { Source } from './source.js';
import { didYouMean } from './suggest.js';
import type { AddressSyntax, CellSyntax, InitItem, TypeSyntax, ValueSyntax } from './syntax.js';

/** More cells than any test needs, and few enough to lay out at once. */
const largestArray = 65_536;

export class Memory {
  readonly #source: Source;
  readonly #locations = new Map<string, Location>();
  #closed = false;

  constructor(source: Source) {
    this.#source = source;
  }

  /** From now on only known locations exist and every other name is a mistake. */
  close(): void {
    this.#closed = true;
  }

  has(name: string): boolean {
    return this.#locations.has(name);
  }

  /** The name itself, of a location that now exists. */
  mention(name: string, span: { start: number; end: number }): string {
    if (!this.#locations.has(name)) {
      if (this.#closed)
        this.#source.fail(
          'unknown-location',
          `no location is named ${name}`,
          span,
          didYouMean(name, this.#locations.keys()),
        );
      this.#locations.set(name, { name, initial: [0], at: this.#source.at(span) });
    }
    return name;
  }

  /** Enters a cell item of the init section. */
  declare(item: InitItem, place: CellSyntax): void {
    const { name } = place;
    if (item.type !== undefined) this.#checkType(item.type);
    if (this.#locations.has(name))
      this.#source.fail('duplicate-location', `location ${name} is declared twice`, place);
    const size = place.index === undefined ? undefined : this.#number(place.index);
    const values = item.value;
    const cells = item.type?.words.find((word) => word.startsWith('cells_'));
    const shape = cells === undefined ? undefined : readObjectShape(cells.slice('cells_'.length));
    const fresh = present({
      uninitialised: item.type?.words.includes('fresh') === true ? true : undefined,
      shape,
    });
    if (size !== undefined && (size < 1 || size > largestArray))
      this.#source.fail('bad-array-size', `an array has from 1 to ${largestArray} cells`, place);
    if (size === undefined && values?.kind !== 'list') {
      const initial = values === undefined ? 0 : this.initialValue(values);
      this.#locations.set(name, { name, initial: [initial], ...fresh, at: this.#source.at(place) });
      return;
    }
    let initial: InitialValue[];
    if (values === undefined) initial = new Array<number>(size ?? 1).fill(0);
    else if (values.kind === 'list') {
      initial = values.values.map((value) => this.initialValue(value));
      if (size !== undefined && initial.length !== size)
        this.#source.fail('bad-array-size', `${name} has ${size} cells, not ${initial.length}`, values);
    } else throw this.#source.error('bad-initial-value', 'an array is initialised by a list { ... }', values);
    const array = item.type?.words.includes('block') === true ? {} : { array: true };
    this.#locations.set(name, { name, initial, ...array, ...fresh, at: this.#source.at(place) });
  }

  initialValue(value: ValueSyntax): InitialValue {
    return value.kind === 'number'
      ? readInteger(this.#source, value.text, value)
      : { location: value.name, index: this.index(value) };
  }

  index(place: AddressSyntax | CellSyntax): number {
    return place.index === undefined ? 0 : this.#number(place.index);
  }

  /** The index of a cell of a location that exists or, in a test that leaves them open, now does. */
  checkAddress(place: AddressSyntax | CellSyntax): number {
    const { size } = this.shape(this.mention(place.name, place));
    const index = this.index(place);
    if (index < 0 || index >= size)
      this.#source.fail(
        'index-out-of-range',
        `${place.name}[${index}] does not exist: it has ${size} cells`,
        place,
      );
    return index;
  }

  /** The number of cells of a location, and whether it is an array. */
  shape(name: string): { size: number; array: boolean } {
    const location = this.#locations.get(name);
    return { size: location?.initial.length ?? 1, array: location?.array === true };
  }

  /** Makes the locations exist that the initial values of others point to. */
  mentionPointees(): void {
    for (const location of [...this.#locations.values()])
      for (const value of location.initial)
        if (typeof value === 'object' && !this.#locations.has(value.location))
          this.#locations.set(value.location, { name: value.location, initial: [0] });
  }

  build(): Location[] {
    return [...this.#locations.values()];
  }

  #number(value: { text: string; start: number; end: number }): number {
    return readNumber(this.#source, value.text, value);
  }

  #checkType(type: TypeSyntax): void {
    for (const word of type.words)
      if (!integerType.test(word))
        this.#source.fail('unsupported-type', `type ${word} is not supported: cells hold integers`, type);
  }
}

/** Words of a type; `block` is several cells that are not an array, `fresh` cells hold no value at first. */
const integerType =
  /^(u?int(8|16|32|64|ptr)?(_t)?|unsigned|signed|char|short|long|s?size_t|_?[Bb]ool|const|volatile|_Atomic|atomic|atomic_\w+|intptr|spinlock_t|block|fresh|cells_[0-9fu_]+)$/;
