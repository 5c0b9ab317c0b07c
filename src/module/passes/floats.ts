// Floating-point operations that `settle` could not compute, because their operands are only known when the program runs, become calls of
// the model's arithmetic on bits (model/float.c), which are inlined.

import { forEachValueIn, mapBlocks } from '../body.js';
import { type Instruction, mapEndValues, mapValues } from '../instruction.js';
import type { Block, Body, Module } from '../module.js';
import { bitsOf, isFloat, type Type } from '../type.js';
import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  compare,
  constant,
  mapOperands,
  not,
  register,
  symbol,
  typeOf,
  type UnaryOp,
  unary,
  type Value,
  type ValueOf,
} from '../value.js';
import { type Library, withFunctions } from './link.js';
import { settleThreads } from './settle/index.js';

const arithmetic: Partial<Record<ArithmeticOp, string>> = {
  fadd: 'add',
  fsub: 'sub',
  fmul: 'mul',
  fdiv: 'div',
};
const conversions: ReadonlySet<UnaryOp> = new Set<UnaryOp>([
  'fptosi',
  'fptoui',
  'sitofp',
  'uitofp',
  'fpext',
  'fptrunc',
  'fneg',
  'fabs',
]);

/** Whether the model computes the operation. */
function isComputed(value: Value): boolean {
  switch (value.kind) {
    case 'binary':
      return arithmetic[value.op] !== undefined;
    case 'compare':
      return isFloat(typeOf(value.left));
    case 'unary':
      return conversions.has(value.op);
    default:
      return false;
  }
}

export function computedFloats(module: Module, library: Library): Module {
  if (!module.threads.some(({ body }) => hasFloats(body))) return module;
  const used = new Set<string>();
  const threads = module.threads.map((thread) => {
    const calls = new Calls(used);
    return { ...thread, body: mapBlocks(thread.body, (block) => calls.block(block)) };
  });
  return settleThreads(withFunctions({ ...module, threads }, library, used));
}

function hasFloats(body: Body): boolean {
  let found = false;
  forEachValueIn(body, (v) => {
    found ||= isComputed(v);
  });
  return found;
}

/** Builds the calls of the model's arithmetic for one thread. */
class Calls {
  readonly #used: Set<string>;
  #instructions: Instruction[] = [];
  #place: Pick<Instruction, 'at'> = {};
  #count = 0;

  constructor(used: Set<string>) {
    this.#used = used;
  }

  block({ instructions, end }: Block): Block {
    const all: Instruction[] = [];
    this.#instructions = all;
    const change = (value: Value): Value => this.#value(value);
    for (const i of instructions) {
      this.#place = i.at === undefined ? {} : { at: i.at };
      const changed = mapValues(i, change);
      all.push(changed);
    }
    this.#place = end.at === undefined ? {} : { at: end.at };
    return { instructions: all, end: mapEndValues(end, change) };
  }

  #value(value: Value): Value {
    const inner = mapOperands(value, (operand) => this.#value(operand));
    if (!isComputed(inner)) return inner;
    switch (inner.kind) {
      case 'binary':
        return this.#binary(inner);
      case 'compare':
        return this.#compare(inner);
      case 'unary':
        return this.#unary(inner);
      default:
        return inner;
    }
  }

  #call(name: string, type: Type, ...args: readonly Value[]): Value {
    const target = `__model_${name}`;
    this.#used.add(target);
    const result = register(`float.${++this.#count}`, type);
    this.#instructions.push({
      kind: 'call',
      results: [result],
      target: symbol(target),
      args,
      ...this.#place,
    });
    return result;
  }

  /** The bits of a number as a double, which holds every float. */
  #double(value: Value): Value {
    return typeOf(value) === 'f32'
      ? this.#call('f64_of_f32', 'i64', unary('bitcast', 'i32', value))
      : unary('bitcast', 'i64', value);
  }

  #binary({ op, left, right, type }: ValueOf<'binary'>): Value {
    const bits = this.#call(`f64_${arithmetic[op]}`, 'i64', this.#double(left), this.#double(right));
    return this.#from(bits, type);
  }

  /** The bits of a double as a number of the type. */
  #from(bits: Value, type: Type): Value {
    return unary('bitcast', type, type === 'f32' ? this.#call('f64_to_f32', 'i32', bits) : bits);
  }

  #compare({ op, left, right }: ValueOf<'compare'>): Value {
    const [a, b] = [this.#double(left), this.#double(right)];
    const holds = (name: string, x: Value, y: Value): Value =>
      compare('ne', this.#call(`f64_${name}`, 'i32', x, y), constant(0, 'i32'));
    const either = (x: Value, y: Value): Value => binary('or', x, y);
    const ways: Partial<Record<CompareOp, () => Value>> = {
      foeq: () => holds('eq', a, b),
      fone: () => either(holds('lt', a, b), holds('lt', b, a)),
      folt: () => holds('lt', a, b),
      fole: () => holds('le', a, b),
      fogt: () => holds('lt', b, a),
      foge: () => holds('le', b, a),
      ford: () => not(holds('unordered', a, b)),
      fueq: () => either(holds('unordered', a, b), holds('eq', a, b)),
      fune: () => not(holds('eq', a, b)),
      fult: () => not(holds('le', b, a)),
      fule: () => not(holds('lt', b, a)),
      fugt: () => not(holds('le', a, b)),
      fuge: () => not(holds('lt', a, b)),
      funo: () => holds('unordered', a, b),
    };
    return ways[op]?.() ?? compare(op, left, right);
  }

  #unary({ op, operand, type }: ValueOf<'unary'>): Value {
    switch (op) {
      case 'fpext':
      case 'fptrunc':
        return this.#from(this.#double(operand), type);
      case 'sitofp':
        return this.#ofInteger(operand, 'sext', 'long', type);
      case 'uitofp':
        return this.#ofInteger(operand, 'zext', bitsOf(typeOf(operand)) === 64 ? 'ulong' : 'long', type);
      case 'fptosi':
      case 'fptoui':
        return this.#toInteger(op, operand, type);
      default:
        return signChanged(op, operand, type);
    }
  }

  #ofInteger(operand: Value, extend: 'sext' | 'zext', kind: 'long' | 'ulong', type: Type): Value {
    const whole = bitsOf(typeOf(operand)) === 64 ? operand : unary(extend, 'i64', operand);
    return type === 'f32'
      ? unary('bitcast', type, this.#call(`f32_of_${kind}`, 'i32', whole))
      : unary('bitcast', type, this.#call(`f64_of_${kind}`, 'i64', whole));
  }

  /** As x86-64 converts: narrow types by way of 32 bits, unsigned ones of 32 bits by way of 64. */
  #toInteger(op: 'fptosi' | 'fptoui', operand: Value, type: Type): Value {
    const bits = this.#double(operand);
    if (bitsOf(type) === 64) return this.#call(op === 'fptosi' ? 'f64_to_long' : 'f64_to_ulong', type, bits);
    if (bitsOf(type) === 32 && op === 'fptoui')
      return unary('trunc', type, this.#call('f64_to_long', 'i64', bits));
    const whole = this.#call('f64_to_int', 'i32', bits);
    return bitsOf(type) === 32 ? whole : unary('trunc', type, whole);
  }
}

/** `fneg` and `fabs` change the first bit alone. */
function signChanged(op: UnaryOp, operand: Value, type: Type): Value {
  const bits = type === 'f32' ? 'i32' : 'i64';
  const sign = -(2n ** BigInt(bitsOf(type) - 1));
  const number = unary('bitcast', bits, operand);
  const changed =
    op === 'fneg'
      ? binary('xor', number, constant(sign, bits))
      : binary('and', number, constant(~sign, bits));
  return unary('bitcast', type, changed);
}
