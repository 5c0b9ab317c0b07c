// Which relation an edge of a violated axiom comes from, in the model's own names: for `acyclic ghb` with
// `let ghb = ppo | rfe | fr | co`, an edge is ppo, rfe, fr or co.

import { hasPair } from '../execution/bitRelation.js';
import type { CatModel, RelationExpr } from './ast.js';
import type { Compiled } from './compile.js';
import type { Slots } from './evaluate.js';

/** The narrowest part of the expression that has a name and the pair; itself where there is none. */
export function edgePart(
  expr: RelationExpr,
  from: number,
  to: number,
  words: number,
  compiled: Compiled,
  slots: Slots,
): RelationExpr {
  const { model } = compiled;
  const holds = (e: RelationExpr): boolean => {
    const slot = compiled.slotOf(e);
    return slot !== -1 && hasPair(slots[slot], words, from, to);
  };
  const parts = alternatives(expr, model, new Set());
  return parts.find(holds) ?? expr;
}

/** The members of a union, with names that only stand for a union of names opened up. */
function alternatives(expr: RelationExpr, model: CatModel, open: ReadonlySet<number>): RelationExpr[] {
  switch (expr.kind) {
    case 'union':
      return [...alternatives(expr.left, model, open), ...alternatives(expr.right, model, open)];
    case 'ref': {
      const binding = model.bindings[expr.binding];
      if (binding.type !== 'relation' || open.has(expr.binding)) return [expr];
      const parts = alternatives(binding.value, model, new Set([...open, expr.binding]));
      return parts.length > 1 && parts.every(isName) ? parts : [expr];
    }
    case 'plus':
      return [...alternatives(expr.operand, model, open), expr];
    default:
      return [expr];
  }
}

const isName = (expr: RelationExpr): boolean => expr.kind === 'ref' || expr.kind === 'base';
