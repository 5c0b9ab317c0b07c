// A cycle that an axiom forbids, as rows: its events, each with what relates it to the next. Fences are told as what they do, not
// as places that the cycle passes.

import type { Event } from '../../execution/event.js';
import type { ForbiddenCycle } from '../../execution/refutation.js';

interface CycleRow {
  readonly event: Event;
  /** `po`, `rf`, `co`, `fr`, or `fence`. */
  readonly relation: string;
  /** The fences between the event and the next. */
  readonly fences: readonly Event[];
}

export function cycleRows({ edges, candidate }: ForbiddenCycle): CycleRow[] {
  const all = edges.map(({ from, relation }) => ({ event: candidate.events[from], relation }));
  const first = Math.max(
    0,
    all.findIndex(({ event }) => !isFence(event)),
  );
  const rows: CycleRow[] = [];
  for (const { event, relation } of [...all.slice(first), ...all.slice(0, first)]) {
    const last = rows.at(-1);
    if (last === undefined || !isFence(event))
      rows.push({ event, relation: plainName(relation), fences: [] });
    else rows[rows.length - 1] = { ...last, relation: 'fence', fences: [...last.fences, event] };
  }
  return rows;
}

const isFence = ({ kind }: Event): boolean => kind === 'F' || kind === 'S';

/** The relation that a model's own one is part of. */
export function plainName(relation: string): string {
  if (/^p?po/.test(relation)) return 'po';
  return /^(rf|co|fr)[ei]?$/.exec(relation)?.[1] ?? relation;
}
