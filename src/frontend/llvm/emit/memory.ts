// Loads, stores, read-modify-writes and fences.

import { type RmwOp, rmwOps } from '../../../module/instruction.js';
import type { Type as ModuleType } from '../../../module/type.js';
import {
  binary,
  compare,
  constant,
  offset,
  type Register,
  select,
  unary,
  type Value,
} from '../../../module/value.js';
import type { AccessOrder, MemoryOrder } from '../../../program/memoryOrder.js';
import { present } from '../../../support/present.js';
import type { Piece } from '../layout.js';
import type { Access, AtomicOrder, Instruction, Value as Operand } from '../syntax.js';
import type { Emitter } from './emitter.js';

type Of<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

const memoryOrder = (order: AtomicOrder): MemoryOrder =>
  order === 'unordered' || order === 'monotonic' ? 'relaxed' : order;

const accessOrder = ({ order, volatile }: Access): AccessOrder | undefined =>
  order !== undefined ? memoryOrder(order) : volatile ? 'volatile' : undefined;

/** A part of a piece that one access reads or writes. */
interface Chunk {
  readonly offset: number;
  readonly type: ModuleType;
}

const chunkTypes: Readonly<Record<number, ModuleType>> = { 1: 'i8', 2: 'i16', 4: 'i32', 8: 'i64' };

/** An i24 is three bytes in memory: two accesses. Undefined for a piece that is one access of its own type. */
function chunksOf({ type, bits }: Piece): Chunk[] | undefined {
  const bytes = Math.ceil(bits / 8);
  if (type === 'i1' || type === 'ptr' || type.startsWith('f')) return undefined;
  if (chunkTypes[bytes] === type) return undefined;
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes; ) {
    const size = bytes - at >= 4 ? 4 : bytes - at >= 2 ? 2 : 1;
    chunks.push({ offset: at, type: chunkTypes[size] });
    at += size;
  }
  return chunks;
}

const moved = (address: Value, by: number): Value => (by === 0 ? address : offset(address, by));

/** The names that clang gives to structs that become values for a call or a return. */
const isCoerced = (address: Operand): boolean =>
  address.kind === 'local' && /^coerce\.dive\d*$|\.coerce\d*$/.test(address.name);

export function emitLoad(emitter: Emitter, i: Of<'load'>): void {
  const address = emitter.kept(emitter.value(i.address));
  const pieces = emitter.pieces(i.type);
  const access = present({ order: accessOrder(i) });
  if (i.order !== undefined && pieces.length > 1) emitter.refuse('an atomic load of more than 8 bytes');
  const results = emitter.results(pieces);
  // Rust says which loads need a value. Others move bytes that may have none, and so do those of structs that clang hands over in
  // registers.
  const mayMove =
    emitter.storedBack.has(i) ||
    isCoerced(i.address) ||
    (emitter.unit.debug.isRust && i.noundef !== true && i.order === undefined);
  const load = (result: Register, from: Value): void => {
    const has = mayMove ? { has: emitter.temporary('i32') } : {};
    emitter.push({ kind: 'load', result, address: from, ...access, ...has });
  };
  pieces.forEach((piece, k) => {
    const from = moved(address, piece.offset);
    const chunks = chunksOf(piece);
    if (chunks === undefined) {
      load(results[k], from);
      return;
    }
    const parts = chunks.map((chunk) => {
      const result = emitter.temporary(chunk.type);
      load(result, moved(from, chunk.offset));
      const wide = chunk.type === piece.type ? result : unary('zext', piece.type, result);
      return chunk.offset === 0 ? wide : binary('shl', wide, constant(8 * chunk.offset, piece.type));
    });
    emitter.set(
      results[k],
      parts.reduce((a, b) => binary('or', a, b)),
    );
  });
}

export function emitStore(emitter: Emitter, i: Of<'store'>): void {
  const address = emitter.kept(emitter.value(i.address));
  const pieces = emitter.pieces(i.value.type);
  const values = emitter.values(i.value);
  const access = present({ order: accessOrder(i) });
  if (i.order !== undefined && pieces.length > 1) emitter.refuse('an atomic store of more than 8 bytes');
  pieces.forEach((piece, k) => {
    const to = moved(address, piece.offset);
    const chunks = chunksOf(piece);
    if (chunks === undefined) {
      emitter.push({ kind: 'store', address: to, value: values[k], ...access });
      return;
    }
    for (const chunk of chunks) {
      const high =
        chunk.offset === 0 ? values[k] : binary('lshr', values[k], constant(8 * chunk.offset, piece.type));
      const value = chunk.type === piece.type ? high : unary('trunc', chunk.type, high);
      emitter.push({ kind: 'store', address: moved(to, chunk.offset), value, ...access });
    }
  });
}

export function emitCompareExchange(emitter: Emitter, i: Of<'cmpxchg'>): void {
  if (emitter.pieces(i.desired.type).length > 1) emitter.refuse('a compare-exchange of more than 8 bytes');
  const piece = emitter.piece(i.desired.type);
  const [old, success] = emitter.results([piece, { offset: 0, type: 'i1', bits: 1 }]);
  const expected = emitter.kept(emitter.value(i.expected));
  const desired = emitter.value(i.desired);
  const fails = i.weak && emitter.unit.failsByChance ? failureByChance(emitter) : undefined;
  emitter.push({
    kind: 'cmpxchg',
    result: old,
    address: emitter.value(i.address),
    expected,
    // A failure writes back the value that it found.
    desired: fails === undefined ? desired : select(fails, expected, desired),
    order: memoryOrder(i.order ?? 'seq_cst'),
    failure: memoryOrder(i.failure),
  });
  const found = compare('eq', old, expected);
  emitter.set(success, fails === undefined ? found : select(fails, constant(0, 'i1'), found));
}

/** A weak exchange may fail although it found the expected value. In a loop that tries again such a failure shows nothing. */
function failureByChance(emitter: Emitter): Value {
  const result = emitter.temporary('i32');
  emitter.intrinsic('spurious', [constant(0, 'ptr')], result);
  return emitter.kept(compare('ne', result, constant(0, 'i32')));
}

export function emitReadModifyWrite(emitter: Emitter, i: Of<'atomicrmw'>): void {
  const op: RmwOp | undefined = rmwOps.find((name) => name === i.operation);
  if (op === undefined) emitter.refuse(`atomicrmw ${i.operation}`);
  if (emitter.pieces(i.value.type).length > 1) emitter.refuse('a read-modify-write of more than 8 bytes');
  const [result] = emitter.results([emitter.piece(i.value.type)]);
  emitter.push({
    kind: 'rmw',
    result,
    op,
    address: emitter.value(i.address),
    value: emitter.value(i.value),
    order: memoryOrder(i.order ?? 'seq_cst'),
  });
}

/** A fence against the thread's own signal handlers is none for other threads. */
export function emitFence(emitter: Emitter, i: Of<'fence'>): void {
  if (!i.singleThread) emitter.push({ kind: 'fence', order: memoryOrder(i.order) });
}
