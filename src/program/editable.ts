// A program with its source text, and the places of that text where something can be added. A change goes through the
// text: the changed program is the front end's reading of the changed text.

import type { Program } from './program.js';
import type { SourceSpan } from './statement.js';

/** The possible additions at a place: a fence, or a stronger store in place of a store. */
export const additions = ['full', 'store-store', 'release', 'seq_cst'] as const;
export type Addition = (typeof additions)[number];

export type PlacedFence = 'full' | 'store-store';

/** A place where a fence can stand; `marked` has a load-load fence there, with this `at`. */
export interface Place {
  /** As in the text of `marked`. */
  readonly at: SourceSpan;
  /** In the user's text: the statement that the place is in front of, or behind if `behind`. */
  readonly source: SourceSpan;
  readonly behind: boolean;
}

/** One thing a user can choose to add. */
export interface Candidate {
  readonly add: Addition;
  /** The fences it puts into the program, by place. */
  readonly fences: readonly { readonly place: number; readonly fence: PlacedFence }[];
  /** The store that it makes stronger. */
  readonly store?: StrongerStore;
  readonly source: SourceSpan;
  readonly behind: boolean;
}

/** A store with fences that belong to it; `at` is where it stands in `marked`. */
export interface StrongerStore {
  readonly at: SourceSpan;
  readonly before: readonly PlacedFence[];
  readonly after: readonly PlacedFence[];
}

export interface EditedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface Editable {
  readonly file: string;
  /** The reading of the unchanged text. */
  readonly program: Program;
  /** The program with every place marked. Without its marks it behaves as `program` does. */
  readonly marked: Program;
  readonly places: readonly Place[];
  readonly candidates: readonly Candidate[];
  /** The files that change if the candidates of these numbers are chosen. */
  edit(chosen: readonly number[]): readonly EditedFile[];
  /** The front end's reading of the changed files. */
  read(chosen: readonly number[]): Program;
}
