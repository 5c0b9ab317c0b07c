// Functions on streams that fopen gave: one that was closed, or is none, is looked at (library/process.ts), which is a finding.

import { hasEffect } from '../../effects.js';
import { libraryPrefix } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { constantValue } from '../constants.js';
import { argument, type BuiltinCall } from './table.js';
import { expanded } from './template.js';

/** The part of a program that opens streams. */
const uses = `${libraryPrefix}i_uses`;

/** What the call means, and that it uses the stream that is its argument of that number; `orNone`: if there is one. */
export const usingStream =
  (index: number, make: (call: BuiltinCall) => Value, orNone = false) =>
  (call: BuiltinCall): Value => {
    const value = make(call);
    const { context, args, at } = call;
    if (context.scope.lookup(uses)?.kind !== 'function' || hasEffect(args[index])) return value;
    if (constantValue(argument(call, index)) !== undefined) return value;
    const stream = orNone ? `(A${index}) ?: (void *)32` : `(A${index})`;
    const looks = expanded(call, `${uses}(${stream})`);
    return { kind: 'comma', left: looks, right: value, type: value.type, at };
  };
