// Names of cycles. The first part says how each thread begins and ends, in the words of the literature where there are
// any (SB, MP, Z6.3, ...; WW+RW+WR+WR otherwise); the rest says how each thread gets from its first to its last event:
// SB+mfence+po. Plain program order to another location throughout is left out, the same path throughout is a plural:
// SB+mfences. As in the diy generator, an intermediate event that could be either carries its direction: po, poR-po.

import type { Cycle, CycleThread } from './cycle.js';
import type { Relaxation } from './relaxation.js';

/** First and last direction of a thread's events; one letter if it has a single event. */
export type Shape = 'W' | 'WW' | 'RR' | 'RW' | 'WR' | 'R';

/** The order in which names list them: a name starts at the least rotation. */
const shapeOrder: readonly Shape[] = ['W', 'WW', 'RR', 'RW', 'WR', 'R'];

export const classicShapes: ReadonlyMap<string, readonly Shape[]> = new Map<string, readonly Shape[]>([
  ['SB', ['WR', 'WR']],
  ['LB', ['RW', 'RW']],
  ['2+2W', ['WW', 'WW']],
  ['MP', ['WW', 'RR']],
  ['R', ['WW', 'WR']],
  ['S', ['WW', 'RW']],
  ['WRC', ['W', 'RW', 'RR']],
  ['WWC', ['W', 'RW', 'RW']],
  ['RWC', ['W', 'RR', 'WR']],
  ['WRR+2W', ['W', 'RR', 'WW']],
  ['WRW+WR', ['W', 'RW', 'WR']],
  ['WRW+2W', ['W', 'RW', 'WW']],
  ['ISA2', ['WW', 'RW', 'RR']],
  ['W+RWC', ['WW', 'RR', 'WR']],
  ['Z6.0', ['WW', 'RW', 'WR']],
  ['Z6.1', ['WW', 'WW', 'RW']],
  ['Z6.2', ['WW', 'RW', 'RW']],
  ['Z6.3', ['WW', 'WW', 'RR']],
  ['Z6.4', ['WW', 'WR', 'WR']],
  ['Z6.5', ['WW', 'WW', 'WR']],
  ['IRIW', ['W', 'RR', 'W', 'RR']],
  ['IRRWIW', ['W', 'RR', 'W', 'RW']],
  ['IRWIW', ['W', 'RW', 'W', 'RW']],
]);

/** Coherence tests: two threads, one location, one edge of program order. */
export const coherenceShapes: ReadonlyMap<string, readonly Shape[]> = new Map<string, readonly Shape[]>([
  ['CoRR', ['W', 'RR']],
  ['CoRW2', ['W', 'RW']],
  ['CoWR', ['W', 'WR']],
  ['CoWW', ['W', 'WW']],
]);

/** All threads of one shape, for any number of them: 3.SB. */
export const uniformShapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['SB', 'WR'],
  ['LB', 'RW'],
  ['2W', 'WW'],
]);

function shapeOf({ edges, leave }: CycleThread): Shape {
  return edges.length === 0 ? leave.from : `${edges[0].from}${leave.from}`;
}

/** The name of a cycle; equal for all its rotations. */
export function cycleName(cycle: Cycle): string {
  const { threads } = canonical(cycle);
  const shapes = threads.map(shapeOf);
  const paths = threads.filter((t) => t.edges.length > 0).map(pathName);
  const coherence = [...coherenceShapes].find(([, s]) => s.join() === shapes.join());
  if (coherence !== undefined && paths.join() === 'pos') return coherence[0] + loneAccesses(threads);
  return `${shapesName(shapes)}${pathsName(paths)}${loneAccesses(threads)}`;
}

/** The rotation that names and tests start from. */
export function canonical(cycle: Cycle): Cycle {
  const rotations = cycle.threads.map((_, i) => [...cycle.threads.slice(i), ...cycle.threads.slice(0, i)]);
  const [least] = rotations
    .map((threads) => ({ threads, key: keyOf(threads) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { threads: least.threads };
}

/** Identifies the threads of a cycle. The edges between threads follow from their shapes. */
const keyOf = (threads: readonly CycleThread[]): string =>
  `${threads.map((t) => shapeOrder.indexOf(shapeOf(t))).join('')} ${threads.map(threadName).join(' ')}`;

function shapesName(shapes: readonly Shape[]): string {
  const text = shapes.join();
  for (const [name, classic] of classicShapes) if (classic.join() === text) return name;
  for (const [name, shape] of uniformShapes)
    if (shapes.every((s) => s === shape)) return `${shapes.length}.${name}`;
  return shapes.join('+');
}

function pathsName(paths: readonly string[]): string {
  if (paths.every((path) => path === 'po')) return '';
  if (paths.length > 1 && paths.every((path) => path === paths[0])) return `+${paths[0]}s`;
  return paths.map((path) => `+${path}`).join('');
}

const threadName = (thread: CycleThread): string =>
  thread.edges.length > 0 ? pathName(thread) : thread.atomic[0] ? 'A' : 'P';

/** `+A` for threads that are a single atomic write; all single threads are listed once one of them is. */
function loneAccesses(threads: readonly CycleThread[]): string {
  const lone = threads.filter((t) => t.edges.length === 0);
  return lone.some((t) => t.atomic[0]) ? lone.map((t) => `+${threadName(t)}`).join('') : '';
}

function pathName({ edges, atomic }: CycleThread): string {
  return edges
    .map((edge, i) => {
      const ambiguous = isOrder(edge) && i + 1 < edges.length && isOrder(edges[i + 1]);
      const accesses =
        atomic[i] || atomic[i + 1] ? `${atomic[i] ? 'a' : 'na'}${atomic[i + 1] ? 'a' : 'na'}` : '';
      return `${edgeName(edge)}${ambiguous ? edge.to : ''}${accesses}`;
    })
    .join('-');
}

const isOrder = (edge: Relaxation): boolean =>
  edge.kind === 'po' || edge.kind === 'mfence' || edge.kind === 'sfence';

function edgeName(edge: Relaxation): string {
  switch (edge.kind) {
    case 'po':
    case 'mfence':
    case 'sfence':
      return edge.sameLocation ? `${edge.kind}s` : edge.kind;
    case 'rf':
    case 'fr':
    case 'co':
      return `${edge.kind}i`;
    case 'rmw':
      return 'rmw';
  }
}

/** Whether two cycles are the same up to where they start. */
export const sameCycle = (a: Cycle, b: Cycle): boolean =>
  keyOf(canonical(a).threads) === keyOf(canonical(b).threads);
