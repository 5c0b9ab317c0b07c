// Control-flow graphs to structured code, also those with cycles that can be entered at several blocks.

import type { Body } from '../../module.js';
import { type Piece, piecesOf } from './pieces.js';
import { reducible } from './reducible.js';
import { tidy } from './tidy.js';

export type { Arm, Piece } from './pieces.js';

interface Structured {
  /** The blocks that the pieces name: those of the given body, and dispatchers of cycles. */
  readonly body: Body;
  readonly pieces: readonly Piece[];
}

export function structured(given: Body): Structured {
  const body = reducible(given);
  return { body, pieces: tidy(piecesOf(body)) };
}
