// Places between which nothing happens are alike: of each such group one, the last, is enough.

import type { Candidate, Place, PlacedFence } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import type { SourceSpan, Statement } from '../../program/statement.js';
import { type Marked, spanKey } from './marks.js';

const fences: readonly PlacedFence[] = ['full', 'store-store'];

/** A fence of each kind at every place that differs from the others. */
export function fenceCandidates({ program, marks }: Marked, places: readonly Place[]): Candidate[] {
  return distinctPlaces(program, marks).flatMap((place) => {
    const { source, behind } = places[place];
    return fences.map((fence): Candidate => ({ add: fence, fences: [{ place, fence }], source, behind }));
  });
}

const nobody = -1;

/** The numbers of the places that stand for all, in order. */
function distinctPlaces(marked: Program, marks: readonly SourceSpan[]): number[] {
  const placeOf = new Map(marks.map((mark, i) => [spanKey(mark), i]));
  const before = marks.map(() => new Set<number>());
  const after = marks.map(() => new Set<number>());
  const visit = (body: readonly Statement[]): void => {
    let last = nobody;
    const end = (next: number): void => {
      if (last !== nobody) after[last].add(next);
      if (next !== nobody) before[next].add(last);
      last = next;
    };
    for (const s of body) {
      const place = s.kind === 'fence' && s.at !== undefined ? placeOf.get(spanKey(s.at)) : undefined;
      if (place !== undefined) end(place);
      else if (s.kind !== 'assign' && s.kind !== 'alloc') end(nobody);
      if (s.kind === 'if') {
        visit(s.whenTrue);
        visit(s.whenFalse);
      } else if (s.kind === 'while' || s.kind === 'block') visit(s.body);
    }
    end(nobody);
  };
  for (const { body } of marked.threads) visit(body);
  const only = (set: ReadonlySet<number>): number => (set.size === 1 ? [...set][0] : nobody);
  return [...marks.keys()].filter((i) => {
    const next = only(after[i]);
    return next === nobody || only(before[next]) !== i;
  });
}
