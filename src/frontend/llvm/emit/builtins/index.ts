// The functions llvm.*, by name. Types stand behind the name (llvm.umax.i64): the longest known beginning counts.

import { bits } from './bits.js';
import type { Builtin } from './builtin.js';
import { control } from './control.js';
import { floats } from './floats.js';
import { integers } from './integers.js';
import { memory } from './memory.js';

const all: ReadonlyMap<string, Builtin> = new Map(
  [control, memory, integers, bits, floats].flatMap((part) =>
    Object.entries(part).map(([name, builtin]): [string, Builtin] => [`llvm.${name}`, builtin]),
  ),
);

export function builtinOf(name: string): Builtin | undefined {
  for (let known = name; known.includes('.'); known = known.slice(0, known.lastIndexOf('.'))) {
    const builtin = all.get(known);
    if (builtin !== undefined) return builtin;
  }
  return undefined;
}
