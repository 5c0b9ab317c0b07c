// A function that a program declares and nobody defines: as checkers take it, it returns any value and does nothing else. Lowering says
// so by a cut that stands for whatever else it may do, which the answer names as a bound. Behind one that is given an address it could
// write to nothing is seen: without knowing what it writes, what is found there would mean little. One that is not even declared is
// refused, but in programs for checkers: it may be misspelt.

import type { ExpressionOf } from '../ast.js';
import type { Value } from '../typed.js';
import { type CType, intType, voidType } from '../types.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { promoted } from './variadic.js';

/** Names of libraries and compilers: who does not know them does not know what the program means. */
const ofLibraries = /^(__|atomic_|pthread_|sem_|thrd_|mtx_|cnd_|tss_|sigset|rcu_|uatomic_|cmm_)/;

/** The call, if it may be taken for a choice; `declared`: what the function is declared to return. */
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
