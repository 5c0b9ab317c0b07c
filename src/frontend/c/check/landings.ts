// setjmp: the statement that calls it stands behind a label that longjmp comes back to, with what it is given in a variable. The label reaches
// as far as the list it stands in (lower/control/landings.ts).

import type { Expression, ExpressionOf, Statement } from '../ast.js';
import { hasEffect } from '../effects.js';
import type { TypedStatement } from '../typed.js';
import { intType } from '../types.js';
import { expanded } from './builtins/template.js';
import { constantOf } from './conversions.js';
import { newLocal } from './declarations.js';
import type { Context } from './scope.js';
import { whole } from './synthetic.js';

const functions: ReadonlySet<string> = new Set(['setjmp', '_setjmp', 'sigsetjmp', '__sigsetjmp']);

interface Found {
  readonly call: ExpressionOf<'call'>;
  /** The expression with something else in the place of the call. */
  readonly without: (other: Expression) => Expression;
}

const within = (found: Found | undefined, rebuild: (inner: Expression) => Expression): Found | undefined =>
  found && { call: found.call, without: (other) => rebuild(found.without(other)) };

/** The call of setjmp that an expression begins with: `setjmp(b)`, `!setjmp(b)`, `setjmp(b) == 0`, `r = setjmp(b)`. */
function callIn(e: Expression): Found | undefined {
  switch (e.kind) {
    case 'call':
      return e.callee.kind === 'name' && functions.has(e.callee.name)
        ? { call: e, without: (other) => other }
        : undefined;
    case 'unary':
    case 'cast':
      return within(callIn(e.operand), (operand) => ({ ...e, operand }));
    case 'binary': {
      const isLogical = e.op === '&&' || e.op === '||';
      if (isLogical || !hasEffect(e.right)) return within(callIn(e.left), (left) => ({ ...e, left }));
      return hasEffect(e.left) ? undefined : within(callIn(e.right), (right) => ({ ...e, right }));
    }
    case 'assign':
      return hasEffect(e.target) ? undefined : within(callIn(e.value), (value) => ({ ...e, value }));
    default:
      return undefined;
  }
}

/** The call that a statement begins with, and the statement with something else in its place. */
function callBefore(
  s: Statement,
): { call: Found['call']; without: (other: Expression) => Statement } | undefined {
  const inPart = (
    e: Expression | undefined,
    rebuild: (inner: Expression) => Statement,
  ): ReturnType<typeof callBefore> => {
    const found = e === undefined ? undefined : callIn(e);
    return found && { call: found.call, without: (other) => rebuild(found.without(other)) };
  };
  switch (s.kind) {
    case 'if':
      return inPart(s.condition, (condition) => ({ ...s, condition }));
    case 'switch':
    case 'expression':
      return inPart(s.value, (value) => ({ ...s, value }));
    case 'return':
      return inPart(s.value, (value) => ({ ...s, value }));
    case 'declaration': {
      const [item, ...more] = s.items;
      if (more.length > 0 || item?.initialiser?.kind !== 'value') return undefined;
      const { initialiser } = item;
      return inPart(initialiser.value, (value) => ({
        ...s,
        items: [{ ...item, initialiser: { ...initialiser, value } }],
      }));
    }
    default:
      return undefined;
  }
}

/**
 * The code before a statement that calls setjmp, and the statement without the call; undefined if no longjmp exists.
 */
export function landing(
  context: Context,
  s: Statement,
): { readonly before: readonly TypedStatement[]; readonly statement: Statement } | undefined {
  if (!context.unit.jumpsBack || context.unit.model !== undefined) return undefined;
  const found = callBefore(s);
  if (found === undefined) return undefined;
  const { call, without } = found;
  const { at } = call;
  const { landings } = context.unit;
  const name = `setjmp#${landings.size}`;
  const variable = newLocal(name, intType, at);
  variable.addressed = true;
  variable.assigned = true;
  landings.set(name, variable);
  context.scope.define(name, { kind: 'variable', variable }, at);
  const mark = expanded(
    { context, name: 'setjmp', args: call.args, at },
    `*(long *)(A0) = __diptych_landing("${name}")`,
  );
  return {
    before: [
      { kind: 'declare', variable, initialiser: whole(intType, constantOf(0, at)), at },
      { kind: 'expression', value: mark, at },
      { kind: 'label', name, at, landing: variable },
    ],
    statement: without({ kind: 'name', name, at }),
  };
}
