// cat expressions over an encoded program. An expression is evaluated in two ways: for all its pairs (`relation`), or
// for one pair (`pair`). Intersections and differences enumerate their sparser side and ask for the other side pair
// by pair. So products, complements and compositions are never written out in full where a model needs only a few of
// their pairs.

import type { CatBinding, CatModel, RelationExpr, SetExpr } from '../../cat/ast.js';
import { bug, InputError } from '../../support/diagnostic.js';
import type { ConditionalGraph } from '../acyclic/graph.js';
import { type Cnf, type Lit, no } from '../formula/cnf.js';
import { OrderedPairs } from './programOrder.js';
import { Relation } from './relation.js';
import type { Structure } from './structure.js';

export class CatEvaluator {
  readonly #cnf: Cnf;
  readonly #ordered: OrderedPairs;
  readonly #relations = new Map<RelationExpr, Relation>();
  readonly #costs = new Map<RelationExpr, number>();
  /** By set and node. */
  readonly #members = new Map<SetExpr, Lit[]>();

  constructor(
    readonly model: CatModel,
    readonly structure: Structure,
  ) {
    this.#cnf = structure.cnf;
    this.#ordered = new OrderedPairs(structure, {
      relation: (ref) => this.#bound(ref),
      set: (ref) => this.#boundSet(ref),
    });
  }

  member(set: SetExpr, node: number): Lit {
    let members = this.#members.get(set);
    if (members === undefined) {
      members = [];
      this.#members.set(set, members);
    }
    members[node] ??= this.#member(set, node);
    return members[node];
  }

  #member(set: SetExpr, node: number): Lit {
    const cnf = this.#cnf;
    switch (set.kind) {
      case 'base':
        return this.structure.member(set.name, node);
      case 'ref':
        return this.member(this.#boundSet(set), node);
      case 'empty':
        return no;
      case 'union':
        return cnf.or2(this.member(set.left, node), this.member(set.right, node));
      case 'intersection':
        return cnf.and2(this.member(set.left, node), this.member(set.right, node));
      case 'difference':
        return cnf.and2(this.member(set.left, node), -this.member(set.right, node));
      case 'complement':
        return cnf.and2(this.structure.executed(node), -this.member(set.operand, node));
      case 'domain':
      case 'range': {
        const lits: Lit[] = [];
        for (const [a, b, lit] of this.relation(set.operand).pairs())
          if (node === (set.kind === 'domain' ? a : b)) lits.push(lit);
        return cnf.or(lits);
      }
    }
  }

  pair(expr: RelationExpr, a: number, b: number): Lit {
    const cnf = this.#cnf;
    switch (expr.kind) {
      case 'base':
        return this.structure.pair(expr.name, a, b);
      case 'ref':
        return this.pair(this.#bound(expr), a, b);
      case 'empty':
        return no;
      case 'union':
        return cnf.or2(this.pair(expr.left, a, b), this.pair(expr.right, a, b));
      case 'intersection': {
        const left = this.pair(expr.left, a, b);
        if (left === no) return no;
        const right = this.#unfolded(expr.right);
        if (right.kind !== 'complement') return cnf.and2(left, this.pair(right, a, b));
        // A pair of any relation is executed, so a complement need not say it again.
        const excluded = this.pair(right.operand, a, b);
        const always = cnf.followsFrom(excluded, this.structure.executed(a), this.structure.executed(b));
        return always ? no : cnf.and2(left, -excluded);
      }
      case 'difference': {
        const left = this.pair(expr.left, a, b);
        return left === no ? no : cnf.and2(left, -this.pair(expr.right, a, b));
      }
      case 'sequence':
        return cnf.or(
          [...this.relation(expr.left).row(a)].map(([middle, lit]) =>
            cnf.and2(lit, this.pair(expr.right, middle, b)),
          ),
        );
      case 'complement': {
        const both = cnf.and2(this.structure.executed(a), this.structure.executed(b));
        return cnf.and2(both, -this.pair(expr.operand, a, b));
      }
      case 'inverse':
        return this.pair(expr.operand, b, a);
      case 'plus':
        return this.relation(expr).get(a, b);
      case 'star':
      case 'optional':
        if (a === b) return this.structure.executed(a);
        return expr.kind === 'star' ? this.relation(expr).get(a, b) : this.pair(expr.operand, a, b);
      case 'product': {
        const left = this.member(expr.left, a);
        return left === no ? no : cnf.and2(left, this.member(expr.right, b));
      }
      case 'identity':
        return a === b ? this.member(expr.set, a) : no;
    }
  }

  relation(expr: RelationExpr): Relation {
    const known = this.#relations.get(expr);
    if (known !== undefined) return known;
    const relation = this.#enumerate(expr);
    this.#relations.set(expr, relation);
    return relation;
  }

  /** As a part of a graph. Pairs of one thread that are in it whenever both are executed need no literals. */
  addTo(graph: ConditionalGraph, expr: RelationExpr): void {
    if (!this.#ordered.within(expr)) {
      for (const [a, b, lit] of this.relation(expr).pairs()) graph.add(a, b, lit);
      return;
    }
    this.#ordered.forEach(expr, (a, b, whenOrdered, sameThread) => {
      if (whenOrdered && sameThread) graph.order(a, b);
      else graph.add(a, b, whenOrdered ? this.structure.pair('po', a, b) : this.pair(expr, a, b));
    });
  }

  #bound(expr: Extract<RelationExpr, { kind: 'ref' }>): RelationExpr {
    const binding = this.#binding(expr.binding);
    return binding.type === 'relation' ? binding.value : bug(`${binding.name} is no relation`);
  }

  #boundSet(expr: Extract<SetExpr, { kind: 'ref' }>): SetExpr {
    const binding = this.#binding(expr.binding);
    return binding.type === 'set' ? binding.value : bug(`${binding.name} is no set`);
  }

  #unfolded(expr: RelationExpr): RelationExpr {
    return expr.kind === 'ref' ? this.#unfolded(this.#bound(expr)) : expr;
  }

  #binding(index: number): CatBinding {
    const binding = this.model.bindings[index];
    const group = this.model.groups.find((g) => g.bindings.includes(index));
    if (group?.recursive === true)
      throw new InputError({
        code: 'cat-recursion',
        message: `${binding.name} is defined by recursion, which the symbolic engine does not support`,
        file: binding.at.file ?? this.model.file,
        line: binding.at.line,
        column: binding.at.column,
        hint: 'a transitive closure r^+ needs no recursion',
      });
    return binding;
  }

  #enumerate(expr: RelationExpr): Relation {
    const result = new Relation();
    const { structure } = this;
    if (this.#ordered.within(expr)) {
      this.#ordered.forEach(expr, (a, b, whenOrdered) => {
        result.set(a, b, whenOrdered ? structure.pair('po', a, b) : this.pair(expr, a, b));
      });
      return result;
    }
    const filter = (from: RelationExpr): Relation => {
      for (const [a, b] of this.relation(from).pairs()) result.set(a, b, this.pair(expr, a, b));
      return result;
    };
    switch (expr.kind) {
      case 'base':
        return structure.relation(expr.name);
      case 'ref':
        return this.relation(this.#bound(expr));
      case 'empty':
        return result;
      case 'union':
        filter(expr.left);
        return filter(expr.right);
      case 'intersection':
        return filter(this.#cost(expr.left) <= this.#cost(expr.right) ? expr.left : expr.right);
      case 'difference':
        return filter(expr.left);
      case 'sequence':
        return this.#compose(this.relation(expr.left), this.relation(expr.right));
      case 'inverse':
        for (const [a, b, lit] of this.relation(expr.operand).pairs()) result.set(b, a, lit);
        return result;
      case 'plus':
        return this.#closure(this.relation(expr.operand));
      case 'star':
      case 'optional': {
        const inner =
          expr.kind === 'star' ? this.#closure(this.relation(expr.operand)) : this.relation(expr.operand);
        for (const [a, b, lit] of inner.pairs()) result.set(a, b, lit);
        for (let a = 0; a < structure.size; a++) result.set(a, a, structure.executed(a));
        return result;
      }
      case 'identity':
        for (let a = 0; a < structure.size; a++) result.set(a, a, this.member(expr.set, a));
        return result;
      case 'product':
      case 'complement':
        for (let a = 0; a < structure.size; a++)
          for (let b = 0; b < structure.size; b++) result.set(a, b, this.pair(expr, a, b));
        return result;
    }
  }

  #compose(left: Relation, right: Relation): Relation {
    const paths = new Map<number, Lit[]>();
    const { size } = this.structure;
    for (const [a, middle, first] of left.pairs())
      for (const [b, second] of right.row(middle)) {
        const lit = this.#cnf.and2(first, second);
        if (lit === no) continue;
        const list = paths.get(a * size + b);
        if (list === undefined) paths.set(a * size + b, [lit]);
        else list.push(lit);
      }
    const result = new Relation();
    for (const [key, lits] of paths) result.set(Math.floor(key / size), key % size, this.#cnf.or(lits));
    return result;
  }

  /** By squaring: exact, also where the relation may have cycles. */
  #closure(relation: Relation): Relation {
    let closure = relation;
    for (let length = 1; length < this.structure.size; length *= 2) {
      const longer = this.#compose(closure, closure);
      const next = new Relation();
      let grew = false;
      for (const [a, b, lit] of closure.pairs()) next.set(a, b, lit);
      for (const [a, b, lit] of longer.pairs()) {
        const joined = this.#cnf.or2(closure.get(a, b), lit);
        grew ||= joined !== closure.get(a, b);
        next.set(a, b, joined);
      }
      if (!grew) break;
      closure = next;
    }
    return closure;
  }

  /** A guess at how many pairs an expression has. */
  #cost(expr: RelationExpr): number {
    const known = this.#costs.get(expr);
    if (known !== undefined) return known;
    const cost = this.#guess(expr);
    this.#costs.set(expr, cost);
    return cost;
  }

  #guess(expr: RelationExpr): number {
    switch (expr.kind) {
      case 'empty':
      case 'identity':
        return 0;
      case 'base':
        return { rf: 1, co: 1, fr: 1, loc: 3, po: 2, int: 3 }[expr.name];
      case 'ref':
        return this.#cost(this.#bound(expr));
      case 'union':
        return Math.max(this.#cost(expr.left), this.#cost(expr.right));
      case 'intersection':
        return Math.min(this.#cost(expr.left), this.#cost(expr.right));
      case 'difference':
        return this.#cost(expr.left);
      case 'inverse':
      case 'optional':
        return this.#cost(expr.operand);
      case 'sequence':
        return 4;
      case 'product':
        return 5;
      case 'plus':
      case 'star':
        return 6;
      case 'complement':
        return 7;
    }
  }
}
