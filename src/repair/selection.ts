// The program with some candidates chosen: its marks become the fences they put there, the others go away.

import type { Candidate, Editable, PlacedFence } from '../program/editable.js';
import type { Program } from '../program/program.js';
import { rewriteStatements } from '../program/rewriteStatements.js';
import type { SourceSpan, Statement } from '../program/statement.js';

/** What chosen candidates put into a program. */
export interface Effects {
  readonly fences: ReadonlyMap<number, ReadonlySet<PlacedFence>>;
  /** Stores that become exchanges, by their places in the marked text. */
  readonly exchanges: ReadonlySet<string>;
}

export const spanKey = ({ file, line, column }: SourceSpan): string => `${file ?? ''}:${line}:${column}`;

export function effectsOf(candidates: readonly Candidate[], chosen: Iterable<number>): Effects {
  const fences = new Map<number, Set<PlacedFence>>();
  const exchanges = new Set<string>();
  for (const c of chosen) {
    const candidate = candidates[c];
    for (const { place, fence } of candidate.fences) {
      const here = fences.get(place) ?? new Set();
      fences.set(place, here.add(fence));
    }
    if (candidate.exchange !== undefined) exchanges.add(spanKey(candidate.exchange));
  }
  return { fences, exchanges };
}

/** In the order in which they stand there. */
export const fencesAt = ({ fences }: Pick<Effects, 'fences'>, place: number): PlacedFence[] =>
  [...(fences.get(place) ?? [])].sort();

/** The register that marks are said to choose a value for, when they have to be seen. */
export const markRegister = '.mark';

export class Marks {
  readonly #placeOf: ReadonlyMap<string, number>;

  constructor(editable: Editable) {
    this.#placeOf = new Map(editable.places.map(({ at }, i) => [spanKey(at), i]));
  }

  /** The place a statement marks. */
  placeOf(s: Statement): number | undefined {
    return s.kind === 'fence' && s.fence === 'load-load' && s.at !== undefined
      ? this.#placeOf.get(spanKey(s.at))
      : undefined;
  }

  readonly isPlace = (at: SourceSpan): boolean => this.#placeOf.has(spanKey(at));

  /** `marked` with the effects; with `seen`, marks are events that choose their own number. */
  apply(marked: Program, { fences, exchanges }: Effects, seen = false): Program {
    return rewriteStatements(marked, (s) => {
      if (s.kind === 'store' && s.at !== undefined && exchanges.has(spanKey(s.at)))
        return [{ kind: 'rmw', address: s.address, op: { kind: 'xchg', value: s.value }, at: s.at }];
      const place = this.placeOf(s);
      if (place === undefined) return undefined;
      const at = s.at === undefined ? {} : { at: s.at };
      const put = fencesAt({ fences }, place).map((fence): Statement => ({ kind: 'fence', fence, ...at }));
      return seen ? [{ kind: 'nondet', target: markRegister, from: place, to: place, ...at }, ...put] : put;
    });
  }
}
