// Whether a model allows an execution: the half of a certificate that is about the graph. The other half replays the
// schedule on the machine.

import { closeTransitively, hasPair, isAcyclic, shortestCycle } from '../execution/bitRelation.js';
import type { Execution } from '../execution/execution.js';
import { type Malformation, malformations } from '../execution/wellFormed.js';
import type { Program } from '../program/program.js';
import type { Axiom, CatModel, RelationExpr } from './ast.js';
import { type Compiled, compile } from './compile.js';
import { edgePart } from './edgeNames.js';
import { evaluate, type Slots } from './evaluate.js';
import { EventGraph } from './eventGraph.js';
import { printExpr } from './print.js';

/** Events are ids; an initial write is `initialWrite`. */
interface CatEdge {
  readonly from: number;
  readonly to: number;
  /** The model's name for it. */
  readonly relation: string;
  /** The expression of that name. */
  readonly part: RelationExpr;
}

/** Why a test has the result it has. */
type Evidence =
  /** A cycle with as few edges as possible, each the start of the next. */
  | { readonly kind: 'cycle'; readonly cycle: readonly CatEdge[] }
  /** Pairs of a relation that must be empty, or pairs of an event with itself. */
  | { readonly kind: 'pairs'; readonly pairs: readonly CatEdge[] }
  | { readonly kind: 'events'; readonly events: readonly number[] }
  /** A negated test demands a cycle or a pair, and there is none. */
  | { readonly kind: 'none' };

export interface Violation {
  /** The axiom's name. */
  readonly axiom: string;
  readonly test: Axiom['kind'];
  readonly negated: boolean;
  readonly evidence: Evidence;
}

export type Judgement =
  | { readonly allowed: true; readonly flags: readonly string[] }
  | { readonly allowed: false; readonly flags: readonly string[]; readonly violations: readonly Violation[] }
  /** Not an execution at all: no model was asked. */
  | { readonly allowed: false; readonly malformed: readonly Malformation[] };

export function judge(model: CatModel, program: Program, execution: Execution): Judgement {
  const malformed = malformations(program, execution);
  return malformed.length > 0 ? { allowed: false, malformed } : judgeGraph(model, execution);
}

/** `judge` for an execution that is known to be well formed. */
export function judgeGraph(
  model: CatModel,
  execution: Execution,
): Exclude<Judgement, { malformed: unknown }> {
  const compiled = compile(model);
  const graph = graphOf(execution);
  const slots = evaluate(compiled, graph);
  const flags: string[] = [];
  const violations: Violation[] = [];
  for (const { axiom, slot } of compiled.axioms) {
    const holds = test(axiom, slots[slot], graph) !== axiom.negated;
    if (axiom.flag && holds) flags.push(axiom.name);
    if (axiom.flag || holds) continue;
    violations.push({
      axiom: axiom.name,
      test: axiom.kind,
      negated: axiom.negated,
      evidence: axiom.negated ? { kind: 'none' } : evidence(axiom, slots[slot], graph, compiled, slots),
    });
  }
  return violations.length === 0 ? { allowed: true, flags } : { allowed: false, flags, violations };
}

/** Graphs of executions that several models judge one after the other. An entry lives as long as its execution. */
const graphs = new WeakMap<Execution, EventGraph>();
/** Relations of more are made anew: there may be many executions. */
const mostKept = 64;

function graphOf(execution: Execution): EventGraph {
  const graph = graphs.get(execution) ?? new EventGraph(execution);
  if (graph.size <= mostKept) graphs.set(execution, graph);
  return graph;
}

/** Whether an axiom of the model keeps one event of a well formed execution before another, of the same thread: at once, or past others. */
export function keptOrder(model: CatModel, execution: Execution): (from: number, to: number) => boolean {
  const compiled = compile(model);
  const graph = new EventGraph(execution);
  const { size, words } = graph;
  const slots = evaluate(compiled, graph);
  const threads = graph.relation('int');
  const orders = compiled.axioms
    .filter(({ axiom }) => axiom.kind === 'acyclic' && !axiom.flag && !axiom.negated)
    .map(({ slot }) => {
      const own = slots[slot].map((word, i) => word & threads[i]);
      closeTransitively(own, size, words);
      return own;
    });
  return (from, to) => orders.some((order) => hasPair(order, words, graph.nodeOf(from), graph.nodeOf(to)));
}

function test(axiom: Axiom, bits: Uint32Array, { size, words }: EventGraph): boolean {
  switch (axiom.kind) {
    case 'acyclic':
      return isAcyclic(bits, size, words);
    case 'irreflexive':
      for (let node = 0; node < size; node++) if (hasPair(bits, words, node, node)) return false;
      return true;
    case 'empty':
      return bits.every((word) => word === 0);
  }
}

function evidence(
  axiom: Axiom,
  bits: Uint32Array,
  graph: EventGraph,
  compiled: Compiled,
  slots: Slots,
): Evidence {
  const { size, words } = graph;
  if (axiom.type === 'set') {
    const events: number[] = [];
    for (let node = 0; node < size; node++)
      if (((bits[node >>> 5] >>> (node & 31)) & 1) === 1) events.push(graph.eventOf(node));
    return { kind: 'events', events };
  }
  const edge = (from: number, to: number): CatEdge => catEdge(axiom.value, from, to, graph, compiled, slots);
  if (axiom.kind === 'acyclic') {
    const cycle = shortestCycle(bits, size, words) ?? [];
    return { kind: 'cycle', cycle: cycle.map((from, i) => edge(from, cycle[(i + 1) % cycle.length])) };
  }
  const pairs: CatEdge[] = [];
  for (let from = 0; from < size; from++)
    for (let to = 0; to < size; to++) {
      const counts = axiom.kind === 'empty' || from === to;
      if (counts && hasPair(bits, words, from, to)) pairs.push(edge(from, to));
    }
  return { kind: 'pairs', pairs };
}

function catEdge(
  expr: RelationExpr,
  from: number,
  to: number,
  graph: EventGraph,
  compiled: Compiled,
  slots: Slots,
): CatEdge {
  const part = edgePart(expr, from, to, graph.words, compiled, slots);
  return {
    from: graph.eventOf(from),
    to: graph.eventOf(to),
    relation: printExpr(part, compiled.model.bindings),
    part,
  };
}
