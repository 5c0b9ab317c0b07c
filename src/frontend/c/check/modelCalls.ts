// Calls of the library that stay calls: the program is linked with a model of the library, which is C (model/). Its prototypes say what types
// they have. Those functions remain to the type checker that are the language's own, and those by which a program speaks to checkers.

import type { ExpressionOf } from '../ast.js';
import { withoutBuiltin } from '../parse/namesUsed.js';
import type { FunctionSymbol } from '../typed.js';
import type { Context } from './scope.js';
import { baseType, declaredType } from './typeNames.js';

/** A failed assertion is told with the text of its condition, which only the type checker knows. */
const ofChecker =
  /(?:assert|assume|assume_abort_if_not|ASSERT|_check|_cover|condition|_error|unreachable)$|^(?:abort|trap)$/;

/** The function that a name stands for in the library. */
export function modelFunction(context: Context, name: string): FunctionSymbol | undefined {
  const { model } = context.unit;
  const plain = withoutBuiltin(name);
  if (ofChecker.test(plain)) return undefined;
  const known = model.used.get(plain);
  if (known !== undefined) return known;
  const declaration = model.prototype(plain);
  const [item] = declaration?.items ?? [];
  if (declaration === undefined || item === undefined) return undefined;
  const own = context.scope.lookup(plain);
  const outside: Context = { ...context, scope: context.fileScope };
  const type =
    own?.kind === 'function' && !own.function.type.unspecified
      ? own.function.type
      : declaredType(outside, baseType(outside, declaration.specifiers), item.declarator);
  if (type.kind !== 'function') return undefined;
  const symbol: FunctionSymbol = { name: plain, type, at: item.at, addressed: true };
  model.used.set(plain, symbol);
  return symbol;
}

/** CDSChecker's thrd_join has no second argument. */
export const withAllArguments = (name: string, e: ExpressionOf<'call'>): ExpressionOf<'call'> =>
  name === 'thrd_join' && e.args.length === 1
    ? { ...e, args: [...e.args, { kind: 'number', text: '0', at: e.at }] }
    : e;
