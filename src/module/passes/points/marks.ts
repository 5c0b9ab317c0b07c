// Addresses as numbers: sums, and masks that set, clear or exchange bits. Objects are aligned, so that marks in the low bits of an
// address are marks in the low bits of its offset. An address has 48 bits; marks above them are taken away before it is used.

import type { ArithmeticOp, Value } from '../../value.js';
import { strideOf } from './indices.js';
import { possibleBits } from './possibleBits.js';
import {
  gcd,
  lastOf,
  mostMembers,
  noTargets,
  offsetsOf,
  type Target,
  type Targets,
  targetsOf,
  union,
  walked,
} from './targets.js';

const addressBits = 48;

/** An operand: a number, and the addresses that it may be. */
export interface Operand {
  readonly value: Value;
  readonly targets: Targets;
}

/** The addresses that an operation on numbers computes. They may lie outside of their extents and objects: a mask may lead back. */
export function computed(op: ArithmeticOp, left: Operand, right: Operand, sizeOf: SizeOf): Targets {
  // A byte of an address on its way to its place.
  if (op === 'shl' && left.value.kind === 'unary' && left.value.op === 'zext') return left.targets;
  const isLeft = left.targets.size > 0;
  if (isLeft && right.targets.size > 0 && isMask(op)) return union(left.targets, right.targets);
  const [{ targets }, { value }] = isLeft ? [left, right] : [right, left];
  const change = (target: Target): readonly Target[] => {
    if (scales.has(op) || (op === 'sub' && !isLeft)) return [rescaled(target, op, value)];
    if (isMask(op)) return masked(target, op, value, sizeOf).map(opened);
    if (op !== 'add' && op !== 'sub') return [];
    return isCode(target.object) ? [target] : added(target, value, op === 'add' ? 1 : -1);
  };
  return targets.size === 0 ? noTargets : targetsOf(...[...targets.values()].flatMap(change));
}

/** The operations that make a code of an address, and an address of its code. */
const scales: ReadonlySet<ArithmeticOp> = new Set(['shl', 'mul', 'lshr', 'ashr', 'udiv', 'sdiv']);

/** A number is the code of an address in an object if the object's name has this before it. No access goes there. */
const code = '~';
const isCode = (object: string): boolean => object.startsWith(code);

/** The object of an address, or of the address of which a code was made. */
export const decoded = (object: string): string => (isCode(object) ? object.slice(code.length) : object);

/** The code of an address keeps its offset. Marks in it are taken away with the code. */
function rescaled(target: Target, op: ArithmeticOp, by: Value): Target {
  if (isCode(target.object)) return { ...target, object: decoded(target.object) };
  const lost = op === 'lshr' && by.kind === 'const' && target.count === 1 ? 2 ** Number(by.value) : 1;
  return {
    ...target,
    object: `${code}${target.object}`,
    offset: Math.floor(target.offset / lost) * lost,
  };
}

type SizeOf = (object: string) => number;
type MaskOp = 'and' | 'or' | 'xor';

export const isMask = (op: ArithmeticOp): op is MaskOp => op === 'and' || op === 'or' || op === 'xor';

function added(target: Target, number: Value, sign: 1 | -1): Target[] {
  if (number.kind !== 'const') return walked(target, strideOf(number));
  const bytes = sign * Number(BigInt.asIntN(addressBits, BigInt(number.value)));
  return [{ ...target, offset: target.offset + bytes }];
}

function masked(target: Target, op: MaskOp, mask: Value, sizeOf: SizeOf): Target[] {
  if (isCode(target.object) && mask.kind !== 'const') return [target];
  const anywhere = (): Target[] => walked({ ...target, low: 0, high: sizeOf(target.object) }, 1);
  if (mask.kind !== 'const') return op === 'and' ? anywhere() : marked(target, lowOf(possibleBits(mask)));
  const bits = BigInt.asIntN(addressBits, BigInt(mask.value));
  // The low bits alone are a number: the mark of an address, or where it lies in its page.
  if (op === 'and' && bits >= 0 && bits < 2n ** usedBits) return [];
  if (isCode(target.object)) return [target];
  const changed = lowOf(op === 'and' ? ~bits : bits);
  // A complement is no address, and that of a complement is one again.
  if (op !== 'and' && changed >= largestMark) return [target];
  const change = (offset: number): number => {
    const at = BigInt(offset);
    return Number(op === 'and' ? at & ~changed : op === 'or' ? at | changed : at ^ changed);
  };
  // All offsets have the same low bits.
  if (target.stride % blockOf(changed) === 0) return [{ ...target, offset: change(target.offset) }];
  if (target.count <= mostMembers)
    return offsetsOf(target).map((offset) => ({ ...target, offset: change(offset), stride: 0, count: 1 }));
  if (op !== 'and') return marked(target, changed);
  return [between(target, change(target.offset), lastOf(target), Number(lowestOf(bits)))];
}

/** A mask may lead out of an extent, also in a loop. */
const opened = (target: Target): Target =>
  target.offset >= target.low && lastOf(target) <= target.high
    ? target
    : { ...target, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, walks: false };

/** An address with some of the bits set, cleared or exchanged. */
function marked(target: Target, bits: bigint): Target[] {
  const block = blockOf(bits);
  if (block === 1 || bits >= largestMark) return [target];
  const stride = gcd(Number(lowestOf(bits)), target.stride);
  const first = Math.floor(target.offset / block) * block;
  const last = Math.floor(lastOf(target) / block) * block + block - 1;
  return [between(target, first + ((target.offset - first) % stride), last, stride)];
}

/** Addresses are below this power of two: higher bits are marks, which are taken away before the address is used. */
const usedBits = 31n;

const lowOf = (bits: bigint): bigint => BigInt.asUintN(Number(usedBits), bits);

/** Marks in the low bits of an address are smaller than this. */
const largestMark = 2n ** 16n;

/** The smallest power of two above all of the bits. */
const blockOf = (bits: bigint): number => (bits === 0n ? 1 : 2 ** bits.toString(2).length);

const lowestOf = (bits: bigint): bigint => bits & -bits;

const between = (target: Target, first: number, last: number, stride: number): Target => ({
  ...target,
  offset: first,
  stride,
  count: Math.floor((last - first) / stride) + 1,
});
