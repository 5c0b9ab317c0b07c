// Functions on stdin, stdout and stderr, in programs that close one of these: a later use is found
// (library/process.ts).

import { libraryPrefix } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { type BuiltinCall, hasPart } from './table.js';
import { expanded } from './template.js';

/** The part of a program that closes one of them. */
const usesStandard = 'i_uses_standard';

/** By what stdio.h has for them (model/include/system/stdio.h). */
export const standardStreams = { stdin: 16, stdout: 32, stderr: 48 } as const;

/** The meaning of the call, with a use of a standard stream. */
export const usingStandard =
  (stream: keyof typeof standardStreams, make: (call: BuiltinCall) => Value) =>
  (call: BuiltinCall): Value =>
    lookingAt(call, standardStreams[stream], make(call));

export function lookingAt(call: BuiltinCall, stream: number, value: Value): Value {
  if (!hasPart(call, usesStandard)) return value;
  return using(call, `${libraryPrefix}${usesStandard}((void *)${stream})`, value);
}

/** `looks` is C that runs first. */
export const using = (call: BuiltinCall, looks: string, value: Value): Value => ({
  kind: 'comma',
  left: expanded(call, looks),
  right: value,
  type: value.type,
  at: call.at,
});
