// Cycles of statements (RELAXER, section 4.1): labels l1, l1', l2, l2', ... where l to l' is program order within a thread and
// l' to the next l a conflict between threads. Which pair comes first means nothing: each cycle is kept in one rotation.

/** An even number of labels, the smallest rotation by pairs. */
export type LabelCycle = readonly number[];

/** The same cycle begun at the pair that makes the sequence smallest. */
export function canonicalCycle(labels: readonly number[]): LabelCycle {
  let best = labels;
  for (let start = 2; start < labels.length; start += 2) {
    const rotated = [...labels.slice(start), ...labels.slice(0, start)];
    if (isSmaller(rotated, best)) best = rotated;
  }
  return best;
}

export const cycleKey = (cycle: LabelCycle): string => cycle.join();

function isSmaller(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((label, k) => label !== b[k]);
  return i >= 0 && a[i] < b[i];
}
