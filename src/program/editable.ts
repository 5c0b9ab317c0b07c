// A program with the text it was read from, and the places of that text where something can be added to it. Whoever changes
// a program this way changes its text: the changed program is what the front end reads from the changed text.

import type { Program } from './program.js';
import type { SourceSpan } from './statement.js';

/** What can be put at a place: a fence, or in place of a store a stronger one. */
export const additions = ['full', 'store-store', 'release', 'seq_cst'] as const;
export type Addition = (typeof additions)[number];

export type PlacedFence = 'full' | 'store-store';

/** A place where a fence can stand; `marked` has a load-load fence there, with this `at`. */
export interface Place {
  /** As in the text of `marked`. */
  readonly at: SourceSpan;
  /** As in the text the user wrote: the statement it stands in front of, or behind if `behind`. */
  readonly source: SourceSpan;
  readonly behind: boolean;
}

/** One thing a user can choose to add. */
export interface Candidate {
  readonly add: Addition;
  /** What it puts into the program, by place. */
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
  /** As the text stands. */
  readonly program: Program;
  /** The program with every place marked. Without its marks it does what `program` does if no candidate is chosen. */
  readonly marked: Program;
  readonly places: readonly Place[];
  readonly candidates: readonly Candidate[];
  /** The files that change if the candidates of these numbers are chosen. */
  edit(chosen: readonly number[]): readonly EditedFile[];
  /** What the front end reads from the changed files. */
  read(chosen: readonly number[]): Program;
}
