// Is there an execution whose hb = po U rf U co U fr has a cycle? The formula asks for a critical cycle (Shasha and
// Snir). Such a cycle visits every thread at most once. It enters a thread at one event and leaves it at the same or
// a later one. It goes from thread to thread by rf, co, fr, spawn or join. Every hb cycle can be shortened to a
// critical one: of two visits to a thread, program order leaps over one. At least one visit must be weak: the model
// does not order its two events. Otherwise the model would forbid the cycle.

import { type Cnf, type Lit, no } from '../formula/cnf.js';
import type { Problem } from '../problem.js';

interface Step {
  readonly from: number;
  readonly to: number;
  readonly chosen: Lit;
}

/** Makes a hb cycle a condition of every solution. */
export function demandCycle(problem: Problem, shipped: boolean): void {
  const { cnf, structure } = problem;
  problem.memory.exactFr();
  const steps = externalSteps(problem);
  const enters: Lit[] = structure.events.map(() => no);
  const leaves: Lit[] = structure.events.map(() => no);
  const group = (key: (s: Step) => number): Map<number, Lit[]> => {
    const groups = new Map<number, Lit[]>();
    for (const s of steps) groups.set(key(s), [...(groups.get(key(s)) ?? []), s.chosen]);
    return groups;
  };
  for (const [node, lits] of group((s) => s.to)) enters[node] = oneOf(cnf, lits);
  for (const [node, lits] of group((s) => s.from)) leaves[node] = oneOf(cnf, lits);
  const weak: Lit[] = [];
  for (const nodes of threadsOf(problem)) {
    visitOnce(cnf, nodes, enters, leaves);
    for (const [i, a] of nodes.entries())
      for (const b of nodes.slice(i + 1)) {
        if (enters[a] === no || leaves[b] === no || problem.encoded.ordered(a, b)) continue;
        const segment = cnf.fresh();
        cnf.add(-segment, enters[a]);
        cnf.add(-segment, leaves[b]);
        weak.push(segment);
      }
  }
  cnf.addAll(shipped ? weak : steps.map((s) => s.chosen));
}

function threadsOf(problem: Problem): number[][] {
  const { structure, unrolled } = problem;
  const threads: number[][] = unrolled.threads.map(() => []);
  structure.events.forEach((_, node) => {
    const thread = structure.threadOf(node);
    if (thread !== undefined) threads[thread].push(node);
  });
  return threads;
}

/** The edges a critical cycle may take between threads, each with a variable that says whether it does. */
function externalSteps(problem: Problem): Step[] {
  const { cnf, structure, unrolled, memory } = problem;
  const holds = new Map<number, Lit[]>();
  const { length } = structure.events;
  const add = (a: number, b: number, lit: Lit): void => {
    if (lit === no || a >= length || b >= length || structure.threadOf(a) === structure.threadOf(b)) return;
    const key = a * length + b;
    holds.set(key, [...(holds.get(key) ?? []), lit]);
  };
  for (const [a, b, lit] of structure.relation('co').pairs()) add(a, b, lit);
  for (const { id, event, ghost } of unrolled.reads) {
    if (ghost || memory.readGuard[id] === no) continue;
    const reader = structure.nodeOf(event);
    for (const { write, lit } of memory.sources[id])
      if (write !== undefined) add(structure.nodeOf(unrolled.writes[write].event), reader, lit);
    for (const w of memory.writersOf(memory.analysis.readCells[id]))
      if (memory.writeGuard[w] !== no)
        add(reader, structure.nodeOf(unrolled.writes[w].event), memory.fr(id, w));
  }
  const kinds = structure.events.map((event) => unrolled.events[event].kind);
  for (let a = 0; a < length; a++)
    for (let b = 0; b < length; b++)
      if (kinds[a] === 'spawn' || kinds[b] === 'join') add(a, b, structure.pair('po', a, b));
  return [...holds].map(([key, lits]) => {
    const chosen = cnf.fresh();
    cnf.add(-chosen, ...lits);
    return { from: Math.floor(key / length), to: key % length, chosen };
  });
}

/** Whether one of the literals holds; no two of them do. */
function oneOf(cnf: Cnf, lits: readonly Lit[]): Lit {
  cnf.atMostOne(lits);
  return cnf.or(lits);
}

/** At most one entry and one exit, the exit at or after the entry, and both or none. */
function visitOnce(cnf: Cnf, nodes: readonly number[], enters: readonly Lit[], leaves: readonly Lit[]): void {
  cnf.atMostOne(nodes.map((n) => enters[n]).filter((l) => l !== no));
  cnf.atMostOne(nodes.map((n) => leaves[n]).filter((l) => l !== no));
  let entered: Lit = no;
  for (const node of nodes) {
    entered = cnf.or2(entered, enters[node]);
    cnf.add(-leaves[node], entered);
  }
  let left: Lit = no;
  for (const node of nodes.toReversed()) {
    left = cnf.or2(left, leaves[node]);
    cnf.add(-enters[node], left);
  }
}
