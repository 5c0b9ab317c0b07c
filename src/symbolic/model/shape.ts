// The shape of a model's axioms, found by unfolding names and unions: which of them are coherence, which constrain
// co. Only recognised shapes prune the search. An axiom that says the same in another way still holds, but prunes
// less.

import type { Axiom, CatModel, RelationExpr } from '../../cat/ast.js';

type Member = 'po' | 'po-loc' | 'rf' | 'co' | 'fr' | 'other';

export function resolve(model: CatModel, expr: RelationExpr): RelationExpr {
  if (expr.kind !== 'ref') return expr;
  const binding = model.bindings[expr.binding];
  const recursive = model.groups.some((g) => g.recursive && g.bindings.includes(expr.binding));
  return binding.type === 'relation' && !recursive ? resolve(model, binding.value) : expr;
}

/** The expressions whose union `expr` is. `r^+` counts as r, for a relation that is to be acyclic. */
export function unionMembers(model: CatModel, expr: RelationExpr): RelationExpr[] {
  const resolved = resolve(model, expr);
  if (resolved.kind === 'union')
    return [...unionMembers(model, resolved.left), ...unionMembers(model, resolved.right)];
  return resolved.kind === 'plus' ? unionMembers(model, resolved.operand) : [resolved];
}

function memberName(model: CatModel, expr: RelationExpr): Member {
  const e = resolve(model, expr);
  const isBase = (x: RelationExpr, name: string): boolean => {
    const r = resolve(model, x);
    return r.kind === 'base' && r.name === name;
  };
  switch (e.kind) {
    case 'base':
      return e.name === 'po' || e.name === 'rf' || e.name === 'co' || e.name === 'fr' ? e.name : 'other';
    case 'intersection':
      return (isBase(e.left, 'po') && isBase(e.right, 'loc')) ||
        (isBase(e.left, 'loc') && isBase(e.right, 'po'))
        ? 'po-loc'
        : 'other';
    case 'sequence': {
      const left = resolve(model, e.left);
      return left.kind === 'inverse' && isBase(left.operand, 'rf') && isBase(e.right, 'co') ? 'fr' : 'other';
    }
    case 'difference':
      return resolve(model, e.right).kind === 'identity' && memberName(model, e.left) === 'fr'
        ? 'fr'
        : 'other';
    default:
      return 'other';
  }
}

/** The names of an acyclicity axiom's members; empty for any other axiom. */
function acyclicMembers(model: CatModel, axiom: Axiom): Set<Member> {
  if (axiom.type !== 'relation' || axiom.negated || axiom.flag || axiom.kind !== 'acyclic') return new Set();
  return new Set(unionMembers(model, axiom.value).map((m) => memberName(model, m)));
}

/** Exactly `acyclic po-loc | rf | co | fr`. */
export function isCoherence(model: CatModel, axiom: Axiom): boolean {
  const members = acyclicMembers(model, axiom);
  return members.size === 4 && !members.has('other') && !members.has('po');
}

/** Whether the model forbids what coherence forbids. */
export function impliesCoherence(model: CatModel): boolean {
  return model.axioms.some((axiom) => {
    const members = acyclicMembers(model, axiom);
    return (
      (members.has('po') || members.has('po-loc')) &&
      members.has('rf') &&
      members.has('co') &&
      members.has('fr')
    );
  });
}

/** Whether some axiom keeps co acyclic. */
export function ordersWrites(model: CatModel): boolean {
  return model.axioms.some((axiom) => acyclicMembers(model, axiom).has('co'));
}
