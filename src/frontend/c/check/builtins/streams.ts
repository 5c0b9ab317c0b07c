// Functions on streams that fopen gave: one that was closed, or is none, is looked at (library/process.ts), which is a finding.

import { hasEffect } from '../../effects.js';
import { libraryPrefix } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { constantValue } from '../constants.js';
import { lookingAt, using } from './standardStreams.js';
import { argument, type BuiltinCall, hasPart } from './table.js';

/** The part of a program that opens streams. */
const uses = 'i_uses';

/**
 * The meaning of the call, with a use of the stream that is its argument of that number; `orNone`: if there is one.
 */
export const usingStream =
  (index: number, make: (call: BuiltinCall) => Value, orNone = false) =>
  (call: BuiltinCall): Value => {
    const value = make(call);
    if (hasEffect(call.args[index])) return value;
    const known = constantValue(argument(call, index));
    if (known !== undefined && Number(known) !== 0) return lookingAt(call, Number(known), value);
    if (known !== undefined) return orNone ? value : using(call, '(void)*(int *)0', value);
    if (!hasPart(call, uses)) return value;
    return using(
      call,
      `${libraryPrefix}${uses}(${orNone ? `(A${index}) ?: (void *)32` : `(A${index})`})`,
      value,
    );
  };
