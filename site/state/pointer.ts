// The pointer's target: an event of the graph and a place of the source mark each other.

import { computed, signal } from '@preact/signals';
import type { SourceSpan } from '../../src/program/statement.js';
import { at, view } from './run.js';

/** A place in a file; the file is absent for the program's own. */
export interface Spot {
  readonly file?: string;
  readonly line: number;
  /** Absent for the whole line. */
  readonly column?: number;
}

export const hoveredEvent = signal<string | undefined>(undefined);
export const hoveredSpot = signal<Spot | undefined>(undefined);

const covers = (at: SourceSpan, { file, line, column }: Spot): boolean =>
  at.file === file &&
  at.line <= line &&
  line <= (at.endLine ?? at.line) &&
  (column === undefined ||
    (at.endLine !== undefined && at.endLine !== at.line) ||
    (at.column <= column && column < (at.endColumn ?? at.column + 1)));

/** The events that the pointer means: one of the graph, or those of the place in the source; of a line if the column means none. */
export const pointedEvents = computed((): ReadonlySet<string> => {
  if (hoveredEvent.value !== undefined) return new Set([hoveredEvent.value]);
  const spot = hoveredSpot.value;
  if (spot === undefined) return new Set();
  const events = view.value?.events ?? [];
  const exact = events.filter((event) => event.at !== undefined && covers(event.at, spot));
  const { column: _, ...line } = spot;
  const found =
    exact.length > 0 ? exact : events.filter((event) => event.at !== undefined && covers(event.at, line));
  return new Set(found.map(({ id }) => id));
});

/** Where the event that is pointed at in the graph stands. */
export const pointedPlace = computed(
  (): SourceSpan | undefined => view.value?.events.find(({ id }) => id === hoveredEvent.value)?.at,
);

/** Where the last step stands. */
export const placeNow = computed((): SourceSpan | undefined => view.value?.steps[at.value - 1]?.at);
