// The shared state of the generator's parts: randomness, the features in use, names, and the objects in scope.

import type { Random } from '../../support/prng.js';
import type { Feature } from './features.js';
import { bool, bytes, type IntegerType, int, longs, shorts, words } from './integers.js';
import type { Part, Tree } from './tree.js';

/** An object of integer type that can be read, and written unless it says otherwise. */
export interface Place {
  readonly type: IntegerType;
  readonly parts: () => Part[];
  readonly constant?: boolean;
  /** Its address cannot be taken. */
  readonly bitField?: boolean;
}

/** An array whose elements are all initialised; its length is a power of two. */
export interface ArrayOf {
  readonly name: string;
  readonly type: IntegerType;
  readonly length: number;
}

export interface Scope {
  readonly places: Place[];
  readonly arrays: ArrayOf[];
  /** Functions without effect on anything but their result. */
  readonly functions: PureFunction[];
  /** Whether `break` and `continue` are possible; in a switch inside a loop only `continue` is. */
  readonly loop: 'none' | 'loop' | 'switch';
  readonly depth: number;
}

export interface PureFunction {
  readonly name: string;
  readonly result: IntegerType;
  readonly parameters: readonly IntegerType[];
}

export const inner = (scope: Scope, change: Partial<Pick<Scope, 'loop'>> = {}): Scope => ({
  ...scope,
  ...change,
  places: [...scope.places],
  arrays: [...scope.arrays],
  depth: scope.depth + 1,
});

export class Writer {
  /** The constructs this program contains. */
  readonly used = new Set<Feature>();
  /** Before the functions: types, globals, functions that are done. */
  readonly top: Tree[] = [];
  readonly enumerators: { name: string; type: IntegerType }[] = [];
  #names = 0;

  constructor(
    readonly random: Random,
    private readonly features: ReadonlySet<Feature>,
  ) {}

  /** Whether a construct that is not switched off is to be written here; then it counts as used. */
  wants(feature: Feature, probability = 1): boolean {
    if (!this.features.has(feature) || !this.random.chance(probability)) return false;
    this.used.add(feature);
    return true;
  }

  may(feature: Feature): boolean {
    return this.features.has(feature);
  }

  use(feature: Feature): void {
    this.used.add(feature);
  }

  fresh(stem: string): string {
    return `@${stem}${this.#names++}`;
  }

  integerType(): IntegerType {
    const { random } = this;
    const kind = random.weighted<'word' | 'byte' | 'short' | 'long' | 'bool'>([
      [4, 'word'],
      [this.may('narrow types') ? 2 : 0, 'byte'],
      [this.may('narrow types') ? 2 : 0, 'short'],
      [this.may('64-bit types') ? 3 : 0, 'long'],
      [this.may('bool') ? 0.5 : 0, 'bool'],
    ]);
    switch (kind) {
      case 'word':
        return random.chance(0.6) ? random.pick([int, words[1]]) : random.pick(words);
      case 'byte':
        this.use('narrow types');
        return random.pick(bytes);
      case 'short':
        this.use('narrow types');
        return random.pick(shorts);
      case 'long':
        this.use('64-bit types');
        return random.pick(longs);
      case 'bool':
        this.use('bool');
        return bool;
    }
  }

  /** One of the alternatives whose feature is on; those without a feature always are. */
  choose<T>(choices: readonly (readonly [number, Feature | undefined, () => T])[]): T {
    const possible = choices.filter(([, feature]) => feature === undefined || this.may(feature));
    const [feature, make] = this.random.weighted(
      possible.map(([weight, f, m]) => [weight, [f, m] as const] as const),
    );
    if (feature !== undefined) this.use(feature);
    return make();
  }
}
