// Functions and variables that the program does not define: those of the library, the words of SV-COMP's programs, and unknown ones.
//
// Calls of the library stay calls: the program is linked with a model of the library, which is C (model/). Its prototypes say what types
// they have. Those functions remain to the type checker that are the language's own, and those by which a program speaks to checkers.
//
// In SV-COMP's programs an error is a call of `reach_error` (before 2020: of `__VERIFIER_error`), for any definition of these functions in
// the program. `abort` ends an execution of no interest: programs assume with it.

import type { ExpressionOf, ExternalDeclaration } from '../ast.js';
import { nameOf } from '../declarators.js';
import { withoutBuiltin } from '../parse/namesUsed.js';
import type { FunctionSymbol, Value } from '../typed.js';
import { type CType, intType, voidType } from '../types.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { baseType, declaredType } from './typeNames.js';
import { promoted } from './variadic.js';

const errorFunctions: ReadonlySet<string> = new Set(['reach_error', '__VERIFIER_error']);

export const isErrorFunction = (name: string): boolean => errorFunctions.has(name);

/** That such a function is declared says something, whether it is called or not. */
export const isWord = (name: string): boolean =>
  isErrorFunction(name) ||
  name === 'assume_abort_if_not' ||
  /^__VERIFIER_(assert$|nondet_|atomic_)/.test(name);

/** A program with such a name is written for a checker. */
export const isCheckers = (name: string): boolean =>
  isErrorFunction(name) || /^(__VERIFIER_|__CPROVER_|__ESBMC_|__goblint_|nondet(?:_|$))/.test(name);

/** A program that calls such a function without a declaration is one of them too. */
export const callsForErrors = (used: ReadonlySet<string>): boolean =>
  [...used].some((name) => isErrorFunction(name) || /^__VERIFIER_nondet_(?!bool$)/.test(name));

/** Whether a program declares one of these functions. */
export const speaksOfErrors = (declarations: readonly ExternalDeclaration[]): boolean =>
  declarations.some((declaration) => {
    if (declaration.kind === 'static-assert') return false;
    const declarators =
      declaration.kind === 'function'
        ? [declaration.declarator]
        : declaration.items.map(({ declarator }) => declarator);
    return declarators.some((declarator) => {
      const name = nameOf(declarator);
      return name !== undefined && isWord(name);
    });
  });

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

// As other checkers do, diptych lets a function that a program declares and no file defines return any value and do nothing else. Emission
// adds a cut for its other effects, and the answer names the cut as a bound. If the call passes an address that the function could write
// to, executions end at the call: findings after it would mean little. A function without a declaration may be misspelt. It is refused,
// except in programs for checkers.

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

/**
 * Other names of variables that the C library defines. A preprocessed file declares them as glibc's headers do (`extern FILE *stderr;`),
 * and programs declare `extern char **environ;` themselves.
 */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['__environ', 'environ'],
  ['_environ', 'environ'],
  ['__progname', 'program_invocation_short_name'],
  ['__progname_full', 'program_invocation_name'],
  ['__tzname', 'tzname'],
  ['__timezone', 'timezone'],
  ['__daylight', 'daylight'],
]);

/** The name under which the library has a variable. */
export const libraryVariableName = (name: string): string => otherNames.get(name) ?? name;
