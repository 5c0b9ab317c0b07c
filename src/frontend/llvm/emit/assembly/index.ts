// Inline assembly: the fences, hints, exchanges and locked instructions that concurrent programs write. A locked instruction is
// sequentially consistent; xchg with memory is one without saying so.

import { unary, undef, type Value } from '../../../../module/value.js';
import { fenceMeaning, linesOf } from '../../../fenceAssembly.js';
import type { Call, Value as Operand } from '../../syntax.js';
import type { Emitter } from '../emitter.js';
import { type Flags, told } from './flags.js';
import { emitLine } from './lines.js';
import { type AssemblyOperand, conditionOf, operandsOf } from './operands.js';

type Assembly = Extract<Operand, { kind: 'assembly' }>;

const known =
  'fences, pause, rdtsc, and mov, xchg, xadd, cmpxchg, inc, dec, neg, not, add, sub, and, or, xor, bts, btr, btc of memory are understood';

export function emitAssembly(emitter: Emitter, call: Call, { text, constraints }: Assembly): void {
  const refuse = (): never => emitter.refuse(`the assembly "${text}"`, known);
  if (call.indirect !== undefined && call.indirect.length > 0) refuse();
  const lines = joinedLocks(
    linesOf(
      text
        .replace(/\$\{(\d+):\w\}/g, '#$1')
        .replace(/\$(\d+)/g, '#$1')
        .replace(/\$#/g, '$'),
    ),
  );
  const operands = operandsOf(emitter, call, constraints);
  const fence = fenceMeaning(lines);
  if (fence !== undefined) {
    if (fence === 'full') emitter.push({ kind: 'fence', order: 'seq_cst', fence });
    else if (fence === 'store-store') emitter.push({ kind: 'fence', order: 'release', fence });
    else if (fence === 'load-load') emitter.push({ kind: 'fence', order: 'acquire', fence });
  } else {
    let flags: Flags = {};
    for (const line of lines) {
      const set = /^set(\w+) #(\d+)$/.exec(line);
      if (set !== null)
        setFlag(emitter, operands[Number(set[2])] ?? refuse(), told(flags, set[1]) ?? refuse());
      else flags = emitLine(emitter, operands, line) ?? refuse();
    }
    for (const operand of operands) {
      const condition = conditionOf(operand);
      if (condition !== undefined) setFlag(emitter, operand, told(flags, condition) ?? refuse());
    }
  }
  emitter.result(
    operands.flatMap(({ isOutput, address, value, type }) =>
      isOutput && address === undefined && type !== undefined ? [value ?? undef(type)] : [],
    ),
  );
}

/** `lock` may stand on a line of its own. */
const joinedLocks = (lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : lines
        .join('\n')
        .replace(/\block\n/g, 'lock ')
        .split('\n');

function setFlag(emitter: Emitter, operand: AssemblyOperand, flag: Value): void {
  const { type = 'i8', address } = operand;
  if (address !== undefined) emitter.push({ kind: 'store', address, value: unary('zext', 'i8', flag) });
  else operand.value = type === 'i1' ? flag : unary('zext', type, flag);
}
