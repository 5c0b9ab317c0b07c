// Calls. A function that the program does not define is called by its name: the linker takes it from the library.

import { folded } from '../../../module/fold.js';
import type { LayoutName } from '../../../module/layout.js';
import { constant, type Value as Result, symbol, textValue, undef } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import { leftToClang } from '../diagnostics.js';
import type { Value, ValueOf } from '../typed.js';
import { type CType, intType, isScalar } from '../types.js';
import { emitStruct } from './aggregates.js';
import { resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { resultTypes } from './functions.js';
import { mayGiveNone } from './missing.js';
import { moved } from './places.js';
import { bytesIn, refuseWide, scalarType } from './types.js';
import { emitValue } from './values.js';
import { isList } from './variadic.js';

/** The result of a call: a scalar, or a struct at an address. */
interface Returned {
  readonly value?: Result;
  /** An `i32`: 0 where the function has returned no value. Absent: it returns one. */
  readonly has?: Result;
  readonly address?: Result;
}

type Call = ValueOf<'call'>;

/** `holds`: the content of the block whose address the call returns. */
export function emitCall(f: FunctionEmitter, call: Call, holds?: LayoutName): Returned {
  const { callee, at } = call;
  const name =
    callee.kind === 'function' && callee.function.definition === undefined ? callee.function.name : undefined;
  const own = name === undefined ? undefined : instructions.get(name);
  if (own !== undefined) return own(f, call);
  const type = callee.type.kind === 'pointer' ? callee.type.to : callee.type;
  if (type.kind !== 'function') return leftToClang('this call', at);
  const target =
    callee.kind === 'function' ? symbol(f.unit.function(callee.function)) : f.kept(emitValue(f, callee), at);
  const args = call.args.map((argument) => emitArgument(f, argument));
  if (type.result.kind === 'struct') {
    refuseWide(type.result, at);
    // A function of the library returns a struct in registers.
    if (name !== undefined) return leftToClang(`a struct that ${name} returns`, at);
    const address = f.area('returned', type.result);
    f.push({ kind: 'call', results: [], target, args: [address, ...args] }, at);
    return { address };
  }
  const results = resultTypes(type).map((result: CType) => f.temporary(scalarType(result, at)));
  const [value] = results;
  const called =
    callee.kind === 'function' && callee.function.definition !== undefined ? callee.function : undefined;
  const has =
    called !== undefined && value !== undefined && mayGiveNone(called) ? f.temporary('i32') : undefined;
  const all = has === undefined ? results : [...results, has];
  f.push({ kind: 'call', results: all, target, args, ...present({ holds }) }, at);
  if (value === undefined) return {};
  // It was declared to return a value before its definition said that it returns none.
  if (called?.type.result.kind === 'void') return { value: constant(0, value.type), has: constant(0, 'i32') };
  return has === undefined ? { value } : { value, has };
}

/** The value that a call returns. That there is none is a finding. */
export function emitCalled(f: FunctionEmitter, call: Call, holds?: LayoutName): Result {
  const { value, has } = emitCall(f, call, holds);
  if (has !== undefined)
    f.intrinsic(
      'require',
      [has, textValue('uninitialised-read'), textValue('the call has no value yet')],
      call.at,
    );
  return value ?? undef(scalarType(call.type, call.at));
}

/** A struct is copied, and its address is given. */
function emitArgument(f: FunctionEmitter, argument: Value): Result {
  const { type, at } = argument;
  if (isScalar(type)) return f.kept(emitValue(f, argument), at);
  refuseWide(type, at);
  const from = emitStruct(f, argument);
  // The library takes the address of a list, and so do functions of the program.
  if (isList(type)) return f.kept(from, at);
  const copy = f.area('argument', type);
  f.push({ kind: 'copy', to: copy, from, size: constant(bytesIn(type), 'i64') }, at);
  return copy;
}

type Instruction = (f: FunctionEmitter, call: Call) => Returned;

/** Both read everything before they write anything. */
function emitCopy(f: FunctionEmitter, { args: [to, from, size], at }: Call): { to: Result; size: Result } {
  const [target, source] = [f.kept(emitValue(f, to), at), f.kept(emitValue(f, from), at)];
  const bytes = f.kept(emitValue(f, size), at);
  f.push({ kind: 'copy', to: target, from: source, size: bytes }, at);
  return { to: target, size: bytes };
}

const copies: Instruction = (f, call) => ({ value: emitCopy(f, call).to });

const fills: Instruction = (f, { args: [to, byte, size], at }) => {
  const target = f.kept(emitValue(f, to), at);
  const value = folded(resized(emitValue(f, byte), 'i8', false));
  f.push({ kind: 'fill', to: target, value, size: emitValue(f, size) }, at);
  return { value: target };
};

/** setjmp returns into the function that calls it, so that no model in C can stand for it. */
const lands: Instruction = (f, { args: [buffer], at }) => {
  const result = f.temporary('i32');
  f.intrinsic('landing', [emitValue(f, buffer), f.area('landing', intType)], at, result);
  return { value: result };
};

const jumps: Instruction = (f, { args, at }) => {
  f.intrinsic(
    'jump',
    args.map((argument) => emitValue(f, argument)),
    at,
  );
  f.end({ kind: 'unreachable' }, at);
  return {};
};

/** mempcpy: the end of what was copied. */
const copiesTo: Instruction = (f, call) => {
  const { to, size } = emitCopy(f, call);
  return { value: moved(to, size, 1) };
};

const instructions: ReadonlyMap<string, Instruction> = new Map<string, Instruction>([
  ['memcpy', copies],
  ['memmove', copies],
  ['mempcpy', copiesTo],
  ['memset', fills],
  ...['setjmp', '_setjmp', 'sigsetjmp', '__sigsetjmp'].map((name) => [name, lands] as const),
  ...['longjmp', '_longjmp', 'siglongjmp'].map((name) => [name, jumps] as const),
]);
