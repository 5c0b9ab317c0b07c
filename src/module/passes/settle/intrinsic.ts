// Intrinsics and loads whose meaning is known once their operands are.

import { folded } from '../../fold.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import { constant, isKnown, knownAddress, offset, symbol, textValue, type Value } from '../../value.js';
import { whole } from './changed.js';
import { ofAllThreads, type Settling } from './context.js';
import { isUsed, noteUse } from './uses.js';

/** The instructions for an intrinsic whose operands are propagated. */
export function settledIntrinsic(settling: Settling, thread: number, i: Instruction): readonly Instruction[] {
  if (i.kind === 'load') return settledLoad(settling, i);
  if (i.kind !== 'intrinsic') return [i];
  const found = i.result === undefined ? undefined : resultOf(settling, thread, i);
  if (found !== undefined && i.result !== undefined)
    return [{ kind: 'set', result: i.result, value: found, ...originOf(i) }];
  const [first] = i.args;
  const holds = first?.kind === 'const' && first.value !== 0;
  if (holds && (i.name === 'require' || i.name === 'assume')) return [];
  if (i.name === 'changes') {
    const object = first === undefined ? undefined : knownAddress(first)?.object;
    if (object?.kind !== 'symbol') return [i];
    settling.changes(object.name, whole);
    return [];
  }
  if (i.name === 'uses') return noteUse(settling, i.args) ? [] : [i];
  if (i.name === 'before_main') return calls(settling.module.constructors, i);
  if (i.name === 'after_main') return calls(settling.module.destructors, i);
  return [withTexts(settling, i)];
}

const calls = (names: readonly string[], i: InstructionOf<'intrinsic'>): Instruction[] =>
  names.map((name) => ({ kind: 'call', results: [], target: symbol(name), args: i.args, ...originOf(i) }));

function settledLoad(settling: Settling, i: InstructionOf<'load'>): readonly Instruction[] {
  const address = knownAddress(i.address);
  if (address?.object.kind !== 'symbol') return [i];
  const value = settling.fixedValue(address.object.name, address.offset, i.result.type);
  return value === undefined ? [i] : withValue(i, value);
}

/** The load or the exchange yields that value. An exchange is still made. */
export function withValue(i: Instruction, value: Value): Instruction[] {
  const placed = originOf(i);
  if (i.kind === 'rmw') {
    const { result, ...exchange } = i;
    return result === undefined ? [i] : [exchange, { kind: 'set', result, value, ...placed }];
  }
  if (i.kind !== 'load') return [i];
  const set: Instruction = { kind: 'set', result: i.result, value, ...placed };
  return i.has === undefined
    ? [set]
    : [set, { kind: 'set', result: i.has, value: constant(1, 'i32'), ...placed }];
}

function resultOf(settling: Settling, thread: number, i: InstructionOf<'intrinsic'>): Value | undefined {
  const [first, second] = i.args;
  switch (i.name) {
    case 'self':
      return constant(thread, 'i32');
    case 'threads':
      return settling.threads === undefined ? undefined : constant(settling.threads, 'i32');
    case 'known':
      return first !== undefined && isKnown(first) ? constant(1, 'i32') : undefined;
    case 'choose':
      return first?.kind === 'const' && first.value === 1 ? constant(0, 'i32') : undefined;
    case 'symbol': {
      const name = first === undefined ? undefined : textOf(settling, first);
      return name === undefined ? undefined : namedFunction(settling, name);
    }
    case 'of_thread': {
      const own = first === undefined ? undefined : knownAddress(first);
      if (own?.object.kind !== 'symbol' || second?.kind !== 'const') return undefined;
      const name = ofAllThreads(own.object.name);
      const there = Number(second.value);
      // Another number than that of a thread is a place that nothing has: its use is found.
      if (settling.threads !== undefined && (there < 0 || there >= settling.threads))
        return constant(0, 'ptr');
      return settling.isThreadLocal(name)
        ? folded(offset(symbol(settling.ofThread(name, there)), own.offset))
        : undefined;
    }
    case 'block_size': {
      const block = first === undefined ? undefined : knownAddress(first);
      if (block?.object.kind !== 'symbol' || block.offset !== 0 || !settling.isBlock(block.object.name))
        return undefined;
      return constant(settling.global(block.object.name)?.size ?? 0, 'i64');
    }
    case 'written': {
      const place = first === undefined ? undefined : knownAddress(first);
      if (place?.object.kind !== 'symbol') return undefined;
      return constant(isWritten(settling, place.object.name, place.offset) ? 1 : 0, 'i32');
    }
    case 'used': {
      // A loop over all threads has no known end before they are counted. Its rounds would ask about threads that there are not.
      if (settling.threads === undefined) return undefined;
      const used = isUsed(settling, i.args);
      return used === undefined ? undefined : constant(used ? 1 : 0, 'i32');
    }
    case 'next_written':
      return nextWritten(settling, i.args);
    default:
      return undefined;
  }
}

const isWritten = (settling: Settling, object: string, at: number): boolean =>
  !settling.isFixed(object, at, at + 4);

function nextWritten(settling: Settling, [array, index, count]: readonly Value[]): Value | undefined {
  const place = array === undefined ? undefined : knownAddress(array);
  if (place?.object.kind !== 'symbol' || index?.kind !== 'const' || count?.kind !== 'const') return undefined;
  let next = Number(index.value) + 1;
  while (next < Number(count.value) && !isWritten(settling, place.object.name, place.offset + 4 * next))
    next++;
  return constant(next, 'i32');
}

/** Only functions of the program count, not those of the model. */
function namedFunction(settling: Settling, name: string): Value {
  const f = settling.function(name);
  return f === undefined || f.model === true ? constant(0, 'ptr') : symbol(name);
}

function textOf(settling: Settling, value: Value): string | undefined {
  if (value.kind === 'text') return value.text;
  const address = knownAddress(value);
  return address?.object.kind === 'symbol' ? settling.textAt(address.object.name, address.offset) : undefined;
}

/** Addresses of strings become the strings where the intrinsic asks for one. */
function withTexts(settling: Settling, i: InstructionOf<'intrinsic'>): Instruction {
  const { takes } = intrinsics[i.name];
  if (!takes.includes('text')) return i;
  const args = i.args.map((arg, k) => {
    const text = takes[k] === 'text' && arg.kind !== 'text' ? textOf(settling, arg) : undefined;
    return text === undefined ? arg : textValue(text);
  });
  return args.every((arg, k) => arg === i.args[k]) ? i : { ...i, args };
}
