// Intrinsics and loads whose meaning is known once their operands are.

import { folded } from '../../fold.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import { set } from '../../make.js';
import { constant, isKnown, offset, placeOf, symbol, textValue, type Value } from '../../value.js';
import { ofAllThreads, type Settling } from './context.js';
import { whole } from './ranges.js';
import { isUsed, noteUse } from './uses.js';

/** The instructions for an intrinsic whose operands are propagated. */
export function settledIntrinsic(settling: Settling, thread: number, i: Instruction): readonly Instruction[] {
  if (i.kind === 'load') return settledLoad(settling, i);
  if (i.kind !== 'intrinsic') return [i];
  const found = i.result === undefined ? undefined : resultOf(settling, thread, i);
  if (found !== undefined && i.result !== undefined) return [set(i.result, found, i)];
  const [first] = i.args;
  const holds = first?.kind === 'const' && first.value !== 0;
  if (holds && (i.name === 'require' || i.name === 'assume')) return [];
  if (i.name === 'changes') {
    const object = placeOf(first)?.object;
    if (object === undefined) return [i];
    settling.changes(object, whole);
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
  const place = placeOf(i.address);
  const value = place && settling.fixedValue(place.object, place.offset, i.result.type);
  return value === undefined ? [i] : withValue(i, value);
}

/** The load or the exchange yields that value. An exchange is still made. */
export function withValue(i: Instruction, value: Value): Instruction[] {
  if (i.kind === 'rmw') {
    const { result, ...exchange } = i;
    return result === undefined ? [i] : [exchange, set(result, value, i)];
  }
  if (i.kind !== 'load') return [i];
  const has = i.has === undefined ? [] : [set(i.has, constant(1, 'i32'), i)];
  return [set(i.result, value, i), ...has];
}

const truth = (holds: boolean): Value => constant(holds ? 1 : 0, 'i32');

function resultOf(settling: Settling, thread: number, i: InstructionOf<'intrinsic'>): Value | undefined {
  const [first, second] = i.args;
  const place = placeOf(first);
  const { threads } = settling;
  switch (i.name) {
    case 'self':
      return constant(thread, 'i32');
    case 'threads':
      return threads === undefined ? undefined : constant(threads, 'i32');
    case 'known':
      return isKnown(first) ? truth(true) : undefined;
    case 'choose':
      return first.kind === 'const' && first.value === 1 ? constant(0, 'i32') : undefined;
    case 'symbol': {
      const name = textOf(settling, first);
      return name === undefined ? undefined : namedFunction(settling, name);
    }
    case 'of_thread': {
      if (place === undefined || second.kind !== 'const') return undefined;
      const name = ofAllThreads(place.object);
      const there = Number(second.value);
      // Another number than that of a thread is a place that nothing has: its use is found.
      if (threads !== undefined && (there < 0 || there >= threads)) return constant(0, 'ptr');
      if (!settling.isThreadLocal(name)) return undefined;
      return folded(offset(symbol(settling.ofThread(name, there)), place.offset));
    }
    case 'block_size': {
      if (place?.offset !== 0 || !settling.isBlock(place.object)) return undefined;
      return constant(settling.global(place.object)?.size ?? 0, 'i64');
    }
    case 'written':
      return place && truth(isWritten(settling, place.object, place.offset));
    case 'used': {
      // A loop over all threads has no known end before they are counted. Its rounds would ask about threads that there are not.
      const used = threads === undefined ? undefined : isUsed(settling, i.args);
      return used === undefined ? undefined : truth(used);
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
  const place = placeOf(array);
  if (place === undefined || index.kind !== 'const' || count.kind !== 'const') return undefined;
  let next = Number(index.value) + 1;
  while (next < Number(count.value) && !isWritten(settling, place.object, place.offset + 4 * next)) next++;
  return constant(next, 'i32');
}

/** Only functions of the program count, not those of the model. */
function namedFunction(settling: Settling, name: string): Value {
  const f = settling.function(name);
  return f === undefined || f.model === true ? constant(0, 'ptr') : symbol(name);
}

function textOf(settling: Settling, value: Value): string | undefined {
  if (value.kind === 'text') return value.text;
  const place = placeOf(value);
  return place && settling.textAt(place.object, place.offset);
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
