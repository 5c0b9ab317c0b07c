// Phase I of RELAXER on a recorded execution: potential happens-before cycles of its events. There is no program to run again here, so
// none can be forced; but a monitor that reports that e can overtake e' is certain of a weak execution in which all that came before e in
// its thread happens as it did, and then e before e'. If e' is followed in its thread by an access that conflicts with a later one
// before e, that execution has the cycle of the four: it counts as confirmed, the others as predicted.

import type { Event } from '../execution/event.js';
import type { Violation } from '../explicit/monitors/index.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';
import type { TraceViolation } from '../verdict/monitorTrace.js';
import { cycleKey, type LabelCycle, rotated } from './cycle.js';
import { type AccessKind, noLabel } from './label.js';
import { mayReorder } from './model.js';
import { predictCycles } from './predict.js';
import { sitesOf } from './sites.js';
import { UnfencedPairs } from './unfenced.js';

export interface TraceLabel {
  readonly kind: AccessKind;
  readonly at?: SourceSpan;
}

export interface TraceCycle {
  readonly model: 'tso' | 'pso';
  readonly labels: readonly TraceLabel[];
  /** The threads that would execute its pairs, in the first such cycle. */
  readonly threads: readonly number[];
  readonly confirmed: boolean;
}

interface TraceQuestion {
  readonly models: readonly ('tso' | 'pso')[];
  readonly cycleLength: number;
  /** What the monitors say of the same events. */
  readonly violations: readonly TraceViolation[];
}

export function cyclesOfTrace(
  events: readonly Event[],
  threads: number,
  question: TraceQuestion,
): TraceCycle[] {
  const numbering = new Numbering();
  const labels = events.map((event) => numbering.of(event));
  const unfenced = new UnfencedPairs();
  unfenced.add({ events }, labels, threads);
  const sites = sitesOf({ events }, labels, threads);
  const predicted = new Map<string, { cycle: LabelCycle; threads: readonly number[] }>();
  for (let length = 4; length <= question.cycleLength; length += 2)
    predictCycles(sites, length, (cycle, assignment) => {
      const key = cycleKey(cycle);
      if (!predicted.has(key)) predicted.set(key, { cycle, threads: assignment });
    });
  return question.models.flatMap((model) => {
    const certain = new Set<string>();
    for (const { model: of, violation } of question.violations)
      if (of === model)
        for (const cycle of closedBy(violation, events, labels)) {
          certain.add(cycleKey(cycle));
          certain.add(cycleKey(rotated(cycle, 2)));
        }
    const mayTakeApart = (first: number, second: number): boolean =>
      mayReorder(model, numbering.list[first].kind, numbering.list[second].kind) &&
      unfenced.has(model, first, second);
    return [...predicted.values()]
      .filter(({ cycle }) => cycle.some((label, i) => i % 2 === 0 && mayTakeApart(label, cycle[i + 1])))
      .map(({ cycle, threads: assignment }) => ({
        model,
        labels: cycle.map((label) => numbering.list[label]),
        threads: assignment,
        confirmed: certain.has(cycleKey(cycle)),
      }));
  });
}

/** The cycles of four labels that the weak execution of the violation has. */
function closedBy(
  { event, overtaken, past }: Violation,
  events: readonly Event[],
  labels: readonly number[],
): LabelCycle[] {
  const found = new Map<string, LabelCycle>();
  /** What the overtaken store's thread did from there on, as far as it is of the past, by cell: label and whether it wrote. */
  const after = new Map<number, Map<number, boolean>>();
  for (const one of events) {
    if (one.id >= event.id) break;
    const label = labels[one.id];
    if (label === noLabel) continue;
    const cells = new Set([...one.reads, ...one.writes].map(({ address }) => address));
    if (one.thread === overtaken.thread && one.index > overtaken.index && one.index < past[one.thread])
      for (const cell of cells) {
        const known = after.get(cell) ?? new Map<number, boolean>();
        after.set(cell, known.set(label, known.get(label) === true || one.writes.length > 0));
      }
    else if (one.thread === event.thread)
      for (const cell of cells)
        for (const [second, wrote] of after.get(cell) ?? [])
          if (wrote || one.writes.length > 0) {
            const cycle = [labels[overtaken.id], second, label, labels[event.id]];
            found.set(cycleKey(cycle), cycle);
          }
  }
  return [...found.values()];
}

/** A label for each place and kind of access, as in label.ts; without places, for each cell and thread. */
class Numbering {
  readonly list: TraceLabel[] = [];
  readonly #known = new Map<string, number>();

  of({ kind, at, thread, reads, writes }: Event): number {
    const accessed = accessKind(kind);
    if (accessed === undefined) return noLabel;
    const where =
      at === undefined
        ? `${thread} ${[...reads, ...writes].map(({ address }) => address).join()}`
        : `${at.file ?? ''}:${at.line}:${at.column}`;
    const key = `${accessed} ${where}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push({ kind: accessed, ...present({ at }) }) - 1;
  }
}

function accessKind(kind: Event['kind']): AccessKind | undefined {
  switch (kind) {
    case 'R':
    case 'W':
    case 'U':
    case 'A':
    case 'lock':
    case 'unlock':
    case 'free':
      return kind;
    default:
      return undefined;
  }
}
