// Phase II of RELAXER on recorded programs: which predicted cycles a run with store buffers has. Any run may have any of them, whichever it was
// made for.

import { findInstance, type LabelledRun } from './confirm.js';
import type { LabelCycle } from './cycle.js';
import { noLabel } from './label.js';

/** Those of the cycles that the run has. */
export function cyclesIn<T extends { readonly cycle: LabelCycle }>(
  run: LabelledRun,
  cycles: readonly T[],
): readonly T[] {
  const reordered = reorderedPairs(run);
  return cycles.filter(
    ({ cycle }) =>
      cycle.some((label, i) => i % 2 === 0 && reordered.has(`${label} ${cycle[i + 1]}`)) &&
      findInstance(run, cycle) !== undefined,
  );
}

/** Labels of accesses of a thread that took effect against program order. Every cycle has such a pair. */
function reorderedPairs({ execution: { events }, labels, effects }: LabelledRun): ReadonlySet<string> {
  const pairs = new Set<string>();
  /** Per thread its stores that are not in memory yet. */
  const pending = new Map<number, { readonly label: number; readonly until: number }[]>();
  for (const { id, thread, kind } of events) {
    const label = labels[id];
    if (label === noLabel) continue;
    const stores = pending.get(thread) ?? [];
    const overtaken = stores.filter(({ until }) => until > effects[id]);
    for (const store of overtaken) pairs.add(`${store.label} ${label}`);
    // A store takes effect later than it is executed: others may still be waiting then for loads that follow it.
    pending.set(thread, kind === 'W' ? [...stores, { label, until: effects[id] }] : overtaken);
  }
  return pairs;
}
