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
export function cutArguments(reason?: CutReason): readonly Value[] {
  switch (reason?.kind) {
    case undefined:
      return texts('unroll', '');
    case 'block-size':
      return texts(reason.kind, `${reason.bytes}`);
    case 'call-depth':
      return texts(reason.kind, `${reason.depth}`);
    case 'no-body':
    case 'after-no-body':
      return texts(reason.kind, reason.function);
    case 'any-address':
    case 'unexpected-call':
    case 'exception':
      return texts(reason.kind, '');
    case 'limit':
      return texts(reason.kind, reason.most);
  }
}

const texts = (kind: CutReason['kind'] | 'unroll', detail: string): readonly Value[] => [
  textValue(kind),
  textValue(detail),
];

export function reasonOfCut(kind: string, detail: string): CutReason | undefined {
  switch (kind) {
    case 'unroll':
      return undefined;
    case 'block-size':
      return { kind, bytes: Number(detail) };
    case 'call-depth':
      return { kind, depth: Number(detail) };
    case 'no-body':
    case 'after-no-body':
      return { kind, function: detail };
    case 'any-address':
    case 'unexpected-call':
    case 'exception':
      return { kind };
    case 'limit':
      return { kind, most: detail };
    default:
      return bug(`a cut for the reason ${kind}`);
  }
}
