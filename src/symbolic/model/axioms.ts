// A model's axioms as clauses.
// - acyclic: one graph from the members of the union; the chosen encoding forbids its cycles.
// - irreflexive, empty: a clause for each way a pair can come about.
// - coherence is encoded by its patterns (coherence.ts). In the models that diptych ships these are all there is to it, because
//   their other axioms keep co acyclic, atomics atomic and events that touch several cells in order. In other models its
//   graph is encoded as well.

import type { Axiom, AxiomKind, CatModel, RelationExpr } from '../../cat/ast.js';
import { type Encoding, encodeAcyclic } from '../acyclic/encoding.js';
import { ConditionalGraph, type Edges } from '../acyclic/graph.js';
import { type Lit, no } from '../formula/cnf.js';
import { CatEvaluator } from './evaluate.js';
import { isCoherence, ordersWrites, resolve, unionMembers } from './shape.js';
import type { Structure } from './structure.js';

/** An order that every acyclic relation of the model respects. */
export type ExtraEdge = readonly [from: number, to: number, lit: Lit];

export interface EncodedModel {
  /** The graphs that must have no cycle. */
  readonly graphs: readonly Edges[];
  /** Whether the model orders two nodes of a thread, the first before the second, whenever both are executed. */
  ordered(a: number, b: number): boolean;
}

interface ModelEncoding {
  readonly encoding: Encoding;
  /** One of diptych's own. */
  readonly shipped: boolean;
  readonly extra: readonly ExtraEdge[];
  /** Where this holds, the model forbids nothing; `no`, if the formula is of this model alone. */
  readonly unless: Lit;
}

/** The result leaves out what coherence forbids, if the encoding of memory relies on coherence. */
export function encodeModel(structure: Structure, model: CatModel, options: ModelEncoding): EncodedModel {
  return new AxiomEncoder(structure, model, options).encode();
}

class AxiomEncoder {
  readonly #evaluator: CatEvaluator;
  readonly #graphs: Edges[] = [];
  readonly #unprepared: ConditionalGraph[] = [];

  constructor(
    readonly structure: Structure,
    readonly model: CatModel,
    readonly options: ModelEncoding,
  ) {
    this.#evaluator = new CatEvaluator(model, structure);
  }

  encode(): EncodedModel {
    for (const axiom of this.model.axioms) if (!axiom.flag) this.#axiom(axiom);
    if (!ordersWrites(this.model)) this.#acyclic([{ kind: 'base', name: 'co' }]);
    return { graphs: this.#graphs, ordered: (a, b) => this.#ordered(a, b) };
  }

  #axiom(axiom: Axiom): void {
    if (this.options.shipped && isCoherence(this.model, axiom)) return;
    if (axiom.negated) this.#demand(axiom);
    else if (axiom.type === 'relation') this.#forbidIn(axiom.kind, axiom.value);
    else
      for (let node = 0; node < this.structure.size; node++)
        this.structure.cnf.add(-this.#evaluator.member(axiom.value, node), this.options.unless);
  }

  #forbidIn(kind: AxiomKind, expr: RelationExpr): void {
    switch (kind) {
      case 'acyclic':
        this.#acyclic(unionMembers(this.model, expr));
        break;
      case 'irreflexive':
        for (let node = 0; node < this.structure.size; node++) this.#forbid(expr, node, node, []);
        break;
      case 'empty':
        for (const [a, b] of this.#candidates(expr)) this.#forbid(expr, a, b, []);
        break;
    }
  }

  #acyclic(members: readonly RelationExpr[]): void {
    const { structure } = this;
    const { encoding, extra, unless } = this.options;
    const graph = new ConditionalGraph(
      structure.cnf,
      structure.size,
      (node) => structure.threadOf(node),
      (node) => structure.executed(node),
    );
    for (const member of members) this.#evaluator.addTo(graph, member);
    for (const [a, b, lit] of extra) graph.add(a, b, lit);
    this.#unprepared.push(graph);
    const edges = graph.prepare(unless);
    encodeAcyclic(structure.cnf, encoding, edges, this.#graphs.length * structure.size, unless);
    this.#graphs.push(edges);
  }

  /** Directly, or past an event that is executed whenever both are. */
  #ordered(a: number, b: number): boolean {
    const { structure } = this;
    const { cnf } = structure;
    const both = cnf.and2(structure.executed(a), structure.executed(b));
    return this.#unprepared.some((graph) => {
      if (graph.holdsIf(a, b, both)) return true;
      for (let middle = a + 1; middle < b; middle++)
        if (graph.holdsIf(a, middle, both) && graph.holdsIf(middle, b, both)) return true;
      return false;
    });
  }

  /** Pairs among which all of the relation's are. */
  *#candidates(expr: RelationExpr): Generator<[number, number]> {
    const e = resolve(this.model, expr);
    if (e.kind === 'intersection' && resolve(this.model, e.left).kind === 'identity')
      for (let node = 0; node < this.structure.size; node++) yield [node, node];
    else for (const [a, b] of this.#evaluator.relation(e).pairs()) yield [a, b];
  }

  /** The pair is not in the relation whenever `given` holds. */
  #forbid(expr: RelationExpr, a: number, b: number, given: readonly Lit[]): void {
    const e = resolve(this.model, expr);
    switch (e.kind) {
      case 'union':
        this.#forbid(e.left, a, b, given);
        this.#forbid(e.right, a, b, given);
        return;
      case 'intersection': {
        const left = this.#evaluator.pair(e.left, a, b);
        if (left !== no) this.#forbid(e.right, a, b, [...given, left]);
        return;
      }
      case 'sequence':
        for (const [middle, lit] of this.#evaluator.relation(e.left).row(a))
          this.#forbid(e.right, middle, b, [...given, lit]);
        return;
      default: {
        const lit = this.#evaluator.pair(e, a, b);
        if (lit !== no) this.structure.cnf.add(-lit, ...given.map((l) => -l), this.options.unless);
      }
    }
  }

  /** `~acyclic` and the like. */
  #demand(axiom: Axiom): void {
    const { cnf, size } = this.structure;
    if (axiom.type === 'set') {
      cnf.addAll(Array.from({ length: size }, (_, node) => this.#evaluator.member(axiom.value, node)));
      return;
    }
    const expr: RelationExpr =
      axiom.kind === 'acyclic' ? { kind: 'plus', operand: axiom.value } : axiom.value;
    const relation = this.#evaluator.relation(expr);
    cnf.addAll(
      [...relation.pairs()].filter(([a, b]) => axiom.kind === 'empty' || a === b).map(([, , lit]) => lit),
    );
  }
}
