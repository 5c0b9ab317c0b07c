// A value that is chosen: `nondet()`, or what a variable without a value holds; and what is left out of a choice.

import type { CutReason } from '../../../../program/cutReason.js';
import { constant, type Expr } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { CType } from '../../types.js';
import type { Emitter } from '../emitter.js';
import { foldBinary, foldConditional } from '../fold.js';
import type { Frame } from '../frame.js';

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

/** A value of a cell that may hold anything. */
export function anyCell(frame: Frame, type: CType, at: SourceSpan): Expr {
  if (type.kind === 'pointer') return anyAddress(frame, type, at);
  frame.program.choosesWidely ||= isWide(type);
  return anyOf(frame, type, at);
}

/** Where no object is. */
const nowhere = 4096;

/** NULL or an address of nothing, of which any use is a finding; those of objects are left out. */
export function anyAddress({ emitter, program }: Frame, type: CType, at: SourceSpan): Expr {
  const which = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: which, from: 0, to: 2, at });
  const chosen = emitter.register(which);
  emitter.branch(
    foldBinary('==', chosen, constant(2)),
    () => emitter.cut(at, { kind: 'any-address' }),
    () => {},
    at,
  );
  const width = program.valueWidth(type);
  return foldConditional(chosen, constant(nowhere, width), constant(0, width));
}

/** The execution may end here, for all that is known. */
export function perhapsCut(emitter: Emitter, at: SourceSpan, reason?: CutReason): void {
  const target = emitter.temporary();
  emitter.emit({ kind: 'nondet', target, from: 0, to: 1, at });
  emitter.branch(
    emitter.register(target),
    () => emitter.cut(at, reason),
    () => {},
    at,
  );
}
