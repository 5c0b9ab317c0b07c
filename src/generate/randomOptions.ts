// The features and the size of random programs.

import { InputError } from '../support/diagnostic.js';

export const features = [
  /** xchg, fetch-and-op, cas */
  'rmw',
  /** full fences */
  'fence',
  /** store-store fences */
  'store-fence',
  /** values and addresses computed from loaded ones */
  'dependency',
  /** addresses in memory, loads and stores through them */
  'pointer',
  'array',
  /** branches, blocks and breaks out of them */
  'if',
  'loop',
  'assume',
  'assert',
  'lock',
  'atomic',
  'spawn',
  'nondet',
  /** a final condition (without it: outcomes only) */
  'condition',
  /** heap blocks; valid uses only, unless `fault` is there too */
  'alloc',
  /** invalid addresses, use after free, lock orders that deadlock, joins of threads that were never spawned */
  'fault',
  /** accesses of 8, 16 and 64 bits, values of 64 bits */
  'width',
  /** loads that wait for a value, semaphores, locks for readers and writers, locks with an owner */
  'wait',
  /** assumes, assertions and loops in atomic blocks, where those have theirs */
  'stop-in-atomic',
] as const;

export type Feature = (typeof features)[number];

/** Programs without `alloc`, `fault` and `wait` have no findings but failed assertions. */
export const defaultFeatures: readonly Feature[] = features.filter(
  (f) => f !== 'alloc' && f !== 'fault' && f !== 'wait' && f !== 'stop-in-atomic',
);

export interface RandomOptions {
  /** Most memory events in all threads together, a loop's body counted once per round. Default 8. */
  readonly size?: number;
  /** Fewest and most threads. Default 2 to 3, for sizes above 10 to 4. */
  readonly threads?: readonly [number, number];
  /** Fewest and most plain locations. Default 1 to 3. */
  readonly locations?: readonly [number, number];
  readonly features?: readonly Feature[];
  /** Whether each program takes only some of the features (default), which gives more kinds of programs than all at once. */
  readonly mix?: boolean;
}

export interface RandomSettings {
  readonly size: number;
  readonly threads: readonly [number, number];
  readonly locations: readonly [number, number];
  readonly features: ReadonlySet<Feature>;
  readonly mix: boolean;
}

export function settingsOf(options: RandomOptions): RandomSettings {
  const size = options.size ?? 8;
  const threads = options.threads ?? [2, size > 10 ? 4 : 3];
  const locations = options.locations ?? [1, 3];
  const atLeastOne = [size, ...threads, ...locations].every((n) => Number.isInteger(n) && n >= 1);
  if (!atLeastOne || threads[0] > threads[1] || locations[0] > locations[1])
    throw new InputError({
      code: 'bad-size',
      message:
        'the size of a random program and its ranges of threads and locations are whole numbers from 1',
    });
  return {
    size,
    threads,
    locations,
    features: new Set(options.features ?? defaultFeatures),
    mix: options.mix ?? true,
  };
}

/** The feature of that name, for options given as text. */
export function parseFeature(name: string): Feature {
  const feature = features.find((f) => f === name);
  if (feature === undefined)
    throw new InputError({
      code: 'unknown-feature',
      message: `random programs have no feature named ${name}`,
      hint: `one of ${features.join(', ')}`,
    });
  return feature;
}
