// Operands as values of the module: one for each piece of the operand's type.

import {
  binary,
  type CompareOp,
  compare,
  compareOps,
  constant,
  element,
  offset,
  select,
  symbol,
  unary,
  undef,
  type Value,
} from '../../../module/value.js';
import type { Piece } from '../layout.js';
import type { ElementAddress, Value as Operand, Type } from '../syntax.js';
import { floatBits } from './floats.js';
import { extendedSigned, integer, resized } from './integers.js';
import { type Unit, unsupported } from './unit.js';

/** How the locals of a function are called in the module. */
export interface Locals {
  /** The values of a name, one for each piece. */
  local(name: string, pieces: readonly Piece[], at: number): readonly Value[];
}

/** Of constants, which have no locals. */
export const noLocals: Locals = { local: () => [] };

const word: Piece = { offset: 0, type: 'i64', bits: 64 };

export function valuesOf(unit: Unit, operand: Operand, locals: Locals): readonly Value[] {
  const { at, type } = operand;
  const pieces = (): readonly Piece[] => unit.types.pieces(type, at);
  switch (operand.kind) {
    case 'local':
      return locals.local(operand.name, pieces(), at);
    case 'global':
      return [globalAddress(unit, operand.name)];
    case 'integer':
      return pieces().map((piece, i) => integer(operand.value >> BigInt(64 * i), piece));
    case 'float':
      return pieces().map(({ type: t }) => constant(floatBits(operand.text, t === 'f32' ? 'f32' : 'f64'), t));
    case 'zero':
      return pieces().map((piece) => constant(0, piece.type));
    case 'undefined':
      // Rust moves such a value, as an enum without its fields, and looks at none. What moves without a value is 0 (memory.ts).
      return pieces().map((piece) => (unit.debug.isRust ? constant(0, piece.type) : undef(piece.type)));
    case 'text':
      return [...operand.bytes].map((byte) => constant(byte, 'i8'));
    case 'aggregate':
      return operand.elements.flatMap((e) => valuesOf(unit, e, locals));
    case 'splat': {
      const each = valuesOf(unit, operand.element, locals);
      return Array.from({ length: pieces().length / each.length }, () => each).flat();
    }
    case 'address':
      return [elementAddress(unit, operand, locals)];
    case 'expression':
      return [constantExpression(unit, operand, locals)];
    case 'block':
      return [constant(blockNumber(unit, operand.function, operand.name), 'ptr')];
    case 'assembly':
    case 'metadata':
      return unsupported(unit, at, `${operand.kind} as a value`);
  }
}

/** A value that has one piece. */
export function oneValue(unit: Unit, operand: Operand, locals: Locals): Value {
  const values = valuesOf(unit, operand, locals);
  if (values.length !== 1) return unsupported(unit, operand.at, 'a value of several parts here');
  return values[0];
}

/** An alias is the address it stands for. */
function globalAddress(unit: Unit, name: string): Value {
  const alias = unit.file.aliases.get(name);
  return alias === undefined ? symbol(unit.use(name)) : oneValue(unit, alias.target, noLocals);
}

/** The addresses of blocks are numbers that no object has; `indirectbr` asks which it is. */
export function blockNumber({ blocks }: Unit, name: string, block: string): number {
  const key = `${name} ${block}`;
  const number = blocks.get(key) ?? 0x4000_0000 + 16 * blocks.size;
  blocks.set(key, number);
  return number;
}

/** getelementptr: a nest of offsets and elements, which keeps the extent of the member or array that it leads into. */
export function elementAddress(
  unit: Unit,
  { element: from, base, indices }: ElementAddress,
  locals: Locals,
): Value {
  let address = oneValue(unit, base, locals);
  let type: Type = from;
  for (const [i, index] of indices.entries()) {
    const { at } = index;
    const step = oneValue(unit, index, locals);
    if (i === 0) {
      address = stepped(unit, address, step, index, type);
      continue;
    }
    const whole = unit.types.resolve(type, at);
    if (whole.kind === 'struct') {
      const n =
        step.kind === 'const' ? Number(step.value) : unsupported(unit, at, 'a member that is not constant');
      type = whole.elements[n];
      address = offset(address, unit.types.offset(whole, n, at), unit.types.size(type, at) || undefined);
    } else if (whole.kind === 'array' || whole.kind === 'vector') {
      type = whole.element;
      const count = whole.length > 0 ? whole.length : undefined;
      address = stepped(unit, address, step, index, type, count);
    } else return unsupported(unit, at, `an index into ${whole.kind}`);
  }
  return address;
}

/** The address of an element: one of `count`, or of as many as there are behind the address. */
function stepped(unit: Unit, address: Value, step: Value, index: Operand, type: Type, count?: number): Value {
  const stride = unit.types.size(type, index.at);
  if (step.kind === 'const') {
    const bytes = Number(step.value) * stride;
    // A row of an array of arrays is walked for itself.
    const isRow = count !== undefined && unit.types.resolve(type, index.at).kind === 'array' && stride > 0;
    return isRow ? offset(address, bytes, stride) : bytes === 0 ? address : offset(address, bytes);
  }
  const [piece] = unit.types.pieces(index.type, index.at);
  return element(address, piece.type === 'i64' ? step : extendedSigned(step, piece, word), stride, count);
}

function constantExpression(
  unit: Unit,
  operand: Extract<Operand, { kind: 'expression' }>,
  locals: Locals,
): Value {
  const { op, operands, type, at } = operand;
  const values = operands.map((o) => oneValue(unit, o, locals));
  const [to] = unit.types.pieces(type, at);
  const [from] = unit.types.pieces(operands[0].type, at);
  const [left, right] = values;
  switch (op) {
    case 'bitcast':
    case 'addrspacecast':
      return from.type === to.type ? left : unary('bitcast', to.type, left);
    case 'ptrtoint':
    case 'ptrtoaddr':
      return unary('ptrtoint', to.type, left);
    case 'inttoptr':
      return unary('inttoptr', 'ptr', left);
    case 'trunc':
    case 'zext':
      return resized(left, from, to);
    case 'sext':
      return extendedSigned(left, from, to);
    case 'add':
    case 'sub':
    case 'mul':
    case 'xor':
    case 'and':
    case 'or':
    case 'shl':
    case 'lshr':
    case 'ashr':
      return binary(op, left, right);
    case 'select':
      return select(left, right, values[2]);
    default: {
      const predicate = compareOp(op.replace(/^icmp /, ''));
      return predicate === undefined
        ? unsupported(unit, at, `the constant expression "${op}"`)
        : compare(predicate, left, right);
    }
  }
}

export const compareOp = (name: string): CompareOp | undefined => compareOps.find((op) => op === name);
