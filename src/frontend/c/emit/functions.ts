// A function: parameters into their variables, then the body. A struct is passed by its address, of a copy that the callee makes its
// own. A struct that is returned goes to an address that the caller gives first. A function that may end without its value returns a second
// one: 1 where there is a value, 0 where there is none. A caller that uses the first one requires the second; a
// caller that returns both passes them on.

import type { Func } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import { constant, type Value as Result, register } from '../../../module/value.js';
import type { Diagnostic } from '../../../support/diagnostic.js';
import { partsOf } from '../check/labels.js';
import type { FunctionSymbol, TypedStatement, Value } from '../typed.js';
import { type CType, type FunctionType, isScalar } from '../types.js';
import { FunctionEmitter } from './function.js';
import type { ModuleEmitter } from './index.js';
import { leaveBlocks } from './ownBlocks.js';
import { refuseWide, scalarType } from './scalars.js';
import { emitList } from './statements.js';

export function emitFunction(unit: ModuleEmitter, symbol: FunctionSymbol, name: string): Func {
  const { definition, type, at } = symbol;
  const head = headOf(symbol, name);
  if (definition === undefined) return head;
  const f = new FunctionEmitter(unit, symbol);
  if (type.result.kind === 'struct') f.structResult = register('$result', 'ptr');
  const given = definition.parameters.map((variable, i) => {
    f.at = variable.at;
    refuseWide(variable.type, f);
    const value = register(`$${variable.name}.${i}`, parameterType(variable.type, symbol));
    const own = f.variable(variable);
    if (isScalar(variable.type)) f.store(own, value);
    else f.copy(own, value, variable.type);
    return value;
  });
  f.scopes.setLabels(definition.body);
  emitList(f, definition.body);
  f.at = at;
  f.end({ kind: 'return', values: endValues(symbol) });
  leaveBlocks(f);
  const parameters = f.structResult === undefined ? given : [f.structResult, ...given];
  return { ...head, body: { parameters, locals: f.locals, blocks: f.reachable() } };
}

const headOf = (symbol: FunctionSymbol, name: string): Func => ({
  name,
  ...(name === symbol.name ? {} : { label: symbol.name }),
  takes: takesOf(symbol),
  returns: returnsOf(symbol),
  at: symbol.at,
  ...(symbol.type.variadic ? { variadic: true as const } : {}),
});

/** A function of which more than a statement cannot be emitted: a call of it is refused. */
export function refusedFunction(
  unit: ModuleEmitter,
  symbol: FunctionSymbol,
  name: string,
  mistake: Diagnostic,
): Func {
  const f = new FunctionEmitter(unit, symbol);
  f.refuse(mistake);
  f.end({ kind: 'unreachable' });
  const head = headOf(symbol, name);
  const parameters = head.takes.map((type, i) => register(`$${i}`, type));
  return { ...head, body: { parameters, locals: f.locals, blocks: f.reachable() } };
}

const parameterType = (type: CType, symbol: FunctionSymbol): Type =>
  isScalar(type) ? scalarType(type, symbol) : 'ptr';

function takesOf(symbol: FunctionSymbol): Type[] {
  const { type } = symbol;
  const own = type.parameters.map((parameter) => parameterType(parameter, symbol));
  return type.result.kind === 'struct' ? ['ptr', ...own] : own;
}

function returnsOf(symbol: FunctionSymbol): Type[] {
  const own = resultTypes(symbol.type).map((result) => scalarType(result, symbol));
  return mayGiveNone(symbol) ? [...own, 'i32'] : own;
}

/** None for void and for a struct, which is written to memory. */
export const resultTypes = ({ result }: FunctionType): readonly CType[] =>
  result.kind === 'void' || result.kind === 'struct' ? [] : [result];

/** Behind the last statement: main returns 0, another function no value that may be used. */
export const endValues = (symbol: FunctionSymbol): Result[] =>
  returnsOf(symbol).map((type) => constant(0, type));

type Items = readonly TypedStatement[];

const known = new WeakMap<FunctionSymbol, boolean>();

export function mayGiveNone(symbol: FunctionSymbol): boolean {
  const before = known.get(symbol);
  if (before !== undefined) return before;
  // A recursive call gives none only if another return does.
  known.set(symbol, false);
  const { definition, type, name } = symbol;
  const isAsked = definition !== undefined && name !== 'main' && resultTypes(type).length > 0;
  const found = isAsked && (isOpen(definition.body) || definition.body.some(returnsNone));
  known.set(symbol, found);
  return found;
}

/** Whether control may come to the end of the list, as far as its last statement says. */
function isOpen(items: Items): boolean {
  const last = items.at(-1);
  switch (last?.kind) {
    case 'return':
    case 'goto':
      return false;
    case 'block':
      return isOpen(last.items);
    case 'if':
      return last.whenFalse === undefined || isOpen([last.whenTrue]) || isOpen([last.whenFalse]);
    default:
      return true;
  }
}

/** Whether a return in the statement may give no value. */
const returnsNone = (s: TypedStatement): boolean =>
  s.kind === 'return' ? s.value === undefined || givesNone(s.value) : partsOf(s).some(returnsNone);

const givesNone = (value: Value): boolean =>
  value.kind === 'call' && value.callee.kind === 'function' && mayGiveNone(value.callee.function);
