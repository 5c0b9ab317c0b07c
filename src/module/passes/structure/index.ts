// Control-flow graphs to structured code, also those with cycles that can be entered at several nodes.

import { flowOf, type Graph } from './flow.js';
import { type Piece, piecesOf } from './pieces.js';
import { type Added, makeReducible } from './reducible.js';
import { tidy } from './tidy.js';

export type { Graph } from './flow.js';
export type { Arm, Piece } from './pieces.js';
export type { Added } from './reducible.js';

interface Structured {
  readonly pieces: readonly Piece[];
  /** Nodes that the graph itself does not have, with what they do. */
  readonly added: ReadonlyMap<number, Added>;
}

export function structured(graph: Graph): Structured {
  if (!flowOf(graph).irreducible) return { pieces: tidy(piecesOf(graph)), added: new Map() };
  const { graph: reducible, added } = makeReducible(graph);
  return { pieces: tidy(piecesOf(reducible)), added };
}
