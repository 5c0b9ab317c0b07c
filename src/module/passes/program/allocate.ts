// Blocks of the heap where they are allocated.

import { binary, constant, type Expr, unary } from '../../../program/expression.js';
import type { Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { InstructionOf } from '../../instruction.js';
import type { Value } from '../../value.js';
import type { ThreadCode } from './threadCode.js';
import { resized } from './widths.js';

/** Blocks begin at multiples of this number. */
const blockAlignment = 16;

/**
 * Each block begins at the first multiple of 16 behind the one before it and a byte more. For a larger power of 2 two blocks come first that
 * the program does not use: one shows where the heap ends, and one fills it up.
 */
function alignHeap(code: ThreadCode, alignment: Value | undefined): void {
  if (alignment === undefined) return;
  const power = resized(code.expressions.of(alignment), 32);
  if (power.kind === 'const' && Number(power.value) <= blockAlignment) return;
  const less = binary('-', power, constant(1));
  const unused = (size: Expr): Statement => ({
    kind: 'alloc',
    target: first.name,
    size,
    zeroed: false,
    shape: { cells: [], size: 0 },
  });
  const first = code.temporary(32);
  code.addOutside(unused(constant(1)));
  const end = binary('+', first, constant(blockAlignment));
  const gap = binary('&', unary('-', end), less);
  code.addOutside({
    kind: 'if',
    condition: binary('>', gap, constant(0)),
    whenTrue: [unused(binary('-', gap, constant(1)))],
    whenFalse: [],
  });
}

export function emitAllocate(code: ThreadCode, i: InstructionOf<'intrinsic'>): void {
  const { args, at, result } = i;
  const width = code.parts.pointerWidth;
  const object = code.parts.points.objects.ofSite(i);
  const target = result === undefined ? code.temporary(width).name : code.registerName(result);
  alignHeap(code, args[1]);
  code.addOutside({
    kind: 'alloc',
    target,
    size: resized(code.expressions.of(args[0]), 32),
    zeroed: object?.kind === 'block' && object.zeroed,
    ...code.parts.blockOf(i),
    ...(width === 64 ? { width } : {}),
    ...present({ at }),
  });
}
