// Cycles of statements (RELAXER, section 4.1): labels l1, l1', l2, l2', ... where l to l' is program order within a thread and
// l' to the next l a conflict between threads. Which pair comes first means nothing: each cycle is kept in one rotation.

/** An even number of labels, the smallest rotation by pairs. */
export type LabelCycle = readonly number[];

/** Where to begin so that the sequence is smallest: the place of a pair's first label. */
export function canonicalStart(labels: readonly number[]): number {
  let best = 0;
  for (let start = 2; start < labels.length; start += 2)
    if (isSmaller(rotated(labels, start), rotated(labels, best))) best = start;
  return best;
}

export const canonicalCycle = (labels: readonly number[]): LabelCycle =>
  rotated(labels, canonicalStart(labels));

/** The same cycle begun elsewhere. */
export const rotated = (items: readonly number[], start: number): readonly number[] => [
  ...items.slice(start),
  ...items.slice(0, start),
];

export const cycleKey = (cycle: LabelCycle): string => cycle.join();

function isSmaller(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((label, k) => label !== b[k]);
  return i >= 0 && a[i] < b[i];
}
