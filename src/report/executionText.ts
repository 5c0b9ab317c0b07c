// An execution on a terminal: a column per thread, time downwards, each store when it is issued and when it reaches
// memory. Below it, a paragraph says which events changed places. In a long execution, events outside of the cycle
// are folded. A narrow terminal gets one column, with the names of the threads.

import { type EventId, isStore } from '../execution/event.js';
import { type Evidence, type Execution, initialWrite, type Witness } from '../execution/execution.js';
import { hbCycle } from '../execution/hb.js';
import { scheduledEvents } from '../execution/visibility.js';
import type { ThreadId } from '../program/identity.js';
import type { Program } from '../program/program.js';
import { shownEvents } from './fold.js';
import { sourceOf } from './places.js';
import { reorderingText } from './reorderingText.js';
import type { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { type Column, tableLines, widthOf } from './table.js';
import { eventText, isBookkeeping, isTold, stopRows, threadName } from './witness.js';
import { wrapped } from './wrap.js';

/** Step by step or, without a schedule, thread by thread with the source of each read. */
export const shownLines = (
  names: StateNames,
  program: Program,
  { execution, witness }: Evidence,
  style: Style,
): string[] =>
  witness === undefined
    ? graphLines(names.of(execution), program, execution)
    : witnessLines(names, program, witness, style);

function graphLines(names: StateNames, program: Program, execution: Execution): string[] {
  const { events, rf } = execution;
  const number = new Map(
    events
      .toSorted((a, b) => a.thread - b.thread || a.index - b.index)
      .map((event, i) => [event.id, i + 1] as const),
  );
  const sourceText = (id: number): string => (id === initialWrite ? 'initial' : `${number.get(id) ?? '?'}`);
  const rows = [...number].map(([id, i]) => {
    const event = events[id];
    const from = rf[id].length === 0 ? '' : `from ${rf[id].map(sourceText).join(', ')}`;
    return [
      `${i}`,
      threadName(program, event.thread),
      eventText(names, program, event),
      from,
      ...sourceOf(program, event.at),
    ];
  });
  const columns: Column[] = [{ head: '', align: 'right' }, ...Array<Column>(5).fill({ head: '' })];
  const coherence = [...execution.co]
    .filter(([, writers]) => writers.length > 1)
    .map(([address, writers]) => `co ${names.cell(address)}: ${writers.map(sourceText).join(' < ')}`);
  return [...tableLines(columns, rows).slice(1), ...coherence];
}

interface WitnessView {
  /** Events that are shown however long the execution is; those of a happens-before cycle if absent. */
  readonly marked?: readonly number[];
  /** Without the paragraph under it. */
  readonly wordless?: boolean;
}

export function witnessLines(
  names: StateNames,
  program: Program,
  witness: Witness,
  style: Style,
  view: WitnessView = {},
): string[] {
  const own = names.of(witness.execution);
  const rows = foldedRows(stepsOf(own, program, witness), witness, view);
  const words = view.wordless === true ? undefined : reorderingText(own, program, witness);
  return [
    ...layOut(program, rows, style),
    ...stopLines(program, witness),
    ...(words === undefined ? [] : wrapped(words, style.columns, ' ')),
  ];
}

/** A step, or steps that are not shown. */
type Row =
  | {
      readonly kind: 'step';
      readonly event: EventId;
      readonly thread: ThreadId;
      readonly what: string;
      readonly line: string;
      readonly source: string;
    }
  | { readonly kind: 'folded'; readonly steps: number };

type StepRow = Extract<Row, { kind: 'step' }>;

/** A store that reaches memory in the next step is one row. */
function stepsOf(names: StateNames, program: Program, witness: Witness): StepRow[] {
  const steps = scheduledEvents(witness);
  return steps.flatMap(({ thread, event, committed }, i): StepRow[] => {
    if (event === undefined || !isTold(program, event) || isBookkeeping(names, event)) return [];
    const before = steps[i - 1];
    const next = steps[i + 1];
    if (committed && before?.event === event && !before.committed) return [];
    const waits =
      !committed &&
      isStore(event.kind) &&
      witness.model !== 'sc' &&
      !(next?.event === event && next.committed);
    const text = printable(eventText(names, program, event));
    const [line, source] = sourceOf(program, event.at);
    return [
      {
        kind: 'step',
        event: event.id,
        thread,
        what: committed ? text.replace(/^W /, 'commit ') : `${text}${waits ? ' buffered' : ''}`,
        line: committed ? '' : line,
        source: committed ? '' : source,
      },
    ];
  });
}

function foldedRows(rows: readonly StepRow[], { execution }: Witness, { marked }: WitnessView): Row[] {
  const cycle = marked ?? (hbCycle(execution) ?? []).map(({ from }) => from);
  const kept = shownEvents(execution, new Set(cycle), [...new Set(rows.map(({ event }) => event))]);
  const result: Row[] = [];
  for (const row of rows) {
    const last = result.at(-1);
    if (kept.has(row.event)) result.push(row);
    else if (last?.kind === 'folded') result[result.length - 1] = { kind: 'folded', steps: last.steps + 1 };
    else result.push({ kind: 'folded', steps: 1 });
  }
  return result;
}

/** The widest way that fits: columns with the source, columns, one column. */
function layOut(program: Program, rows: readonly Row[], style: Style): string[] {
  const fits = (lines: readonly string[]): boolean => lines.every((line) => widthOf(line) <= style.columns);
  const threads = [...new Set(rows.flatMap((row) => (row.kind === 'step' ? [row.thread] : [])))].sort(
    (a, b) => a - b,
  );
  const full = columnLines(program, rows, threads, style, true);
  if (fits(full)) return full;
  const narrow = columnLines(program, rows, threads, style, false);
  if (fits(narrow)) return narrow;
  const one = oneColumn(program, rows, style, true);
  return fits(one) ? one : oneColumn(program, rows, style, false);
}

function columnLines(
  program: Program,
  rows: readonly Row[],
  threads: readonly number[],
  style: Style,
  withSource: boolean,
): string[] {
  const columns: Column[] = [
    { head: '', align: 'right' },
    ...threads.map((thread): Column => ({ head: style.bold(threadName(program, thread)) })),
    { head: '' },
    ...(withSource ? [{ head: '' }] : []),
  ];
  return tableLines(
    columns,
    numbered(rows).map(({ row, number }) => {
      if (row.kind === 'folded') return ['', style.dim(foldText(row.steps))];
      const cells = threads.map((thread) => (thread === row.thread ? row.what : ''));
      return [number, ...cells, style.dim(row.line), ...(withSource ? [style.dim(row.source)] : [])];
    }),
  );
}

function oneColumn(program: Program, rows: readonly Row[], style: Style, withSource: boolean): string[] {
  const columns: Column[] = [{ head: '', align: 'right' }, ...Array<Column>(4).fill({ head: '' })];
  return tableLines(
    columns,
    numbered(rows).map(({ row, number }) =>
      row.kind === 'folded'
        ? ['', '', style.dim(foldText(row.steps))]
        : [
            number,
            threadName(program, row.thread),
            row.what,
            style.dim(row.line),
            ...(withSource ? [style.dim(row.source)] : []),
          ],
    ),
  ).slice(1);
}

/** Numbers count steps that are not shown too. */
function numbered(rows: readonly Row[]): { readonly row: Row; readonly number: string }[] {
  let count = 0;
  return rows.map((row) => {
    count += row.kind === 'step' ? 1 : row.steps;
    return { row, number: `${count}` };
  });
}

const foldText = (steps: number): string => `… ${steps} ${steps === 1 ? 'step' : 'steps'}`;

function stopLines(program: Program, { execution }: Witness): string[] {
  return stopRows(program, execution).map(([thread, what, line]) =>
    printable(` ${thread} ${what}${line === '' ? '' : ` (${line})`}`),
  );
}
