// An execution as a picture, before it is drawn: threads are columns, events are boxes in program order from the top,
// po rf co fr are arrows. In a long execution, events outside of the cycle are folded.

import { type Event, isStore } from '../../execution/event.js';
import { type Evidence, type Execution, initialWrite } from '../../execution/execution.js';
import { type HbEdge, type HbRelation, hbCycle } from '../../execution/hb.js';
import { eventTimes } from '../../execution/visibility.js';
import type { Program } from '../../program/program.js';
import { present } from '../../support/present.js';
import { shownEvents } from '../fold.js';
import { sourceOf } from '../places.js';
import { StateNames } from '../state.js';
import { eventText, isTold } from '../witness.js';

export interface GraphNode {
  readonly id: string;
  /** The thread; -1 for the initial values above all threads. */
  readonly column: number;
  readonly row: number;
  /** The event, and its place in the source. */
  readonly label: string;
  readonly source: string;
  readonly onCycle: boolean;
  /** A store that reaches memory after a later event of its thread. */
  readonly delayed: boolean;
  /** Events that are not shown one by one. */
  readonly folded?: number;
}

/** The relation of an arrow; `race` joins two unordered accesses. */
export type GraphRelation = HbRelation | 'race';

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: GraphRelation;
  readonly onCycle: boolean;
}

export interface ExecutionGraph {
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly string[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

interface GraphOptions {
  readonly title: string;
  readonly subtitle: string;
  /** Executions with more events are folded. */
  readonly most?: number;
  /** The cycle to show; a shortest one of happens-before if absent. */
  readonly cycle?: readonly HbEdge[];
  /** Two events that race: drawn as a cycle is. */
  readonly race?: readonly [number, number];
}

const initialId = 'init';

export function executionGraph(program: Program, evidence: Evidence, options: GraphOptions): ExecutionGraph {
  const { execution, witness } = evidence;
  const names = new StateNames(program, execution);
  const cycle = options.cycle ?? hbCycle(execution) ?? [];
  const cycleEvents = new Set([...cycle.flatMap(({ from, to }) => [from, to]), ...(options.race ?? [])]);
  const cycleEdges = new Set(cycle.map(({ from, to, relation }) => `${from} ${to} ${relation}`));
  const shown = shownEvents(execution, cycleEvents, undefined, options.most);
  const delayed =
    witness === undefined ? new Set<number>() : delayedStores(execution, eventTimes(witness).visible);
  const rows = rowsOf(
    execution.events.filter((event) => isTold(program, event)),
    shown,
  );
  const columns = program.threads.map((thread) => thread.name);
  const nodes: GraphNode[] = rows.map(({ column, row, event, folded, id }) => {
    if (event === undefined)
      return {
        id,
        column,
        row,
        label: `${folded} more ${folded === 1 ? 'event' : 'events'}`,
        source: '',
        onCycle: false,
        delayed: false,
        ...present({ folded }),
      };
    const [line, text] = sourceOf(program, event.at);
    return {
      id,
      column,
      row,
      label: eventText(names, program, event),
      source: [line, text].filter((part) => part !== '').join('  '),
      onCycle: cycleEvents.has(event.id),
      delayed: delayed.has(event.id),
    };
  });
  const initial = initialValues(names, execution, shown);
  if (initial !== '')
    nodes.unshift({
      id: initialId,
      column: -1,
      row: -1,
      label: initial,
      source: '',
      onCycle: false,
      delayed: false,
    });
  return {
    title: options.title,
    subtitle: options.subtitle,
    columns: columns.filter((_, i) => nodes.some(({ column }) => column === i)),
    nodes: compactColumns(nodes),
    edges: [...edgesOf(execution, shown, rows, cycleEdges), ...raceEdges(options.race)],
  };
}

const raceEdges = (race: GraphOptions['race']): GraphEdge[] =>
  race === undefined
    ? []
    : [{ from: `e${race[0]}`, to: `e${race[1]}`, relation: 'race' as const, onCycle: true }];

interface Row {
  readonly id: string;
  readonly column: number;
  readonly row: number;
  readonly event?: Event;
  readonly folded?: number;
}

function rowsOf(events: readonly Event[], shown: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  const threads = Math.max(0, ...events.map(({ thread }) => thread + 1));
  for (let column = 0; column < threads; column++) {
    const own = events.filter(({ thread }) => thread === column).sort((a, b) => a.index - b.index);
    let row = 0;
    let folded = 0;
    const fold = (): void => {
      if (folded > 0) rows.push({ id: `fold${column}.${row}`, column, row: row++, folded });
      folded = 0;
    };
    for (const event of own) {
      if (!shown.has(event.id)) {
        folded++;
        continue;
      }
      fold();
      rows.push({ id: `e${event.id}`, column, row: row++, event });
    }
    fold();
  }
  return rows;
}

/** Columns of threads that do nothing are left out. */
function compactColumns(nodes: readonly GraphNode[]): GraphNode[] {
  const used = [...new Set(nodes.map(({ column }) => column).filter((column) => column >= 0))].sort(
    (a, b) => a - b,
  );
  return nodes.map((node) => (node.column < 0 ? node : { ...node, column: used.indexOf(node.column) }));
}

/** `x=0 y=0`: the initial values that are read. */
function initialValues(names: StateNames, { events, rf }: Execution, shown: ReadonlySet<number>): string {
  const values = new Map<number, string>();
  for (const event of events)
    if (shown.has(event.id))
      event.reads.forEach(({ address, value }, k) => {
        if (rf[event.id][k] === initialWrite) values.set(address, names.access({ address, value }));
      });
  return values.size === 0
    ? ''
    : `initially ${[...values.values()].slice(0, 8).join(' ')}${values.size > 8 ? ' …' : ''}`;
}

function delayedStores({ events }: Execution, visible: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const store of events)
    if (
      isStore(store.kind) &&
      events.some(
        ({ id, thread, index, reads, writes }) =>
          thread === store.thread &&
          index > store.index &&
          reads.length + writes.length > 0 &&
          visible[id] < visible[store.id],
      )
    )
      found.add(store.id);
  return found;
}

function edgesOf(
  execution: Execution,
  shown: ReadonlySet<number>,
  rows: readonly Row[],
  cycle: ReadonlySet<string>,
): GraphEdge[] {
  const { events, rf, co } = execution;
  const edges = new Map<string, GraphEdge>();
  const add = (from: string, to: string, relation: HbRelation, onCycle: boolean): void => {
    const key = `${from} ${to} ${relation}`;
    if (from !== to && !edges.has(key)) edges.set(key, { from, to, relation, onCycle });
  };
  const between = (from: number, to: number, relation: HbRelation): void => {
    if (shown.has(from) && shown.has(to))
      add(`e${from}`, `e${to}`, relation, cycle.has(`${from} ${to} ${relation}`));
  };
  for (const { id, column, row } of rows) {
    const next = rows.find((other) => other.column === column && other.row === row + 1);
    if (next !== undefined) add(id, next.id, 'po', programOrderOnCycle(id, next.id, rows, cycle));
  }
  for (const event of events) {
    // Starting and joining a thread is program order too.
    if (event.other !== undefined && (event.kind === 'spawn' || event.kind === 'join')) {
      const own = rows.filter(({ event: e }) => e?.thread === event.other);
      const end = event.kind === 'spawn' ? own[0]?.id : own.at(-1)?.id;
      if (end !== undefined && shown.has(event.id))
        if (event.kind === 'spawn') add(`e${event.id}`, end, 'po', false);
        else add(end, `e${event.id}`, 'po', false);
    }
    event.reads.forEach(({ address }, k) => {
      const source = rf[event.id][k];
      if (source === initialWrite) {
        if (shown.has(event.id)) add(initialId, `e${event.id}`, 'rf', false);
      } else between(source, event.id, 'rf');
      // The first write that overwrites what was read: the others follow by co. The cycle's own is shown too.
      const writers = co.get(address) ?? [];
      const after = writers.slice(source === initialWrite ? 0 : writers.indexOf(source) + 1);
      after
        .filter((writer, i) => writer !== event.id && (i === 0 || cycle.has(`${event.id} ${writer} fr`)))
        .forEach((writer) => {
          between(event.id, writer, 'fr');
        });
    });
  }
  for (const writers of co.values())
    for (let i = 0; i + 1 < writers.length; i++) between(writers[i], writers[i + 1], 'co');
  for (const key of cycle) {
    const [from, to, relation] = key.split(' ');
    if (relation === 'co') between(Number(from), Number(to), 'co');
  }
  return [...edges.values()];
}

/** A po edge of the cycle may span several rows: all that lie between are part of it. */
function programOrderOnCycle(
  from: string,
  to: string,
  rows: readonly Row[],
  cycle: ReadonlySet<string>,
): boolean {
  const place = new Map(rows.map((row) => [row.id, row]));
  const a = place.get(from);
  const b = place.get(to);
  if (a === undefined || b === undefined) return false;
  return [...cycle].some((key) => {
    const [first, second, relation] = key.split(' ');
    const start = place.get(`e${first}`);
    const end = place.get(`e${second}`);
    return (
      relation === 'po' &&
      start?.column === a.column &&
      end?.column === a.column &&
      start.row <= a.row &&
      b.row <= end.row
    );
  });
}
