// Inline assembly: the fences, hints, exchanges and locked instructions that concurrent programs write. A locked instruction is
// sequentially consistent; xchg with memory is one without saying so.

import { unary, type Value } from '../../module/value.js';
import { fenceMeaning } from './fences.js';
import { type Flags, told } from './flags.js';
import { emitLine } from './lines.js';
import { type Assembler, type AssemblyOperand, conditionOf } from './operand.js';

export { linesOf } from './fences.js';

/** A hint for assembly that is refused. */
export const understoodAssembly =
  'fences, pause, rdtsc, and mov, xchg, xadd, cmpxchg, inc, dec, neg, not, add, sub, and, or, xor, bts, btr, btc of memory are understood';

const orders = { full: 'seq_cst', 'store-store': 'release', 'load-load': 'acquire' } as const;

/** Emits the lines, in which `#2` is an operand; false if they are not understood. Registers then have the values that they have at the end. */
export function emitAssembly(
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  given: readonly string[],
): boolean {
  const lines = joined(given);
  const fence = fenceMeaning(lines);
  if (fence !== undefined) {
    if (fence !== 'none') assembler.push({ kind: 'fence', order: orders[fence], fence });
    return true;
  }
  let flags: Flags = {};
  for (const line of lines) {
    const set = /^set(\w+) #(\d+)$/.exec(line);
    if (set === null) {
      const next = emitLine(assembler, operands, line);
      if (next === undefined) return false;
      flags = next;
    } else if (!setFlag(assembler, operands[Number(set[2])], told(flags, set[1]))) return false;
  }
  return operands.every((operand) => {
    const condition = conditionOf(operand);
    return condition === undefined || setFlag(assembler, operand, told(flags, condition));
  });
}

/** `lock` may stand on a line of its own; cpuid is understood as the fence before the clock is read. */
const joined = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replace(/\b(lock|cpuid)\n/g, '$1 ')
    .split('\n')
    .filter((line) => line !== '');

export function setFlag(
  assembler: Assembler,
  operand: AssemblyOperand | undefined,
  flag: Value | undefined,
): boolean {
  if (operand === undefined || flag === undefined) return false;
  const { type = 'i8', address } = operand;
  if (address !== undefined) assembler.push({ kind: 'store', address, value: unary('zext', 'i8', flag) });
  else operand.value = type === 'i1' ? flag : unary('zext', type, flag);
  return true;
}
