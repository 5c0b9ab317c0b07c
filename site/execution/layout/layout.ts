// The input and output of a layout. Threads are columns, events stand in program order from the top.

import type { RunEdge, RunEvent, RunView } from '../../../src/report/stepping/view.js';

export type Point = readonly [x: number, y: number];

export interface LaidOutEdge {
  readonly edge: RunEdge;
  /** Horizontal and vertical lines. */
  readonly points: readonly Point[];
}

export interface Layout {
  /** The middle of each event. */
  readonly nodes: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly edges: readonly LaidOutEdge[];
  /** The left side of each column. */
  readonly columns: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly box: Box;
}

/** The size of every event. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Spacing {
  readonly box: Box;
  /** Between two lines that run side by side. */
  readonly lane: number;
  /** Between an event and the first line beside it. */
  readonly pad: number;
  readonly rowGap: number;
}

/** The graph to lay out: threads that do nothing have no column. */
export interface Graph {
  readonly events: readonly RunEvent[];
  readonly edges: readonly RunEdge[];
  /** The thread of each column. */
  readonly threads: readonly number[];
}

export function graphOf({ events, edges }: Pick<RunView, 'events' | 'edges'>): Graph {
  return {
    events,
    edges,
    threads: [...new Set(events.map(({ thread }) => thread))].sort((a, b) => a - b),
  };
}

/** Whether events show their line below their text. */
export const isRoomy = ({ events, threads }: Graph): boolean => events.length <= 30 && threads.length <= 3;

/** Wide enough for the longest text. */
export function spacingOf(graph: Graph): Spacing {
  const longest = Math.max(1, ...graph.events.map(({ text }) => Math.min(text.length, mostLetters)));
  return isRoomy(graph)
    ? { box: { width: Math.max(124, longest * 7.8 + 20), height: 44 }, lane: 16, pad: 22, rowGap: 34 }
    : { box: { width: Math.max(58, longest * 7.6 + 16), height: 26 }, lane: 8, pad: 10, rowGap: 32 };
}

/** Longer texts are cut. */
export const mostLetters = 26;

/** Graphs with more events are laid out by ELK, which crosses fewer lines and takes longer. */
export const mostForColumns = 20;
