// `x = nondet(); assume(0 <= x && x < 4);` means a choice among four values. The assumption comes right after the choice, so
// the choice itself is narrowed: an engine that enumerates choices then has four to try.

import { type BinaryOp, type Expr, registersOf } from '../../../../program/expression.js';
import type { Thread } from '../../../../program/program.js';
import { withBodies } from '../../../../program/rewrite.js';
import type { Statement, StatementOf } from '../../../../program/statement.js';
import { foldUnary } from '../fold.js';
import { type Comparison, comparisonOf, rangeOf } from './comparisons.js';

export function narrowedChoices(thread: Thread): Thread {
  const body = narrowedIn(thread.body);
  return body === thread.body ? thread : { ...thread, body };
}

function narrowedIn(body: readonly Statement[]): readonly Statement[] {
  const out: Statement[] = [];
  for (const s of body) {
    if (s.kind === 'assume') narrowChoices(out, s.condition);
    out.push(withBodies(s, narrowedIn));
  }
  return out.every((s, i) => s === body[i]) ? body : out;
}

/** `out` ends where the assumption stands; its choices are replaced by narrower ones. */
function narrowChoices(out: Statement[], condition: Expr): void {
  for (const { register, op, value } of comparisons(out, condition)) {
    const index = choiceOf(out, register);
    const choice = index === undefined ? undefined : out[index];
    if (index === undefined || choice?.kind !== 'nondet' || choice.width === 64) continue;
    const { from, to } = narrowed(choice, op, value);
    if (from <= to) out[index] = { ...choice, from, to };
  }
}

/** The conjuncts `register op constant`, also of what was computed just before (`assume(c)` as a function). */
function comparisons(out: readonly Statement[], e: Expr): readonly Comparison[] {
  if (e.kind === 'binary' && e.op === '&&')
    return [...comparisons(out, e.left), ...comparisons(out, e.right)];
  if (e.kind === 'unary' && e.op === '!' && e.operand.kind === 'binary' && e.operand.op === '||')
    return [e.operand.left, e.operand.right].flatMap((side) => comparisons(out, foldUnary('!', side)));
  const comparison = comparisonOf(e);
  const isTruth = comparison !== undefined && comparison.op === '!=' && comparison.value === 0;
  const name = e.kind === 'register' ? e.name : isTruth ? comparison.register : undefined;
  const computed = name === undefined ? undefined : computedAs(out, name);
  if (computed !== undefined) return comparisons(out.slice(0, computed.index), computed.value);
  return comparison === undefined ? [] : [comparison];
}

/** The expression that the register was computed from, if only local steps follow and the expression still has the same value. */
function computedAs(
  out: readonly Statement[],
  register: string,
): { readonly value: Expr; readonly index: number } | undefined {
  const later = new Set<string>();
  for (let index = out.length - 1; index >= 0; index--) {
    const s = out[index];
    if (s.kind === 'assign' && s.target === register) {
      const { value } = s;
      const isSame = s.value.kind !== 'register' && ![...registersOf(value)].some((name) => later.has(name));
      return isSame ? { value, index } : undefined;
    }
    if (s.kind !== 'assign' && s.kind !== 'nondet' && s.kind !== 'assume') return undefined;
    if (s.kind !== 'assume') later.add(s.target);
  }
  return undefined;
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
