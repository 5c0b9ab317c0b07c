// Blocks of the heap where they are allocated.

import { type BlockShape, blockAlignment, frameHeader } from '../../../program/cells.js';
import { cutAt } from '../../../program/cut.js';
import { binary, constant, type Expr, register, unary, widthOf } from '../../../program/expression.js';
import { mostUnknownBytes } from '../../../program/layout.js';
import type { Statement } from '../../../program/statement.js';
import type { InstructionOf } from '../../instruction.js';
import { allocateFlags } from '../../intrinsics.js';
import type { Value } from '../../value.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

/**
 * Each block begins at the first multiple of 16 behind the one before it and a byte more. For a larger power of 2 two blocks come first that
 * the program does not use: one shows where the heap ends, and one fills it up.
 */
function alignHeap(code: ThreadCode, alignment: Value): void {
  const power = resized(code.expressions.of(alignment), 32);
  if (power.kind === 'const' && Number(power.value) <= blockAlignment) return;
  const first = code.temporary(32);
  const unused = (size: Expr): Statement => ({
    kind: 'alloc',
    target: first.name,
    size,
    zeroed: false,
    shape: { cells: [], size: 0 },
  });
  code.addOutside(unused(constant(1)));
  const end = binary('+', first, constant(blockAlignment));
  const gap = binary('&', unary('-', end), binary('-', power, constant(1)));
  code.addOutside({
    kind: 'if',
    condition: binary('>', gap, constant(0)),
    whenTrue: [unused(binary('-', gap, constant(1)))],
    whenFalse: [],
  });
}

/** More than any heap has: there is no room for it, whatever its low bits say. */
const mostBytes = 0x4000_0000;

/** Of blocks whose size may be chosen those are looked at that have as many objects as a loop has rounds, or a few bytes for each. */
const bytesPerRound = 16;

/** The size of a block, as one of 32 bits. If it is not known, larger blocks than are looked at are cut like loops. */
function sizeOf(code: ThreadCode, bytes: Expr, { tail }: BlockShape): Expr {
  if (bytes.kind === 'const') {
    const size = BigInt.asUintN(64, BigInt(bytes.value));
    return constant(size > BigInt(mostBytes) ? mostBytes : Number(size));
  }
  const wide = widthOf(bytes) === 64 ? bytes : resized(bytes, 64, true);
  const { choosesWidely, unroll } = code.parts;
  const most = choosesWidely
    ? Math.min(unroll * Math.max(bytesPerRound, tail?.stride ?? 0), mostUnknownBytes)
    : mostUnknownBytes;
  code.addOutside({
    kind: 'if',
    condition: binary('>u', wide, constant(most, 64)),
    whenTrue: [cutAt(code.label('cut'), { kind: 'block-size', bytes: most }, code.at)],
    whenFalse: [],
  });
  // The bits above are 0, which tells the symbolic engine how many cells there are.
  const bits = 2 ** Math.ceil(Math.log2(most + 1)) - 1;
  return binary('&', resized(bytes, 32), constant(bits));
}

export function emitAllocate(code: ThreadCode, i: InstructionOf<'intrinsic'>): void {
  const [bytes, alignment] = i.args;
  const width = code.parts.pointerWidth;
  const object = code.parts.points.objects.ofSite(i);
  const target = i.result === undefined ? code.temporary(width).name : code.registerName(i.result);
  alignHeap(code, alignment);
  const { shape, holds } = code.parts.blockOf(i);
  const size = sizeOf(code, code.expressions.of(bytes), shape);
  const from = isOfFunction(i) ? frameHeader : 0;
  const block = from === 0 ? target : code.temporary(width).name;
  code.addOutside({
    kind: 'alloc',
    target: block,
    size: size.kind === 'const' ? constant(Number(size.value) + from) : sum(size, constant(from)),
    zeroed: object?.kind === 'block' && object.zeroed,
    shape: from === 0 ? shape : { ...shape, size: from },
    ...(holds === undefined ? {} : { holds: from === 0 ? holds : { ...holds, from } }),
    ...(width === 64 ? { width } : {}),
  });
  if (block === target) return;
  code.addOutside({ kind: 'assign', target, value: sum(register(block, width), constant(from)) });
}

const isOfFunction = ({ args: [, , flags] }: InstructionOf<'intrinsic'>): boolean =>
  flags?.kind === 'const' && (Number(flags.value) & allocateFlags.ofFunction) !== 0;

/** In an atomic section the block goes on to live. */
export function emitLeave(code: ThreadCode, { args: [block] }: InstructionOf<'intrinsic'>): void {
  if (code.inSection || block.kind === 'const') return;
  const address = code.kept(code.expressions.address(block));
  const start = binary('-', address, constant(frameHeader, widthOf(address)));
  code.when(address, () => code.add({ kind: 'free', address: start }));
}
