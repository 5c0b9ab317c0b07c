// One instruction of inline assembly. `#2` is an operand, `(#2)` the memory at the address that it holds, `8(#2)` that 8 bytes further on,
// and `$2` a number.

import { bitsOf, type IntType, type Type } from '../../module/type.js';
import {
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

const suffixes: Readonly<Record<string, IntType>> = { b: 'i8', w: 'i16', l: 'i32', q: 'i64' };

/** The parts of a line that a pattern finds. */
type Parts = readonly (string | undefined)[];

/** The flags after the instruction; undefined if it is not understood. */
export function emitLine(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  line: string,
): Flags | undefined {
  const instruction = new InstructionEmitter(assembler, operands);
  for (const [form, emit] of forms) {
    const match = form.exec(line);
    if (match !== null) return emit(instruction, match);
  }
  return undefined;
}

/** An instruction of this form: P is an operand or the memory at its address, N a number. */
const form = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replaceAll('P', String.raw`(-?\w*\(#\d+\)|#\d+)`).replaceAll('N', String.raw`\$(-?\w+)`)}$`,
  );

type Emit = (instruction: InstructionEmitter, parts: Parts) => Flags | undefined;

const forms: readonly (readonly [RegExp, Emit])[] = [
  [form('(cpuid )?rdtscp?'), (i, parts) => i.readClock(parts)],
  [form(String.raw`prefetch\w* P`), () => ({})],
  [form('(lock )?(xchg|xadd|cmpxchg)([bwlq]?) P,P'), (i, parts) => i.exchange(parts)],
  [form(String.raw`lock bt([src])([wlq]) (?:N|#(\d+)),P`), (i, parts) => i.changeBit(parts)],
  [form('mov([bwlq]?) (?:N|P),P'), (i, parts) => i.copy(parts)],
  [form('(lock )?(neg|not)([bwlq]?) P'), (i, parts) => i.negate(parts)],
  [form('(lock )?(inc|dec)([bwlq]?) P'), (i, parts) => i.count(parts)],
  [form(String.raw`(lock )?(add|sub|and|or|xor)([bwlq]?) (?:N|#(\d+)),P`), (i, parts) => i.compute(parts)],
];

/** A number as assemblers read it. */
function numberOf(text: string): bigint | undefined {
  const [, sign, digits] = /^(-?)((?:0[xXbB])?[\da-fA-F]+)$/.exec(text) ?? [];
  if (digits === undefined || !/^(?:\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(digits)) return undefined;
  if (/^0[0-7]*[89]/.test(digits)) return undefined;
  const value = BigInt(/^0\d/.test(digits) ? `0o${digits}` : digits);
  return sign === '-' ? -value : value;
}

type Operation = 'add' | 'sub' | 'and' | 'or' | 'xor';

const operations: Readonly<Record<string, Operation>> = {
  inc: 'add',
  dec: 'sub',
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

class InstructionEmitter {
  constructor(
    readonly assembler: Assembler,
    readonly operands: readonly AssemblyOperand[],
  ) {}

  /** cpuid waits for everything before it. */
  readClock([, cpuid]: Parts): Flags {
    if (cpuid !== undefined) this.assembler.push({ kind: 'fence', order: 'seq_cst', fence: 'full' });
    for (const operand of this.operands)
      if (operand.isOutput && operand.address === undefined && operand.type !== undefined)
        operand.value = this.assembler.any(operand.type);
    return {};
  }

  exchange([, lock, name, suffix, left, right]: Parts): Flags | undefined {
    const leftPlace = this.#place(left, suffix);
    const place = this.#place(right, suffix) ?? leftPlace;
    const register = this.#register(place === leftPlace ? right : left);
    if (place === undefined || register?.value === undefined) return undefined;
    const value = as(register.value, place.type);
    if (name === 'cmpxchg') return this.#compareExchange(place, value, lock !== undefined);
    const isLocked = lock !== undefined || name === 'xchg';
    this.#set(register, this.#change(place, isLocked, name === 'xchg' ? 'xchg' : 'add', value));
    return {};
  }

  #compareExchange(place: Place, desired: Value, isLocked: boolean): Flags | undefined {
    const own = accumulator(this.operands);
    if (own?.value === undefined) return undefined;
    const { address, type } = place;
    const expected = this.assembler.kept(as(own.value, type));
    let old: Value;
    if (isLocked) {
      const result = this.assembler.temporary(type);
      const orders = { order: 'seq_cst', failure: 'seq_cst' } as const;
      this.assembler.push({ kind: 'cmpxchg', result, address, expected, desired, ...orders });
      old = result;
    } else {
      // The processor writes in any case: after a failed comparison, the value it found.
      old = this.#load(place);
      this.#store(place, select(compare('eq', old, expected), desired, old));
    }
    const equal = this.assembler.kept(compare('eq', old, expected));
    this.#set(own, old);
    return { z: equal };
  }

  /** One bit of memory, whose number may lie beyond the word if a register has it. */
  changeBit([, kind, suffix, literal, source, target]: Parts): Flags | undefined {
    const place = this.#place(target, suffix);
    const given = this.#given(literal, source);
    if (place === undefined || given === undefined) return undefined;
    const { type } = place;
    const bits = bitsOf(type);
    const number = this.assembler.kept(as(given, 'i64'));
    const word = binary('udiv', number, constant(bits, 'i64'));
    const isKnown = number.kind === 'const';
    const address = isKnown ? place.address : this.assembler.kept(element(place.address, word, bits / 8));
    const distance = as(binary('urem', number, constant(bits, 'i64')), type);
    const mask = this.assembler.kept(binary('shl', constant(1, type), distance));
    const op = kind === 's' ? 'or' : kind === 'c' ? 'xor' : 'and';
    const value = kind === 'r' ? binary('xor', mask, constant(-1, type)) : mask;
    const old = this.#change({ address, type }, true, op, value);
    return { c: this.assembler.kept(compare('ne', binary('and', old, mask), constant(0, type))) };
  }

  /** Between memory and a register, or registers. */
  copy([, suffix, literal, source, target]: Parts): Flags | undefined {
    const from = this.#place(source, suffix);
    const value =
      literal === undefined && from !== undefined ? this.#load(from) : this.#given(literal, source);
    if (value === undefined) return undefined;
    const to = this.#place(target, suffix);
    const into = this.#register(target);
    if (to !== undefined) this.#store(to, as(value, to.type));
    else if (into !== undefined) this.#set(into, value);
    else return undefined;
    return {};
  }

  /** `not` leaves the flags. `lock neg` has no counterpart among read-modify-writes: one step by an atomic section. */
  negate([, lock, name, suffix, target]: Parts): Flags | undefined {
    const place = this.#place(target, suffix);
    if (place === undefined) return undefined;
    if (name === 'not') {
      this.#change(place, lock !== undefined, 'xor', constant(-1, place.type));
      return {};
    }
    if (lock !== undefined) this.assembler.intrinsic('atomic_begin', []);
    const is = this.assembler.kept(binary('sub', constant(0, place.type), this.#load(place)));
    this.#store(place, is);
    if (lock !== undefined) this.assembler.intrinsic('atomic_end', []);
    const zero = this.assembler.kept(compare('eq', is, constant(0, place.type)));
    return { z: zero, c: not(zero) };
  }

  count([, lock, name = '', suffix, target]: Parts): Flags | undefined {
    return this.#arithmetic(lock, operations[name], this.#place(target, suffix), constant(1, 'i64'), true);
  }

  compute([, lock, name = '', suffix, literal, source, target]: Parts): Flags | undefined {
    const given = this.#given(literal, source);
    return this.#arithmetic(lock, operations[name], this.#place(target, suffix), given, false);
  }

  #arithmetic(
    lock: string | undefined,
    op: Operation,
    place: Place | undefined,
    given: Value | undefined,
    keepsCarry: boolean,
  ): Flags | undefined {
    if (place === undefined || given === undefined) return undefined;
    const by = this.assembler.kept(as(given, place.type));
    const was = this.#change(place, lock !== undefined, op, by);
    const is = this.assembler.kept(binary(op, was, by));
    return flagsAfter(op, was, by, is, keepsCarry);
  }

  /** The old content of the memory. */
  #change(place: Place, isLocked: boolean, op: Operation | 'xchg', value: Value): Value {
    const { address, type } = place;
    if (!isLocked && op !== 'xchg') {
      const was = this.#load(place);
      this.#store(place, binary(op, was, value));
      return was;
    }
    const result = this.assembler.temporary(type);
    this.assembler.push({ kind: 'rmw', result, op, address, value, order: 'seq_cst' });
    return result;
  }

  /** A number, or the value of an operand. */
  #given(literal: string | undefined, source: string | undefined): Value | undefined {
    if (literal === undefined) return this.operands[Number(source?.replace('#', ''))]?.value;
    const value = numberOf(literal);
    return value === undefined ? undefined : constant(value, 'i64');
  }

  /** The memory that an operand is, or whose address it holds. */
  #place(written: string | undefined, suffix: string | undefined): Place | undefined {
    const [, displaced, through, number] = /^(-?\w*)(\()?#(\d+)\)?$/.exec(written ?? '') ?? [];
    const operand = this.operands[Number(number)];
    if (operand === undefined) return undefined;
    const own = suffixes[suffix ?? ''];
    if (through === undefined) {
      const { address, type, order } = operand;
      const accessed = own ?? type;
      return address === undefined || accessed === undefined
        ? undefined
        : { address, type: accessed, ...present({ order }) };
    }
    const bytes = displaced === '' ? 0n : numberOf(displaced);
    const type = own ?? (bytes === 0n ? operand.to : undefined);
    if (operand.value === undefined || operand.type !== 'ptr' || type === undefined || bytes === undefined)
      return undefined;
    return { address: bytes === 0n ? operand.value : offset(operand.value, Number(bytes)), type };
  }

  #register(written: string | undefined): AssemblyOperand | undefined {
    const operand = this.operands[Number(/^#(\d+)$/.exec(written ?? '')?.[1] ?? -1)];
    return operand?.address === undefined ? operand : undefined;
  }

  #set(operand: AssemblyOperand, value: Value): void {
    operand.value = this.assembler.kept(as(value, operand.type ?? typeOf(value)));
  }

  #load({ address, type, order }: Place): Value {
    const result = this.assembler.temporary(type);
    this.assembler.push({ kind: 'load', result, address, ...present({ order }) });
    return result;
  }

  #store({ address, order }: Place, value: Value): void {
    this.assembler.push({ kind: 'store', address, value, ...present({ order }) });
  }
}

/** A value as another type: its low bits, or extended by zeros. */
function as(value: Value, type: Type): Value {
  const from = typeOf(value);
  if (from === type) return value;
  if (value.kind === 'const') return constant(value.value, type);
  if (type === 'ptr') return unary('inttoptr', 'ptr', as(value, 'i64'));
  if (from === 'ptr') return unary('ptrtoint', type, value);
  return unary(bitsOf(from) > bitsOf(type) ? 'trunc' : 'zext', type, value);
}
