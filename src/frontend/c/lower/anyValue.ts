// A value that is chosen: `nondet()`, or what a variable without a value holds.

import type { Expr } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { CType } from '../types.js';
import type { Frame } from './frame.js';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Small types have a range; 32 bits have none. */
function rangeOf(type: CType): Range | undefined {
  if (type.kind !== 'integer' || type.size >= 4) return undefined;
  if (type.bool) return { from: 0, to: 1 };
  const values = type.size === 1 ? 256 : 65_536;
  return type.signed ? { from: -values / 2, to: values / 2 - 1 } : { from: 0, to: values - 1 };
}

const many = 64;

/** Whether there are many values to choose from. */
export function isWide(type: CType, range = rangeOf(type)): boolean {
  return range === undefined || range.to - range.from >= many;
}

export function anyOf(frame: Frame, type: CType, at: SourceSpan, range = rangeOf(type)): Expr {
  const { emitter, program } = frame;
  const width = program.valueWidth(type);
  const target = emitter.temporary(width);
  emitter.emit({ kind: 'nondet', target, ...range, ...(width === 64 ? { width } : {}), at });
  return emitter.register(target);
}
