// A cycle of relaxations, read as the threads of a test: external edges lead from thread to thread, the edges between
// them are the program order of one thread.

import { bug, type DiagnosticCode, InputError } from '../support/diagnostic.js';
import { isProgramOrder, mistake, parseAlternatives, type Relaxation, relaxationName } from './relaxation.js';

/** The events of one thread: one more than it has edges. */
export interface CycleThread {
  /** The internal edges, in program order. */
  readonly edges: readonly Relaxation[];
  /** The external edge that leaves the thread at its last event. */
  readonly leave: Relaxation;
  /** For each event, whether it is an atomic write. */
  readonly atomic: readonly boolean[];
}

/** A well-formed cycle, its threads in order. */
export interface Cycle {
  readonly threads: readonly CycleThread[];
}

/** Why edges do not make a cycle that a test can have; `at` is the edge where it shows. */
interface Misfit {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

/** The cycle of a list of relaxations such as `PodWR Fre PodWR Fre`. */
export function parseCycle(text: string): Cycle {
  const words = parseAlternatives(text);
  const fitting = chooseDirections(words.map(({ edges }) => edges));
  if ('threads' in fitting) return fitting;
  const { at, code, message, hint } = fitting;
  const { column, word } = words[at] ?? { column: 1, word: text };
  throw mistake(text, column, word, code, message, hint === undefined ? {} : { hint });
}

/** Picks one relaxation of each word so that they fit; the misfit of the first choice if none does. */
function chooseDirections(words: readonly (readonly Relaxation[])[]): Cycle | Misfit {
  let first: Misfit | undefined;
  const choose = (chosen: readonly Relaxation[]): Cycle | undefined => {
    if (chosen.length === words.length) {
      const fitting = arrange(chosen);
      if ('threads' in fitting) return fitting;
      first ??= fitting;
      return undefined;
    }
    for (const edge of words[chosen.length]) {
      const found = choose([...chosen, edge]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return choose([]) ?? first ?? bug('a cycle that neither fits nor does not');
}

/** The cycle of these edges, or an InputError that says why they make none. */
export function cycleOf(edges: readonly Relaxation[]): Cycle {
  const fitting = arrange(edges);
  if ('threads' in fitting) return fitting;
  const { at: _, ...diagnostic } = fitting;
  throw new InputError(diagnostic);
}

export const isCycle = (edges: readonly Relaxation[]): boolean => 'threads' in arrange(edges);

function arrange(edges: readonly Relaxation[]): Cycle | Misfit {
  const misfit = misfitOf(edges);
  if (misfit !== undefined) return misfit;
  const start = edges.findIndex((_, i) => edges.at(i - 1)?.external === true);
  const rotated = [...edges.slice(start), ...edges.slice(0, start)];
  const atomic = rotated.map((edge, i) => [edge.fromAccess, rotated.at(i - 1)?.toAccess].includes('A'));
  const threads: CycleThread[] = [];
  let from = 0;
  for (const [i, edge] of rotated.entries())
    if (edge.external) {
      threads.push({ edges: rotated.slice(from, i), leave: edge, atomic: atomic.slice(from, i + 1) });
      from = i + 1;
    }
  return { threads };
}

function misfitOf(edges: readonly Relaxation[]): Misfit | undefined {
  if (edges.length === 0)
    return {
      code: 'no-relaxations',
      message: 'a cycle needs relaxations',
      at: 0,
      hint: 'PodWR Fre PodWR Fre',
    };
  for (const [at, edge] of edges.entries()) {
    const before = at === 0 ? edges[edges.length - 1] : edges[at - 1];
    const misfit = misfitBetween(before, edge, at);
    if (misfit !== undefined) return misfit;
  }
  if (edges.filter((e) => e.external).length < 2)
    return {
      code: 'too-few-threads',
      message: 'a cycle needs at least two external relaxations',
      at: 0,
      hint: 'Rfe, Fre and Coe lead to another thread',
    };
  const moves = edges.filter((e) => !e.sameLocation).length;
  if (moves === 1)
    return {
      code: 'one-location-change',
      message: 'a cycle that changes the location once does not come back to it',
      at: edges.findIndex((e) => !e.sameLocation),
    };
  if (moves === 0 && !edges.some(isProgramOrder))
    return {
      code: 'no-program-order',
      message:
        'a cycle of communications alone is against coherence itself, not against an order of a thread',
      at: 0,
      hint: 'PosRR, PosRW, PosWR or PosWW',
    };
  return undefined;
}

function misfitBetween(before: Relaxation, edge: Relaxation, at: number): Misfit | undefined {
  const names = `${relaxationName(edge)} after ${relaxationName(before)}`;
  if (before.to !== edge.from)
    return {
      code: 'relaxations-do-not-fit',
      message: `${names}: a ${before.to === 'R' ? 'read' : 'write'} is not a ${edge.from === 'R' ? 'read' : 'write'}`,
      at,
    };
  const accesses = [before.toAccess, edge.fromAccess];
  if (accesses.includes('A') && accesses.includes('P'))
    return { code: 'relaxations-do-not-fit', message: `${names}: an atomic access is not a plain one`, at };
  const rmws =
    (before.kind === 'rmw' && accesses.includes('A')) || (edge.kind === 'rmw' && accesses.includes('A'));
  if (rmws) return { code: 'relaxations-do-not-fit', message: `${names}: Rmw is atomic already`, at };
  return undefined;
}

/** The edges of a cycle, from the first event of its first thread on. */
export function edgesOf(cycle: Cycle): Relaxation[] {
  return cycle.threads.flatMap(({ edges, leave }) => [...edges, leave]);
}

/** The relaxations in diy's notation. */
export const cycleText = (cycle: Cycle): string => edgesOf(cycle).map(relaxationName).join(' ');
