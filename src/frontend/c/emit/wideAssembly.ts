// `lock cmpxchg16b`: rdx:rax is compared with two words of memory, which rcx:rbx then replaces. The registers have values by their
// constraints, or rax and rdx are loaded from an operand's memory. A copy of a and d in b and c makes it a load of two words.

import { binary, compare, offset, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { setFlag } from '../../assembly/index.js';
import type { Assembler, AssemblyOperand } from '../../assembly/operand.js';
import type { FunctionEmitter } from './function.js';

const form =
  /^(?:(movq %rdx,%rcx\nmovq %rax,%rbx\n)|movq 0?\(#(\d+)\),%rax\nmovq 8\(#\2\),%rdx\n)?lock ?\n?cmpxchg16b #(\d+)(?:\nset[ez] #(\d+))?$/;

const wordsAt = (f: FunctionEmitter, address: Value, at: SourceSpan): readonly [Value, Value] => [
  f.load(address, 'i64', at),
  f.load(offset(address, 8), 'i64', at),
];

/** Undefined: the lines are something else. */
export function emitWideExchange(
  f: FunctionEmitter,
  assembler: Assembler,
  operands: readonly AssemblyOperand[],
  lines: readonly string[],
  at: SourceSpan,
): boolean | undefined {
  const [found, copies, from, target, flag] = form.exec(lines.join('\n')) ?? [];
  if (found === undefined) return undefined;
  const register = (name: string): AssemblyOperand | undefined =>
    operands.find(({ constraint }) => constraint.includes(`{${name}}`));
  const address = operands[Number(target)]?.address;
  const source = from === undefined ? undefined : operands[Number(from)]?.value;
  const [low, high] =
    source === undefined ? [register('ax')?.value, register('dx')?.value] : wordsAt(f, source, at);
  const [newLow, newHigh] = [register('bx')?.value, register('cx')?.value];
  if (address === undefined) return false;
  f.intrinsic('atomic_begin', [], at);
  const [foundLow, foundHigh] = wordsAt(f, address, at);
  let equal: Value | undefined;
  if (copies === undefined) {
    if (low === undefined || high === undefined || newLow === undefined || newHigh === undefined)
      return false;
    equal = f.kept(binary('and', compare('eq', foundLow, low), compare('eq', foundHigh, high)), at);
    const [replaced, kept] = [f.fresh('replaced'), f.fresh('kept')];
    f.branch(equal, replaced, kept, at);
    f.begin(replaced, at);
    f.store(address, newLow, at);
    f.store(offset(address, 8), newHigh, at);
    f.begin(kept, at);
  }
  f.intrinsic('atomic_end', [], at);
  for (const [name, value] of [
    ['ax', foundLow],
    ['dx', foundHigh],
  ] as const) {
    const operand = register(name);
    if (operand?.isOutput === true) operand.value = value;
  }
  return flag === undefined || setFlag(assembler, operands[Number(flag)], equal);
}
