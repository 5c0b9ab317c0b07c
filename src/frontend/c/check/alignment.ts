// The alignment that _Alignas and the attribute `aligned` ask for.

import type { Attributes } from '../ast.js';
import { typeError } from '../diagnostics.js';
import { alignmentOf, type CType } from '../types.js';
import type { Context } from './scope.js';
import { constantExpression, typeOfName } from './typeNames.js';

/** As much as any type needs, which is what `aligned` without a number means. */
const most = 16;

export function alignment(context: Context, { aligned: asked }: Attributes): number | undefined {
  let greatest: number | undefined;
  for (const one of asked) {
    const bytes =
      one === true
        ? most
        : 'specifiers' in one
          ? alignmentOf(typeOfName(context, one))
          : constantExpression(context, one);
    if (one !== true && (bytes < 0 || (bytes & (bytes - 1)) !== 0))
      typeError(`${bytes} is no alignment: it must be a power of two`, one.at);
    if (bytes > (greatest ?? 0)) greatest = bytes;
  }
  return greatest;
}

/** The type with the alignment that attributes ask for. */
export function aligned(context: Context, type: CType, attributes: Attributes): CType {
  const bytes = alignment(context, attributes);
  return bytes === undefined ? type : { ...type, aligned: bytes };
}
