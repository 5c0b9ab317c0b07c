// Calls. A function that the program does not define is called by its name: the linker takes it from the library.

import { folded } from '../../../module/fold.js';
import type { LayoutName } from '../../../module/layout.js';
import { constant, type Value as Result, symbol, textValue, undef } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import { leftToClang } from '../diagnostics.js';
import type { Value, ValueOf } from '../typed.js';
import { intType, isScalar } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { mayGiveNone, resultTypes } from './functions.js';
import { moved } from './places.js';
import { resized, scalarType } from './scalars.js';
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
  const symbolOf = callee.kind === 'function' ? callee.function : undefined;
  const isDefined = symbolOf?.definition !== undefined;
  const own = symbolOf === undefined || isDefined ? undefined : instructions.get(symbolOf.name);
  if (own !== undefined) return own(f, call);
  const type = callee.type.kind === 'pointer' ? callee.type.to : callee.type;
  if (type.kind !== 'function') return leftToClang('this call', at);
  const target = symbolOf === undefined ? f.kept(emitValue(f, callee)) : symbol(f.unit.function(symbolOf));
  const args = call.args.map((argument) => f.within(argument.at, () => emitArgument(f, argument)));
  if (type.result.kind === 'struct') {
    // A function of the library returns a struct in registers.
    if (symbolOf !== undefined && !isDefined)
      return leftToClang(`a struct that ${symbolOf.name} returns`, at);
    const address = f.area('returned', type.result);
    f.push({ kind: 'call', results: [], target, args: [address, ...args] });
    return { address };
  }
  const [value] = resultTypes(type).map((result) => f.temporary(scalarType(result, f)));
  const has =
    value !== undefined && symbolOf !== undefined && mayGiveNone(symbolOf) ? f.temporary('i32') : undefined;
  const results = [value, has].filter((result) => result !== undefined);
  f.push({ kind: 'call', results, target, args, ...present({ holds }) });
  if (value === undefined) return {};
  // It was declared to return a value before its definition said that it returns none.
  if (isDefined && symbolOf?.type.result.kind === 'void')
    return { value: constant(0, value.type), has: constant(0, 'i32') };
  return { value, ...present({ has }) };
}

/** The value that a call returns, or the address of the struct. That there is none is a finding. */
export function emitCalled(f: FunctionEmitter, call: Call, holds?: LayoutName): Result {
  const { value, address, has } = emitCall(f, call, holds);
  if (has !== undefined)
    f.intrinsic('require', [has, textValue('uninitialised-read'), textValue('the call has no value yet')]);
  return value ?? address ?? undef(scalarType(call.type, f));
}

/** A struct is copied, and its address is given. */
function emitArgument(f: FunctionEmitter, argument: Value): Result {
  const { type } = argument;
  if (isScalar(type)) return f.kept(emitValue(f, argument));
  const from = emitValue(f, argument);
  // The library takes the address of a list, and so do functions of the program.
  if (isList(type)) return f.kept(from);
  const copy = f.area('argument', type);
  f.copy(copy, from, type);
  return copy;
}

type Instruction = (f: FunctionEmitter, call: Call) => Returned;

/** Both read everything before they write anything. */
function emitCopy(f: FunctionEmitter, { args }: Call): { to: Result; size: Result } {
  const [to, from, size] = args.map((argument) => f.kept(emitValue(f, argument)));
  f.push({ kind: 'copy', to, from, size });
  return { to, size };
}

const copies: Instruction = (f, call) => ({ value: emitCopy(f, call).to });

/** mempcpy: the end of what was copied. */
const copiesTo: Instruction = (f, call) => {
  const { to, size } = emitCopy(f, call);
  return { value: moved(to, size, 1) };
};

const fills: Instruction = (f, { args: [to, byte, size] }) => {
  const target = f.kept(emitValue(f, to));
  const value = folded(resized(emitValue(f, byte), 'i8', false));
  f.push({ kind: 'fill', to: target, value, size: emitValue(f, size) });
  return { value: target };
};

/** setjmp returns into the function that calls it, so that no model in C can stand for it. */
const lands: Instruction = (f, { args: [buffer] }) => ({
  value: f.asked('landing', [emitValue(f, buffer), f.area('landing', intType)], 'i32'),
});

const jumps: Instruction = (f, { args }) => {
  const values = args.map((argument) => emitValue(f, argument));
  f.intrinsic('jump', values);
  f.end({ kind: 'unreachable' });
  return {};
};

const instructions: ReadonlyMap<string, Instruction> = new Map<string, Instruction>([
  ['memcpy', copies],
  ['memmove', copies],
  ['mempcpy', copiesTo],
  ['memset', fills],
  ...['setjmp', '_setjmp', 'sigsetjmp', '__sigsetjmp'].map((name) => [name, lands] as const),
  ...['longjmp', '_longjmp', 'siglongjmp'].map((name) => [name, jumps] as const),
]);
