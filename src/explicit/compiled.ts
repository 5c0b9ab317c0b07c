// The code of a program as questions want it, made once for all models.

import { defaultUnroll } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import { type Code, compile } from './bytecode/compile.js';

export interface CodeOptions {
  /** Bound of loops that state none; 8 if absent. */
  readonly unroll?: number;
  /** Turn loops that only wait into assumes (docs/spin-loops.md): sound for outcomes and findings, not for traces. */
  readonly spinAssume?: boolean;
}

const known = new WeakMap<Program, Map<string, Code>>();

export function compiled(
  program: Program,
  { spinAssume = false, unroll = defaultUnroll }: CodeOptions,
): Code {
  const codes = known.get(program) ?? new Map<string, Code>();
  known.set(program, codes);
  const key = `${spinAssume} ${unroll}`;
  const code = codes.get(key) ?? compile(spinAssume ? assumeSpinLoops(program) : program, { unroll });
  codes.set(key, code);
  return code;
}
