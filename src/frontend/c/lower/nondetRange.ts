// `x = nondet(); assume(0 <= x && x < 4);` means a choice among four values. The assumption comes right after the choice, so
// the choice itself is narrowed: an engine that enumerates choices then has four to try.

import type { BinaryOp, Expr } from '../../../program/expression.js';
import type { Statement, StatementOf } from '../../../program/statement.js';
import { type Comparison, comparisonOf, rangeOf } from './comparisons.js';

/** `out` ends where the assumption will stand; its choices are replaced by narrower ones. */
export function narrowChoices(out: Statement[], condition: Expr): void {
  for (const { register, op, value } of comparisons(condition)) {
    const index = choiceOf(out, register);
    const choice = index === undefined ? undefined : out[index];
    if (index === undefined || choice?.kind !== 'nondet' || choice.width === 64) continue;
    const { from, to } = narrowed(choice, op, value);
    if (from <= to) out[index] = { ...choice, from, to };
  }
}

/** The conjuncts `register op constant`. */
function comparisons(e: Expr): readonly Comparison[] {
  if (e.kind === 'binary' && e.op === '&&') return [...comparisons(e.left), ...comparisons(e.right)];
  const comparison = comparisonOf(e);
  return comparison === undefined ? [] : [comparison];
}

/** Where the register got its value by a choice, with nothing but local steps since. */
function choiceOf(out: readonly Statement[], register: string): number | undefined {
  let name = register;
  for (let i = out.length - 1; i >= 0; i--) {
    const s = out[i];
    switch (s.kind) {
      case 'nondet':
        if (s.target === name) return i;
        break;
      case 'assign':
        if (s.target !== name) break;
        if (s.value.kind !== 'register') return undefined;
        name = s.value.name;
        break;
      case 'assume':
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function narrowed(choice: StatementOf<'nondet'>, op: BinaryOp, value: number): { from: number; to: number } {
  const { from, to } = rangeOf(choice);
  switch (op) {
    case '==':
      return { from: Math.max(from, value), to: Math.min(to, value) };
    case '<':
      return { from, to: Math.min(to, value - 1) };
    case '<=':
      return { from, to: Math.min(to, value) };
    case '>':
      return { from: Math.max(from, value + 1), to };
    case '>=':
      return { from: Math.max(from, value), to };
    case '<u':
      return value > 0 ? { from: Math.max(from, 0), to: Math.min(to, value - 1) } : { from, to };
    case '<=u':
      return value >= 0 ? { from: Math.max(from, 0), to: Math.min(to, value) } : { from, to };
    default:
      return { from, to };
  }
}
