// Makes the expressions of one model, each distinct one once (hash-consing). Simplifications keep trivially empty
// expressions from consumers. One rewriting is semantic: `rf^-1;co` is read as `fr` (see docs/cat.md). For an event
// that touches several cells, the composition would relate accesses to different cells. It would also relate an
// atomic event to itself, because an atomic is one event here and two in herd.

import type { BaseRelation, BaseSet, CatBinding, RelationExpr, SetExpr } from './ast.js';

export class Expressions {
  readonly #sets = new Map<string, SetExpr>();
  readonly #relations = new Map<string, RelationExpr>();
  readonly #ids = new Map<SetExpr | RelationExpr, number>();
  /** The model's bindings so far: references are looked through when `rf^-1;co` is sought. */
  readonly #bindings: readonly (CatBinding | undefined)[];

  readonly emptySet: SetExpr;
  readonly emptyRelation: RelationExpr;
  readonly universe: SetExpr;

  constructor(bindings: readonly (CatBinding | undefined)[]) {
    this.#bindings = bindings;
    this.emptySet = this.#set({ kind: 'empty' }, 'empty');
    this.emptyRelation = this.#relation({ kind: 'empty' }, 'empty');
    this.universe = this.baseSet('_');
  }

  #intern<E extends SetExpr | RelationExpr>(table: Map<string, E>, expr: E, key: string): E {
    const known = table.get(key);
    if (known !== undefined) return known;
    table.set(key, expr);
    this.#ids.set(expr, this.#ids.size);
    return expr;
  }

  #set(expr: SetExpr, key: string): SetExpr {
    return this.#intern(this.#sets, expr, key);
  }

  #relation(expr: RelationExpr, key: string): RelationExpr {
    return this.#intern(this.#relations, expr, key);
  }

  #key(kind: string, ...parts: readonly (SetExpr | RelationExpr)[]): string {
    return `${kind} ${parts.map((part) => this.#ids.get(part)).join(' ')}`;
  }

  baseSet(name: BaseSet): SetExpr {
    return this.#set({ kind: 'base', name }, `base ${name}`);
  }

  baseRelation(name: BaseRelation): RelationExpr {
    return this.#relation({ kind: 'base', name }, `base ${name}`);
  }

  setRef(binding: number): SetExpr {
    return this.#set({ kind: 'ref', binding }, `ref ${binding}`);
  }

  relationRef(binding: number): RelationExpr {
    return this.#relation({ kind: 'ref', binding }, `ref ${binding}`);
  }

  combineSets(kind: 'union' | 'intersection' | 'difference', left: SetExpr, right: SetExpr): SetExpr {
    const trivial = absorbEmpty(kind, left, right, this.emptySet);
    return trivial ?? this.#set({ kind, left, right }, this.#key(kind, left, right));
  }

  combineRelations(
    kind: 'union' | 'intersection' | 'difference',
    left: RelationExpr,
    right: RelationExpr,
  ): RelationExpr {
    const trivial = absorbEmpty(kind, left, right, this.emptyRelation);
    return trivial ?? this.#relation({ kind, left, right }, this.#key(kind, left, right));
  }

  complementSet(operand: SetExpr): SetExpr {
    return this.#set({ kind: 'complement', operand }, this.#key('complement', operand));
  }

  project(kind: 'domain' | 'range', operand: RelationExpr): SetExpr {
    if (operand.kind === 'empty') return this.emptySet;
    return this.#set({ kind, operand }, this.#key(kind, operand));
  }

  unaryRelation(
    kind: 'complement' | 'inverse' | 'plus' | 'star' | 'optional',
    operand: RelationExpr,
  ): RelationExpr {
    if (operand.kind === 'empty') {
      if (kind === 'inverse' || kind === 'plus') return operand;
      if (kind === 'star' || kind === 'optional') return this.identity(this.universe);
    }
    return this.#relation({ kind, operand }, this.#key(kind, operand));
  }

  product(left: SetExpr, right: SetExpr): RelationExpr {
    if (left.kind === 'empty' || right.kind === 'empty') return this.emptyRelation;
    return this.#relation({ kind: 'product', left, right }, this.#key('product', left, right));
  }

  identity(set: SetExpr): RelationExpr {
    if (set.kind === 'empty') return this.emptyRelation;
    return this.#relation({ kind: 'identity', set }, this.#key('identity', set));
  }

  /** Chains are kept to the right: a;(b;(c;d)). */
  sequence(left: RelationExpr, right: RelationExpr): RelationExpr {
    const parts = [...chain(left), ...chain(right)];
    if (parts.some((part) => part.kind === 'empty')) return this.emptyRelation;
    for (let i = 0; i + 1 < parts.length; i++) {
      const fromReads = this.#fromReads(parts[i], parts[i + 1]);
      if (fromReads !== undefined) parts.splice(i, 2, fromReads);
    }
    return parts.reduceRight((rest, first) =>
      this.#relation({ kind: 'sequence', left: first, right: rest }, this.#key('sequence', first, rest)),
    );
  }

  /** `fr` for `rf^-1;co`, `co | fr` for `rf^-1?;co`. */
  #fromReads(left: RelationExpr, right: RelationExpr): RelationExpr | undefined {
    if (!this.#is('co', right)) return undefined;
    const source = this.#unfold(left);
    const fr = this.baseRelation('fr');
    if (this.#isInverseOfRf(source)) return fr;
    if (source.kind === 'optional' && this.#isInverseOfRf(this.#unfold(source.operand)))
      return this.combineRelations('union', right, fr);
    return undefined;
  }

  #isInverseOfRf(expr: RelationExpr): boolean {
    return expr.kind === 'inverse' && this.#is('rf', expr.operand);
  }

  #is(name: BaseRelation, expr: RelationExpr): boolean {
    const unfolded = this.#unfold(expr);
    return unfolded.kind === 'base' && unfolded.name === name;
  }

  #unfold(expr: RelationExpr): RelationExpr {
    if (expr.kind !== 'ref') return expr;
    const binding = this.#bindings[expr.binding];
    return binding?.type === 'relation' ? this.#unfold(binding.value) : expr;
  }
}

function absorbEmpty<E extends SetExpr | RelationExpr>(
  kind: 'union' | 'intersection' | 'difference',
  left: E,
  right: E,
  empty: E,
): E | undefined {
  switch (kind) {
    case 'union':
      if (left.kind === 'empty' || left === right) return right;
      return right.kind === 'empty' ? left : undefined;
    case 'intersection':
      return left.kind === 'empty' || right.kind === 'empty' ? empty : undefined;
    case 'difference':
      return left.kind === 'empty' || right.kind === 'empty' ? left : undefined;
  }
}

function chain(expr: RelationExpr): RelationExpr[] {
  return expr.kind === 'sequence' ? [...chain(expr.left), ...chain(expr.right)] : [expr];
}
