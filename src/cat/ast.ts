// A cat model after resolution, the input of the evaluator (judge.ts) and of the symbolic engine. Includes,
// functions, procedures, `try` and the derived names of the standard library (rfe, po-loc, M, ...) are gone. Typed
// expressions over a few base sets and relations, definitions, and axioms are left. Expressions are hash-consed
// within a model: equal ones are the same object, so consumers may memoise by identity.

import type { SourceSpan } from '../program/statement.js';

/**
 * Sets of events that an execution gives (docs/cat.md says which event is in which).
 * `_` all events, the initial writes included; `R` events that read; `W` events that write, the initial writes included;
 * `IW` initial writes; `F` full fences (also those that access memory); `S` store-store fences.
 * The choice of a nondeterministic value is no event here: no set and no relation, not even a complement, contains one.
 */
export type BaseSet = '_' | 'R' | 'W' | 'IW' | 'F' | 'S';
export const baseSets: readonly BaseSet[] = ['_', 'R', 'W', 'IW', 'F', 'S'];

/**
 * Relations that an execution gives. `po` is transitive and includes what spawn and join order; initial writes are in
 * no pair of it. `rf`, `co` (transitive), `fr` (cell by cell, without identity) include initial writes. `loc` relates
 * events that access a common cell, `int` events of the same thread (or two initial writes), both reflexively.
 */
export type BaseRelation = 'po' | 'rf' | 'co' | 'fr' | 'loc' | 'int';
export const baseRelations: readonly BaseRelation[] = ['po', 'rf', 'co', 'fr', 'loc', 'int'];

export type SetExpr =
  | { readonly kind: 'base'; readonly name: BaseSet }
  /** `CatModel.bindings[binding]`, which is of type set. */
  | { readonly kind: 'ref'; readonly binding: number }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'union' | 'intersection' | 'difference';
      readonly left: SetExpr;
      readonly right: SetExpr;
    }
  | { readonly kind: 'complement'; readonly operand: SetExpr }
  | { readonly kind: 'domain' | 'range'; readonly operand: RelationExpr };

export type RelationExpr =
  | { readonly kind: 'base'; readonly name: BaseRelation }
  /** `CatModel.bindings[binding]`, which is of type relation. */
  | { readonly kind: 'ref'; readonly binding: number }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'union' | 'intersection' | 'difference' | 'sequence';
      readonly left: RelationExpr;
      readonly right: RelationExpr;
    }
  /** `~r`, `r^-1`, `r^+`, `r^*`, `r?` */
  | {
      readonly kind: 'complement' | 'inverse' | 'plus' | 'star' | 'optional';
      readonly operand: RelationExpr;
    }
  /** `left * right` */
  | { readonly kind: 'product'; readonly left: SetExpr; readonly right: SetExpr }
  /** `[set]`; `id` is `[_]`. */
  | { readonly kind: 'identity'; readonly set: SetExpr };

/** A value of either type. */
export type Typed =
  | { readonly type: 'set'; readonly value: SetExpr }
  | { readonly type: 'relation'; readonly value: RelationExpr };

/** A name given by `let`, by the standard library, or by `let rec`. */
export type CatBinding = Typed & { readonly name: string; readonly at: SourceSpan };

/**
 * Bindings that are evaluated together, in the order of the groups. A value refers to bindings of earlier groups and, in
 * a recursive group, to those of its own: it then means the least solution, and is monotone in them.
 */
export interface BindingGroup {
  readonly recursive: boolean;
  readonly bindings: readonly number[];
}

export type AxiomKind = 'acyclic' | 'irreflexive' | 'empty';

export type Axiom = Typed & {
  readonly kind: AxiomKind;
  /** `~acyclic r` and the like: the opposite is demanded. */
  readonly negated: boolean;
  /** A flag forbids nothing: an execution that satisfies the test is reported as flagged. */
  readonly flag: boolean;
  /** The name given by `as`; else a text such as `acyclic ghb`. */
  readonly name: string;
  readonly at: SourceSpan;
};

export interface CatModel {
  readonly name: string;
  readonly file: string;
  readonly bindings: readonly CatBinding[];
  /** Only bindings that some axiom needs are in a group. */
  readonly groups: readonly BindingGroup[];
  readonly axioms: readonly Axiom[];
}
