// One instruction of inline assembly. `#2` is an operand, `(#2)` the memory at the address that it holds, `8(#2)` that 8 bytes further on,
// and `$2` a number.

import { bitsOf, type IntType, type Type } from '../../module/type.js';
import {
  type ArithmeticOp,
  binary,
  compare,
  constant,
  element,
  not,
  offset,
  select,
  typeOf,
  unary,
  type Value,
} from '../../module/value.js';
import type { AccessOrder } from '../../program/memoryOrder.js';
import { present } from '../../support/present.js';
import { type Flags, flagsAfter } from './flags.js';
import { type Assembler, type AssemblyOperand, accumulator } from './operand.js';

interface Place {
  readonly address: Value;
  readonly type: Type;
  readonly order?: AccessOrder;
}

/** An instruction of this form: P is an operand or the memory at its address, N a number. */
const form = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll('P', String.raw`(-?\w*\(#\d+\)|#\d+)`).replaceAll('N', String.raw`\$(-?\w+)`)}$`,
  );

const exchanging = form('(lock )?(xchg|xadd|cmpxchg)([bwlq]?) P,P');
const changingBit = form(String.raw`lock bt([src])([wlq]) (?:N|#(\d+)),P`);
const moving = form('mov([bwlq]?) (?:N|P),P');
const changing = form(String.raw`(lock )?(inc|dec|neg|not|add|sub|and|or|xor)([bwlq]?) (?:(?:N|#(\d+)),)?P`);

/** A number as assemblers read it. */
function numberOf(text: string): bigint | undefined {
  const [, sign, digits] = /^(-?)((?:0[xXbB])?[\da-fA-F]+)$/.exec(text) ?? [];
  if (digits === undefined || !/^(?:\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(digits)) return undefined;
  if (/^0[0-7]*[89]/.test(digits)) return undefined;
  const value = BigInt(/^0\d/.test(digits) ? `0o${digits}` : digits);
  return sign === '-' ? -value : value;
}

function literalOf(text: string): Value | undefined {
  const value = numberOf(text);
  return value === undefined ? undefined : constant(value, 'i64');
}

const suffixes: Readonly<Record<string, IntType>> = { b: 'i8', w: 'i16', l: 'i32', q: 'i64' };

/** The flags after the instruction; undefined if it is not understood. */
export function emitLine(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  line: string,
): Flags | undefined {
  if (/^(?:cpuid )?rdtscp?$/.test(line)) {
    // cpuid waits for everything before it.
    if (line.startsWith('cpuid')) assembler.push({ kind: 'fence', order: 'seq_cst', fence: 'full' });
    for (const operand of operands)
      if (operand.isOutput && operand.address === undefined && operand.type !== undefined)
        operand.value = assembler.any(operand.type);
    return {};
  }
  if (/^prefetch\w* (?:-?\w*\(#\d+\)|#\d+)$/.test(line)) return {};
  const two = exchanging.exec(line);
  if (two !== null) return exchange(assembler, operands, two);
  const bit = changingBit.exec(line);
  if (bit !== null) return changeBit(assembler, operands, bit);
  const move = moving.exec(line);
  if (move !== null) return copy(assembler, operands, move);
  const changed = changing.exec(line);
  return changed === null ? undefined : arithmetic(assembler, operands, changed);
}

/** The memory that an operand is, or whose address it holds. */
function placeOf(operands: readonly AssemblyOperand[], written: string, suffix: string): Place | undefined {
  const [, displaced, through, number] = /^(-?\w*)(\()?#(\d+)\)?$/.exec(written) ?? [];
  const operand = operands[Number(number)];
  if (operand === undefined) return undefined;
  if (through === undefined) {
    const type = suffixes[suffix] ?? operand.type;
    return operand.address === undefined || type === undefined
      ? undefined
      : { address: operand.address, type, ...present({ order: operand.order }) };
  }
  const bytes = displaced === '' ? 0n : numberOf(displaced);
  const type = suffixes[suffix] ?? (bytes === 0n ? operand.to : undefined);
  if (operand.value === undefined || operand.type !== 'ptr' || type === undefined || bytes === undefined)
    return undefined;
  return { address: bytes === 0n ? operand.value : offset(operand.value, Number(bytes)), type };
}

const registerOf = (operands: readonly AssemblyOperand[], written: string): AssemblyOperand | undefined => {
  const operand = operands[Number(/^#(\d+)$/.exec(written)?.[1] ?? -1)];
  return operand?.address === undefined ? operand : undefined;
};

/** A value as another type: its low bits, or extended by zeros. */
function as(value: Value, type: Type): Value {
  const from = typeOf(value);
  if (from === type) return value;
  if (value.kind === 'const') return constant(value.value, type);
  if (type === 'ptr') return unary('inttoptr', 'ptr', as(value, 'i64'));
  if (from === 'ptr') return unary('ptrtoint', type, value);
  return unary(bitsOf(from) > bitsOf(type) ? 'trunc' : 'zext', type, value);
}

function set(assembler: Assembler, operand: AssemblyOperand, value: Value): void {
  operand.value = assembler.kept(as(value, operand.type ?? typeOf(value)));
}

function load(assembler: Assembler, { address, type, order }: Place): Value {
  const result = assembler.temporary(type);
  assembler.push({ kind: 'load', result, address, ...present({ order }) });
  return result;
}

function store(assembler: Assembler, { address, order }: Place, value: Value): void {
  assembler.push({ kind: 'store', address, value, ...present({ order }) });
}

function exchange(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  [, lock, name, suffix, left, right]: RegExpExecArray,
): Flags | undefined {
  const leftPlace = placeOf(operands, left, suffix);
  const place = placeOf(operands, right, suffix) ?? leftPlace;
  const register = registerOf(operands, place === leftPlace ? right : left);
  if (place === undefined || register?.value === undefined) return undefined;
  if (name === 'cmpxchg')
    return compareExchange(assembler, operands, place, register.value, lock !== undefined);
  const value = as(register.value, place.type);
  if (name === 'xadd' && lock === undefined) {
    const was = load(assembler, place);
    store(assembler, place, binary('add', was, value));
    set(assembler, register, was);
    return {};
  }
  const result = assembler.temporary(place.type);
  assembler.push({
    kind: 'rmw',
    result,
    op: name === 'xchg' ? 'xchg' : 'add',
    address: place.address,
    value,
    order: 'seq_cst',
  });
  set(assembler, register, result);
  return {};
}

function compareExchange(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  place: Place,
  desired: Value,
  isLocked: boolean,
): Flags | undefined {
  const own = accumulator(operands);
  if (own?.value === undefined) return undefined;
  const expected = assembler.kept(as(own.value, place.type));
  const value = as(desired, place.type);
  let old: Value;
  if (isLocked) {
    const result = assembler.temporary(place.type);
    const { address } = place;
    assembler.push({
      kind: 'cmpxchg',
      result,
      address,
      expected,
      desired: value,
      order: 'seq_cst',
      failure: 'seq_cst',
    });
    old = result;
  } else {
    // The processor writes in any case: after a failed comparison, the value it found.
    old = load(assembler, place);
    const written = select(compare('eq', old, expected), value, old);
    store(assembler, place, written);
  }
  const equal = assembler.kept(compare('eq', old, expected));
  set(assembler, own, old);
  return { z: equal };
}

/** One bit of memory, whose number may lie beyond the word if a register has it. */
function changeBit(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  [, kind, suffix, literal, source, target]: RegExpExecArray,
): Flags | undefined {
  const place = placeOf(operands, target, suffix);
  const given = literal === undefined ? operands[Number(source)]?.value : literalOf(literal);
  if (place === undefined || given === undefined) return undefined;
  const bits = bitsOf(place.type);
  const number = assembler.kept(as(given, 'i64'));
  const word = binary('udiv', number, constant(bits, 'i64'));
  const address =
    number.kind === 'const' ? place.address : assembler.kept(element(place.address, word, bits / 8));
  const mask = assembler.kept(
    binary('shl', constant(1, place.type), as(binary('urem', number, constant(bits, 'i64')), place.type)),
  );
  const old = assembler.temporary(place.type);
  const op = kind === 's' ? 'or' : kind === 'c' ? 'xor' : 'and';
  const value = kind === 'r' ? binary('xor', mask, constant(-1, place.type)) : mask;
  assembler.push({ kind: 'rmw', result: old, op, address, value, order: 'seq_cst' });
  return { c: assembler.kept(compare('ne', binary('and', old, mask), constant(0, place.type))) };
}

/** Between memory and a register, or registers. */
function copy(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  [, suffix, literal, source, target]: RegExpExecArray,
): Flags | undefined {
  const from = source === undefined ? undefined : placeOf(operands, source, suffix);
  const register = source === undefined ? undefined : registerOf(operands, source);
  const value =
    literal !== undefined ? literalOf(literal) : from !== undefined ? load(assembler, from) : register?.value;
  if (value === undefined) return undefined;
  const to = placeOf(operands, target, suffix);
  if (to !== undefined) {
    store(assembler, to, as(value, to.type));
    return {};
  }
  const into = registerOf(operands, target);
  if (into === undefined) return undefined;
  set(assembler, into, value);
  return {};
}

const operations: Readonly<Record<string, 'add' | 'sub' | 'and' | 'or' | 'xor'>> = {
  inc: 'add',
  dec: 'sub',
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

function arithmetic(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  [, lock, name, suffix, literal, source, target]: RegExpExecArray,
): Flags | undefined {
  const place = placeOf(operands, target, suffix);
  const counts = name === 'inc' || name === 'dec';
  if (place === undefined) return undefined;
  const isLocked = lock !== undefined;
  if (name === 'neg' || name === 'not') return negation(assembler, place, name, isLocked);
  const op = operations[name];
  if (counts !== (literal === undefined && source === undefined)) return undefined;
  const given = counts
    ? constant(1, place.type)
    : literal !== undefined
      ? literalOf(literal)
      : operands[Number(source)]?.value;
  if (given === undefined) return undefined;
  const by = assembler.kept(as(given, place.type));
  const was = changed(assembler, place, isLocked, op, by);
  const is = assembler.kept(binary(op satisfies ArithmeticOp, was, by));
  return flagsAfter(op, was, by, is, counts);
}

/** The old content of the memory. */
function changed(
  assembler: Assembler,
  place: Place,
  isLocked: boolean,
  op: 'add' | 'sub' | 'and' | 'or' | 'xor',
  by: Value,
): Value {
  const { address, type } = place;
  if (!isLocked) {
    const was = load(assembler, place);
    store(assembler, place, binary(op, was, by));
    return was;
  }
  const result = assembler.temporary(type);
  assembler.push({ kind: 'rmw', result, op, address, value: by, order: 'seq_cst' });
  return result;
}

/** `not` leaves the flags. `lock neg` has no counterpart among read-modify-writes: one step by an atomic section. */
function negation(assembler: Assembler, place: Place, name: 'neg' | 'not', isLocked: boolean): Flags {
  if (name === 'not') {
    changed(assembler, place, isLocked, 'xor', constant(-1, place.type));
    return {};
  }
  if (isLocked) assembler.intrinsic('atomic_begin', []);
  const is = assembler.kept(binary('sub', constant(0, place.type), load(assembler, place)));
  store(assembler, place, is);
  if (isLocked) assembler.intrinsic('atomic_end', []);
  const zero = assembler.kept(compare('eq', is, constant(0, place.type)));
  return { z: zero, c: not(zero) };
}
