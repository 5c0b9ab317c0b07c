// The effect of chosen candidates on a marked program: fences in place of marks, and stronger stores.

import { present } from '../support/present.js';
import type { Candidate, Place, PlacedFence, StrongerStore } from './editable.js';
import type { Program } from './program.js';
import { rewriteStatements } from './rewrite.js';
import type { SourceSpan, Statement } from './statement.js';

export interface Effects {
  readonly fences: ReadonlyMap<number, ReadonlySet<PlacedFence>>;
  /** By the stores' places in the marked text. */
  readonly stores: ReadonlyMap<string, StrongerStore>;
}

export const spanKey = ({ file, line, column }: SourceSpan): string => `${file ?? ''}:${line}:${column}`;

export function effectsOf(candidates: readonly Candidate[], chosen: Iterable<number>): Effects {
  const fences = new Map<number, Set<PlacedFence>>();
  const stores = new Map<string, StrongerStore>();
  for (const c of chosen) {
    const candidate = candidates[c];
    for (const { place, fence } of candidate.fences) {
      const here = fences.get(place) ?? new Set();
      fences.set(place, here.add(fence));
    }
    if (candidate.store === undefined) continue;
    const key = spanKey(candidate.store.at);
    stores.set(key, stronger(stores.get(key), candidate.store));
  }
  return { fences, stores };
}

/** The weakest store that is as strong as both. */
function stronger(a: StrongerStore | undefined, b: StrongerStore): StrongerStore {
  if (a === undefined) return b;
  const both = (x: readonly PlacedFence[], y: readonly PlacedFence[]): PlacedFence[] =>
    [...new Set([...x, ...y])].sort();
  return { at: b.at, before: both(a.before, b.before), after: both(a.after, b.after) };
}

/** In the order in which they stand there. */
export const fencesAt = ({ fences }: Pick<Effects, 'fences'>, place: number): PlacedFence[] =>
  [...(fences.get(place) ?? [])].sort();

/** The register that marks are said to choose a value for, when they have to be seen. */
export const markRegister = '.mark';

export class Marks {
  readonly #placeOf: ReadonlyMap<string, number>;

  constructor({ places }: { readonly places: readonly Pick<Place, 'at'>[] }) {
    this.#placeOf = new Map(places.map(({ at }, i) => [spanKey(at), i]));
  }

  /** The place a statement marks. */
  placeOf(s: Statement): number | undefined {
    return s.kind === 'fence' && s.fence === 'load-load' && s.at !== undefined
      ? this.#placeOf.get(spanKey(s.at))
      : undefined;
  }

  readonly isPlace = (at: SourceSpan): boolean => this.#placeOf.has(spanKey(at));

  /** `marked` with the effects; with `seen`, marks are events that choose their own number. */
  apply(marked: Program, { fences, stores }: Effects, seen = false): Program {
    return rewriteStatements(marked, (s) => {
      const at = present({ at: s.at });
      const fence = (kind: PlacedFence): Statement => ({ kind: 'fence', fence: kind, ...at });
      const store = s.kind === 'store' && s.at !== undefined ? stores.get(spanKey(s.at)) : undefined;
      if (store !== undefined) return [...store.before.map(fence), s, ...store.after.map(fence)];
      const place = this.placeOf(s);
      if (place === undefined) return undefined;
      const put = fencesAt({ fences }, place).map(fence);
      return seen ? [{ kind: 'nondet', target: markRegister, from: place, to: place, ...at }, ...put] : put;
    });
  }
}
