// A function: parameters into their variables, then the body. A struct is passed by its address, of a copy that the callee makes its
// own. A struct that is returned goes to an address that the caller gives first.

import type { Func } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import { constant, register, type Value } from '../../../module/value.js';
import type { Diagnostic } from '../../../support/diagnostic.js';
import type { FunctionSymbol } from '../typed.js';
import { type CType, type FunctionType, isScalar } from '../types.js';
import { FunctionEmitter } from './function.js';
import { mayGiveNone } from './missing.js';
import { leaveBlocks } from './ownBlocks.js';
import { emitBody } from './statements.js';
import { bytesIn, refuseWide, scalarType } from './types.js';
import type { UnitEmitter } from './unit.js';

export const declarationOf = (name: string, takes: readonly Type[], returns: readonly Type[]): Func => ({
  name,
  takes,
  returns,
});

export function emitFunction(unit: UnitEmitter, symbol: FunctionSymbol, name: string): Func {
  const { definition, type, at } = symbol;
  const head = headOf(symbol, name);
  if (definition === undefined) return head;
  const emitter = new FunctionEmitter(unit, symbol);
  const result = type.result.kind === 'struct' ? register('$result', 'ptr') : undefined;
  emitter.structResult = result;
  const parameters = definition.parameters.map((variable, i) => {
    refuseWide(variable.type, variable.at);
    const given = register(`$${variable.name}.${i}`, parameterType(variable.type, symbol));
    const own = emitter.variable(variable);
    if (isScalar(variable.type)) emitter.store(own, given, variable.at);
    else {
      const size = constant(bytesIn(variable.type), 'i64');
      emitter.push({ kind: 'copy', to: own, from: given, size }, variable.at);
    }
    return given;
  });
  emitter.scopes.setLabels(definition.body);
  emitBody(emitter, definition.body);
  emitter.end({ kind: 'return', values: endValues(symbol) }, at);
  leaveBlocks(emitter);
  const all = result === undefined ? parameters : [result, ...parameters];
  return {
    ...head,
    body: { parameters: all, locals: emitter.locals, blocks: emitter.reachable() },
  };
}

const headOf = (symbol: FunctionSymbol, name: string): Func => ({
  name,
  ...(name === symbol.name ? {} : { label: symbol.name }),
  takes: takesOf(symbol),
  returns: allReturnsOf(symbol),
  at: symbol.at,
  ...(symbol.type.variadic ? { variadic: true as const } : {}),
});

/** A function of which more than a statement cannot be emitted: a call of it is refused. */
export function refusedFunction(
  unit: UnitEmitter,
  symbol: FunctionSymbol,
  name: string,
  mistake: Diagnostic,
): Func {
  const emitter = new FunctionEmitter(unit, symbol);
  emitter.refuse(mistake);
  emitter.end({ kind: 'unreachable' }, symbol.at);
  const head = headOf(symbol, name);
  const parameters = head.takes.map((type, i) => register(`$${i}`, type));
  return { ...head, body: { parameters, locals: emitter.locals, blocks: emitter.reachable() } };
}

const parameterType = (type: CType, { at }: FunctionSymbol): Type =>
  isScalar(type) ? scalarType(type, at) : 'ptr';

function takesOf(symbol: FunctionSymbol): Type[] {
  const { type } = symbol;
  const own = type.parameters.map((parameter) => parameterType(parameter, symbol));
  return type.result.kind === 'struct' ? ['ptr', ...own] : own;
}

function returnsOf({ type, at }: FunctionSymbol): Type[] {
  return resultTypes(type).map((result) => scalarType(result, at));
}

/** With the second value of a function that may give none (missing.ts). */
const allReturnsOf = (symbol: FunctionSymbol): Type[] =>
  mayGiveNone(symbol) ? [...returnsOf(symbol), 'i32'] : returnsOf(symbol);

/** None for void and for a struct, which is written to memory. */
export const resultTypes = ({ result }: FunctionType): readonly CType[] =>
  result.kind === 'void' || result.kind === 'struct' ? [] : [result];

/** Behind the last statement: main returns 0, another function no value that may be used. */
export const endValues = (symbol: FunctionSymbol): Value[] =>
  allReturnsOf(symbol).map((type) => constant(0, type));
