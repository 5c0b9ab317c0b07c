// Phase I of RELAXER on a recorded execution: potential happens-before cycles of its events. Where the program can be run again they are
// forced (forcedCycles.ts). Without that a monitor that reports that e can overtake e' is certain of a weak execution in which all that came before e in
// its thread happens as it did, and then e before e'. If e' is followed in its thread by an access that conflicts with a later one
// before e, that execution has the cycle of the four: it counts as confirmed, the others as predicted.

import type { Event } from '../execution/event.js';
import type { Violation } from '../explicit/monitors/index.js';
import type { TraceViolation } from '../verdict/monitorTrace.js';
import { cycleKey, type LabelCycle, rotated } from './cycle.js';
import { noLabel } from './label.js';
import { mayReorder } from './model.js';
import { predictCycles } from './predict.js';
import { sitesOf } from './sites.js';
import type { TraceLabel, TraceLabels } from './traceLabels.js';
import { UnfencedPairs } from './unfenced.js';

export interface TraceCycle {
  readonly model: 'tso' | 'pso';
  readonly labels: readonly TraceLabel[];
  /** The same by number. */
  readonly cycle: LabelCycle;
  /** The threads that would execute its pairs, in the first such cycle. */
  readonly threads: readonly number[];
  /** A monitor is certain of it. */
  readonly confirmed: boolean;
}

interface TraceQuestion {
  readonly models: readonly ('tso' | 'pso')[];
  readonly cycleLength: number;
  /** The monitors' reports on the same events. */
  readonly violations: readonly TraceViolation[];
  readonly numbering: TraceLabels;
}

export function cyclesOfTrace(
  events: readonly Event[],
  threads: number,
  question: TraceQuestion,
): TraceCycle[] {
  const { numbering } = question;
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
        cycle,
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
  /** The later accesses of the overtaken store's thread within the past, by cell: label and whether it wrote. */
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
