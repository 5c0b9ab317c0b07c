// `x = nondet(); assume(0 <= x && x < 4);` means a choice among four values. The assumption comes right after the choice, so
// the choice itself is narrowed: an engine that enumerates choices then has four to try. An assumption that then always holds is
// left out: it would be one more use of the value, and `rand() % 3` is a choice of the remainder only if nothing else is used.

import { type BinaryOp, type Expr, registersOf } from '../expression.js';
import { negated } from '../negated.js';
import type { Thread } from '../program.js';
import { withBodies } from '../rewrite.js';
import { type Statement, type StatementOf, targetsOf } from '../statement.js';
import { type Comparison, comparisonOf, rangeOf } from './comparisons.js';

export function narrowedChoices(thread: Thread): Thread {
  const body = narrowedIn(thread.body);
  return body === thread.body ? thread : { ...thread, body };
}

function narrowedIn(body: readonly Statement[]): readonly Statement[] {
  const out: Statement[] = [];
  for (const s of body) {
    if (s.kind === 'assume' && narrowChoices(out, s.condition) && s.awaits === undefined) continue;
    out.push(withBodies(s, narrowedIn));
  }
  return out.length === body.length && out.every((s, i) => s === body[i]) ? body : out;
}

/** `out` ends where the assumption stands; its choices are replaced by narrower ones. Says whether it now holds whatever is chosen. */
function narrowChoices(out: Statement[], condition: Expr): boolean {
  const whole = comparisonOf(condition);
  let holds = false;
  for (const { register, op, value } of comparisons(out, condition)) {
    const index = choiceOf(out, register);
    const choice = index === undefined ? undefined : out[index];
    if (index === undefined || choice?.kind !== 'nondet' || choice.width === 64) continue;
    const { from, to } = narrowed(choice, op, value);
    if (from > to) continue;
    out[index] = { ...choice, from, to };
    holds ||= whole?.register === register && whole.op === op && whole.value === value && isExact(op, value);
  }
  return holds;
}

/** Whether every value of the narrowed choice passes the comparison. */
const isExact = (op: BinaryOp, value: number): boolean =>
  ['==', '<', '<=', '>', '>='].includes(op) || (op === '<u' && value > 0) || (op === '<=u' && value >= 0);

/** The conjuncts `register op constant`, also of what was computed just before (`assume(c)` as a function). */
function comparisons(out: readonly Statement[], e: Expr): readonly Comparison[] {
  if (e.kind === 'binary' && e.op === '&&')
    return [...comparisons(out, e.left), ...comparisons(out, e.right)];
  if (e.kind === 'unary' && e.op === '!' && e.operand.kind === 'binary' && e.operand.op === '||')
    return [e.operand.left, e.operand.right].flatMap((side) => comparisons(out, negated(side)));
  const comparison = comparisonOf(e);
  const truth = truthIn(e, comparison);
  const computed = truth === undefined ? undefined : computedAs(out, truth);
  if (computed !== undefined && computed !== 'never') return computed;
  return comparison === undefined ? [] : [comparison];
}

/** A register of which it is asked whether it is 0. */
interface Truth {
  readonly register: string;
  readonly isTrue: boolean;
}

function truthIn(e: Expr, comparison: Comparison | undefined): Truth | undefined {
  if (e.kind === 'register') return { register: e.name, isTrue: true };
  if (e.kind === 'unary' && e.op === '!' && e.operand.kind === 'register')
    return { register: e.operand.name, isTrue: false };
  if (comparison?.value !== 0 || (comparison.op !== '==' && comparison.op !== '!=')) return undefined;
  return { register: comparison.register, isTrue: comparison.op === '!=' };
}

/**
 * The comparisons that hold if the register is not 0, or if it is. Only local steps follow its computation, and the compared registers still have the
 * same values. `if (a) c = b; else c = 0;` is how compilers compute `a && b`.
 */
function computedAs(out: readonly Statement[], truth: Truth): readonly Comparison[] | 'never' | undefined {
  const { register, isTrue } = truth;
  const later = new Set<string>();
  const isSame = (comparison: Comparison): boolean => !later.has(comparison.register);
  for (let index = out.length - 1; index >= 0; index--) {
    const s = out[index];
    if (!isLocal(s)) return undefined;
    const before = out.slice(0, index);
    if (s.kind === 'assign' && s.target === register) {
      if (s.value.kind === 'const') return (Number(s.value.value) !== 0) === isTrue ? undefined : 'never';
      if (s.value.kind === 'register' || [...registersOf(s.value)].some((name) => later.has(name)))
        return undefined;
      return comparisons(before, isTrue ? s.value : negated(s.value)).filter(isSame);
    }
    const targets = targetsIn(s);
    if (s.kind === 'if' && targets.has(register)) {
      const [yes, no] = [s.whenTrue, s.whenFalse].map((arm) => computedAs([...before, ...arm], truth));
      if ((yes === 'never') === (no === 'never')) return undefined;
      const [condition, rest] = no === 'never' ? [s.condition, yes] : [negated(s.condition), no];
      const chosen = comparisons(before, condition).filter((c) => !targets.has(c.register));
      return [...chosen, ...(rest === undefined || rest === 'never' ? [] : rest)].filter(isSame);
    }
    for (const name of targets) later.add(name);
  }
  return undefined;
}

/** Whether the statement does nothing that another thread sees. */
function isLocal(s: Statement): boolean {
  if (s.kind === 'if') return [...s.whenTrue, ...s.whenFalse].every(isLocal);
  return s.kind === 'assign' || s.kind === 'nondet' || s.kind === 'assume';
}

const targetsIn = (s: Statement): ReadonlySet<string> =>
  new Set(
    s.kind === 'if'
      ? [...s.whenTrue, ...s.whenFalse].flatMap((inner) => [...targetsIn(inner)])
      : targetsOf(s),
  );

/** Where the register got its value by a choice, with nothing but local steps since. */
function choiceOf(out: readonly Statement[], register: string): number | undefined {
  let name = register;
  for (let i = out.length - 1; i >= 0; i--) {
    const s = out[i];
    if (!isLocal(s)) return undefined;
    if (!targetsIn(s).has(name)) continue;
    if (s.kind === 'nondet') return i;
    if (s.kind !== 'assign' || s.value.kind !== 'register') return undefined;
    name = s.value.name;
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
