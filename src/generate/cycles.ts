// All cycles over a set of relaxations up to a length, each once up to rotation.

import { InputError } from '../support/diagnostic.js';
import { type Cycle, cycleOf, isCycle } from './cycle.js';
import { isProgramOrder, type Relaxation } from './relaxation.js';

export interface CyclesOptions {
  readonly edges: readonly Relaxation[];
  /** Most edges of a cycle. */
  readonly maxLength: number;
  /**
   * Leave out cycles in which two neighbouring edges are one: two of program order without a fence, Coe after Coe or
   * after Fre, Fre after Rfe. A shorter cycle forbids the same.
   */
  readonly critical?: boolean;
}

export function* cycles({ edges, maxLength, critical = false }: CyclesOptions): Generator<Cycle> {
  if (!Number.isInteger(maxLength) || maxLength < 2)
    throw new InputError({ code: 'bad-size', message: 'the length of a cycle is a whole number from 2' });
  const follows = edges.map((edge) =>
    [...edges.keys()].filter(
      (next) => canFollow(edge, edges[next]) && !(critical && composed(edge, edges[next])),
    ),
  );
  for (let length = 2; length <= maxLength; length++)
    for (const path of necklaces(follows, length)) {
      const chosen = path.map((i) => edges[i]);
      if (isCycle(chosen)) yield cycleOf(chosen);
    }
}

const canFollow = (a: Relaxation, b: Relaxation): boolean => a.to === b.from;

function composed(a: Relaxation, b: Relaxation): boolean {
  if (isProgramOrder(a) && isProgramOrder(b)) return a.kind === 'po' && b.kind === 'po';
  if (!a.external || !b.external) return false;
  return (a.kind === 'rf' && b.kind === 'fr') || (b.kind === 'co' && (a.kind === 'co' || a.kind === 'fr'));
}

/** Closed paths of a length that are the least among their rotations. */
function* necklaces(follows: readonly (readonly number[])[], length: number): Generator<number[]> {
  const path: number[] = [];
  function* extend(): Generator<number[]> {
    if (path.length === length) {
      if (follows[path[length - 1]].includes(path[0]) && isLeastRotation(path)) yield [...path];
      return;
    }
    // a least rotation starts with its least edge
    const next = path.length === 0 ? follows.keys() : follows[path[path.length - 1]];
    for (const edge of next) {
      if (path.length > 0 && edge < path[0]) continue;
      path.push(edge);
      yield* extend();
      path.pop();
    }
  }
  yield* extend();
}

function isLeastRotation(path: readonly number[]): boolean {
  for (let start = 1; start < path.length; start++)
    for (let i = 0; i < path.length; i++) {
      const difference = path[i] - path[(start + i) % path.length];
      if (difference > 0) return false;
      if (difference < 0) break;
    }
  return true;
}
