// The relations that edges stand for, in words.

import type { GraphRelation } from '../../src/report/graph/graph.js';

export const kinds = ['po', 'rf', 'co', 'fr'] as const satisfies readonly GraphRelation[];
export type Kind = (typeof kinds)[number];

export const kindWords: Readonly<Record<GraphRelation, string>> = {
  po: 'program order',
  rf: 'is read by',
  co: 'is overwritten by',
  fr: 'reads before it is overwritten by',
  race: 'races with',
};
