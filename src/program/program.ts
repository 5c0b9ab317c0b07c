// A program as every front end produces it and both engines consume it.

import type { ObjectShape } from './cells.js';
import type { Condition, Formula, Observable } from './condition.js';
import type { Integer } from './integer.js';
import type { SourceSpan, Statement } from './statement.js';

/** A number, or the address `index` addresses after the start of a location. */
export type InitialValue = Integer | { readonly location: string; readonly index: number };

/** A named block of memory: one cell, or an array of cells at consecutive addresses. */
export interface Location {
  readonly name: string;
  /** One value per cell; its length is the location's size. */
  readonly initial: readonly InitialValue[];
  /** Declared as an array, so that a single cell still prints with its index. */
  readonly array?: boolean;
  /** Where its cells are; absent: at consecutive addresses. */
  readonly shape?: ObjectShape;
  /**
   * The suffix of each cell after the location's name: `.member`, `[2]`. Absent: its number, if there are several.
   */
  readonly suffixes?: readonly string[];
  /** Reading a cell before it is written is a finding. */
  readonly uninitialised?: boolean;
  /**
   * A thread that waits for a cell of this location waits for a signal of the condition variable whose address the
   * cell holds.
   */
  readonly gate?: true;
  readonly at?: SourceSpan;
}

export interface Thread {
  readonly name: string;
  /** `spawned` threads run only once a `spawn` statement started them. */
  readonly start: 'initial' | 'spawned';
  /** Registers a `spawn` fills. */
  readonly parameters: readonly string[];
  /** Initial values of registers; a register not listed starts at 0. */
  readonly registers: ReadonlyMap<string, InitialValue>;
  readonly body: readonly Statement[];
}

/**
 * How a program differs from its source. A compiler has optimised it, or texts that it formats are empty. Its hashes have one pair of keys, or
 * the machine has two processors.
 */
export type SourceDifference = 'optimised' | 'empty-texts' | 'one-hash' | 'two-processors';

export interface Program {
  readonly name: string;
  readonly locations: readonly Location[];
  readonly threads: readonly Thread[];
  /** Functions that are numbers here (layout.ts: functionBase), by their names. */
  readonly functions?: readonly string[];
  /** The process ends with this thread. A thread that still waits then is cut off and is no deadlock. */
  readonly endsWith?: number;
  /**
   * A state is final as soon as this holds, whatever the threads do (processEnd.ts). Absent: a state is final when
   * every thread has ended without a finding.
   */
  readonly final?: Formula;
  readonly condition?: Condition;
  /** Final states that do not satisfy it are left out. */
  readonly filter?: Formula;
  /** The observables of a final state. Contains every observable of the condition and the filter. */
  readonly observed: readonly Observable[];
  readonly source?: { readonly file: string; readonly text: string };
  readonly differsFromSource?: readonly SourceDifference[];
}
