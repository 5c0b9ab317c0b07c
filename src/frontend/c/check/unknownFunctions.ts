// Functions that a program declares and no file defines. As other checkers do, diptych lets such a function return any
// value and do nothing else. Emission adds a cut for its other effects, and the answer names the cut as a bound. If the
// call passes an address that the function could write to, executions end at the call: findings after it would mean
// little. A function without a declaration may be misspelt. It is refused, except in programs for checkers.

import type { ExpressionOf } from '../ast.js';
import type { Value } from '../typed.js';
import { type CType, intType, voidType } from '../types.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { promoted } from './variadic.js';

/** Names of libraries and compilers. A call of such a function has a meaning that diptych must not guess. */
const ofLibraries = /^(__|atomic_|pthread_|sem_|thrd_|mtx_|cnd_|tss_|sigset|rcu_|uatomic_|cmm_)/;

/** The call as a choice of any value, or undefined if it is refused. `declared` is the function's declared result. */
export function unknownCall(
  context: Context,
  name: string,
  e: ExpressionOf<'call'>,
  declared?: CType,
): Value | undefined {
  if (declared === undefined && !context.unit.isForChecker) return undefined;
  const result = declared ?? intType;
  const isValue = result.kind === 'integer' || result.kind === 'float' || result.kind === 'pointer';
  if (ofLibraries.test(name) || !(isValue || result.kind === 'void')) return undefined;
  const { at } = e;
  const args = e.args.map((arg) => promoted(checkValue(context, arg)));
  const writes = !args.every(({ type }, i) => isHarmless(type) || e.args[i].kind === 'string');
  const unknown: Value = {
    kind: 'builtin',
    builtin: { op: 'unknown', name, args, writes },
    type: voidType,
    at,
  };
  if (result.kind === 'void') return unknown;
  const any: Value = { kind: 'builtin', builtin: { op: 'nondet' }, type: result, at };
  return { kind: 'comma', left: unknown, right: any, type: result, at };
}

const isHarmless = (type: CType): boolean => type.kind === 'integer' || type.kind === 'float';
