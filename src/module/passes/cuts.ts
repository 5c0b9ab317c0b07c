// The arguments of the intrinsics `cut` and `may_cut`: the kind of the reason, and its detail. A library model in C gives the same two texts.

import type { CutReason } from '../../program/cutReason.js';
import { bug } from '../../support/diagnostic.js';
import type { Instruction, Placed } from '../instruction.js';
import { intrinsic } from '../make.js';
import { textValue, type Value } from '../value.js';

/** The end of an execution in place of the instruction. */
export const cut = (reason?: CutReason, from?: Placed): Instruction =>
  intrinsic('cut', cutArguments(reason), from);

/** Without a reason the user's --unroll cuts. */
const noReason = 'unroll';

export function cutArguments(reason?: CutReason): readonly Value[] {
  const { kind, ...details } = reason ?? { kind: noReason };
  const [detail = ''] = Object.values(details);
  return [textValue(kind), textValue(`${detail}`)];
}

/** By kind: the reason with that detail. */
const reasons: { readonly [K in CutReason['kind']]: (detail: string) => CutReason & { readonly kind: K } } = {
  'block-size': (bytes) => ({ kind: 'block-size', bytes: Number(bytes) }),
  'call-depth': (depth) => ({ kind: 'call-depth', depth: Number(depth) }),
  'no-body': (name) => ({ kind: 'no-body', function: name }),
  'after-no-body': (name) => ({ kind: 'after-no-body', function: name }),
  'any-address': () => ({ kind: 'any-address' }),
  'unexpected-call': () => ({ kind: 'unexpected-call' }),
  exception: () => ({ kind: 'exception' }),
  limit: (most) => ({ kind: 'limit', most }),
};
const isReason = (kind: string): kind is CutReason['kind'] => Object.hasOwn(reasons, kind);

export function reasonOfCut(kind: string, detail: string): CutReason | undefined {
  if (kind === noReason) return undefined;
  return isReason(kind) ? reasons[kind](detail) : bug(`a cut for the reason ${kind}`);
}
