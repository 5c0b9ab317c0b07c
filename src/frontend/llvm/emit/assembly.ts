// Inline assembly.

import type { Call, Value as Operand } from '../syntax.js';
import type { Emitter } from './emitter.js';

type Assembly = Extract<Operand, { kind: 'assembly' }>;

export function emitAssembly(emitter: Emitter, call: Call, { text }: Assembly): void {
  const lines = text
    .split(/\n|;/)
    .map((line) => line.replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').trim())
    .filter((line) => line !== '');
  if (call.type.kind !== 'void') emitter.refuse(`the assembly "${text}"`);
  for (const line of lines) {
    if (line === 'mfence') emitter.push({ kind: 'fence', order: 'seq_cst', fence: 'full' });
    else if (line === 'sfence') emitter.push({ kind: 'fence', order: 'release', fence: 'store-store' });
    else if (line === 'lfence') emitter.push({ kind: 'fence', order: 'acquire', fence: 'load-load' });
    else if (!['pause', 'nop', 'rep nop'].includes(line)) emitter.refuse(`the assembly "${text}"`);
  }
}
