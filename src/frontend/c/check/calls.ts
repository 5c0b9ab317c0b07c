// Calls: of the program's own functions, through function pointers, and of library functions.

import type { SourceSpan } from '../../../program/statement.js';
import type { ExpressionOf } from '../ast.js';
import { leftToClang, typeError, unsupported } from '../diagnostics.js';
import type { FunctionSymbol, Value } from '../typed.js';
import { type CType, type FunctionType, intType, typeName } from '../types.js';
import { unsupportedFunction } from '../unsupportedNames.js';
import { checkBuiltin, isBuiltin } from './builtins/index.js';
import { coerce } from './conversions.js';
import { checkValue } from './expressions.js';
import { declareFunction } from './functions.js';
import { isErrorFunction, modelFunction, unknownCall, withAllArguments } from './library.js';
import type { Context } from './scope.js';
import { promoted } from './variadic.js';

export function checkCall(context: Context, e: ExpressionOf<'call'>): Value {
  const { callee, at } = e;
  if (callee.kind === 'name') {
    const { name } = callee;
    const symbol = context.scope.lookup(name) ?? implicitly(context, name, callee.at);
    const isDefined = context.unit.defined.has(name);
    const own = (isDefined && !isErrorFunction(name)) || symbol?.kind === 'variable';
    const modelled = own ? undefined : modelFunction(context, name);
    if (modelled !== undefined) {
      const given = withAllArguments(modelled.name, e);
      return callOf(context, valueOfFunction(modelled, callee.at), modelled.type, given);
    }
    if (!own && isBuiltin(name)) return checkBuiltin(context, name, e);
    if (symbol === undefined || (symbol.kind === 'function' && !isDefined))
      unsupportedFunction(name, callee.at);
    if (symbol === undefined && name.startsWith('__builtin_'))
      return leftToClang(`the function ${name}`, callee.at);
    if (symbol === undefined)
      return (
        unknownCall(context, name, e) ??
        unsupported(`the function ${name}`, callee.at, 'it is neither defined here nor known to diptych')
      );
    if (symbol.kind === 'function') {
      const target = valueOfFunction(symbol.function, callee.at);
      const { result } = symbol.function.type;
      if (!isDefined && isChoice(name, result) && e.args.length === 0)
        return { kind: 'builtin', builtin: { op: 'nondet' }, type: result, at };
      if (!isDefined)
        return (
          unknownCall(context, name, e, result) ??
          unsupported(`the function ${name}`, callee.at, 'it is declared but has no body')
        );
      return callOf(context, target, symbol.function.type, e);
    }
  }
  const target = checkValue(context, callee);
  if (target.type.kind !== 'pointer' || target.type.to.kind !== 'function')
    return typeError(`${typeName(target.type)} cannot be called`, at);
  return callOf(context, target, target.type.to, e);
}

const valueOfFunction = (symbol: FunctionSymbol, at: SourceSpan): Value => ({
  kind: 'function',
  function: symbol,
  type: { kind: 'pointer', to: symbol.type },
  at,
});

/** `unsigned nondet_flags(void);`: verifiers take any name that begins so for a choice, of the type it is declared with. */
const isChoice = (name: string, result: CType): boolean =>
  /^(__VERIFIER_|__CPROVER_|__ESBMC_)?nondet/.test(name) &&
  (result.kind === 'integer' || result.kind === 'float' || result.kind === 'pointer');

/** A function that is defined further down and not declared before: `int f()`, as C89 has it. */
function implicitly(context: Context, name: string, at: SourceSpan): ReturnType<Context['scope']['lookup']> {
  if (!context.unit.defined.has(name)) return undefined;
  const type: FunctionType = {
    kind: 'function',
    result: intType,
    parameters: [],
    variadic: false,
    unspecified: true,
  };
  const scope = context.fileScope;
  const symbol = declareFunction({ ...context, scope }, name, type, false, at);
  symbol.implicit = true;
  return { kind: 'function', function: symbol };
}

function callOf(context: Context, callee: Value, type: FunctionType, e: ExpressionOf<'call'>): Value {
  const { at } = e;
  const count = type.parameters.length;
  if (!type.unspecified && (type.variadic ? e.args.length < count : e.args.length !== count))
    return typeError(
      `${callee.kind === 'function' ? callee.function.name : 'this function'} takes ${count}${type.variadic ? ' or more' : ''} argument${count === 1 && !type.variadic ? '' : 's'}, not ${e.args.length}`,
      at,
    );
  const args = e.args.map((arg, i) => {
    const value = checkValue(context, arg);
    const parameter = type.parameters[i];
    return parameter === undefined ? promoted(value) : coerce(value, parameter, arg.at);
  });
  return { kind: 'call', callee, args, type: type.result, at };
}
