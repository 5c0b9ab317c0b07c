// Inline assembly of C programs. The instructions are those of every reader (frontend/assembly); cmpxchg16b is understood here alone.

import type { Type } from '../../../module/type.js';
import { binary, compare, offset, type Value as Result } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import { emitAssembly as emitLines, setFlag, understoodAssembly } from '../../assembly/index.js';
import { type AssemblyOperand, sharedOutput } from '../../assembly/operand.js';
import type { AssemblyValue, BuiltinOf } from '../builtin.js';
import { type CType, isScalar } from '../types.js';
import { orderOf, targetOf } from './accesses.js';
import type { FunctionEmitter } from './function.js';
import { keptAddress } from './places.js';
import { scalarType } from './scalars.js';
import { emitValue } from './values.js';

export function emitAssembly(
  f: FunctionEmitter,
  { text, lines, operands: given }: BuiltinOf<'assembly'>,
): void {
  const operands: AssemblyOperand[] = [];
  /** The first values of the registers. */
  const before: (Result | undefined)[] = [];
  const stores: ((value: Result) => void)[] = [];
  for (const one of given) {
    const operand = emitOperand(f, one, (store) => {
      stores[operands.length] = store;
    });
    const shared = operand.isOutput ? undefined : sharedOutput(operand.constraint, operands);
    if (shared !== undefined && operands[shared]?.address === undefined && operand.value !== undefined)
      operands[shared].value = operand.value;
    else before[operands.length] = operand.value;
    operands.push(operand);
  }
  if (!(emitWideExchange(f, operands, lines) ?? emitLines(f, operands, lines))) {
    const { line, column, file } = f.at;
    const message = `the assembly "${text}" is not supported`;
    const hint = understoodAssembly;
    f.refuse({ code: 'c-unsupported', message, hint, line, column, ...present({ file }) });
  }
  operands.forEach(({ value }, i) => {
    if (value !== undefined && value !== before[i]) stores[i]?.(value);
  });
}

const typeIn = (f: FunctionEmitter, type: CType): Type | undefined =>
  isScalar(type) ? scalarType(type, f) : undefined;

/** `onRegister` is given the way to set the output behind a register. */
function emitOperand(
  f: FunctionEmitter,
  operand: AssemblyValue,
  onRegister: (store: (value: Result) => void) => void,
): AssemblyOperand {
  const { constraint } = operand;
  if (operand.place === undefined) {
    const { type } = operand.value;
    const to = type.kind === 'pointer' ? typeIn(f, type.to) : undefined;
    const value = f.kept(emitValue(f, operand.value));
    return { constraint, isOutput: false, type: scalarType(type, f), value, ...present({ to }) };
  }
  const { place, isOutput } = operand;
  const type = typeIn(f, place.type);
  if (operand.isMemory) {
    const address = keptAddress(f, place);
    return { constraint, isOutput, type, address, ...present({ order: orderOf(place.type) }) };
  }
  const target = targetOf(f, place);
  onRegister((value) => target.store(value));
  return { constraint, isOutput, type, ...(operand.reads ? { value: target.load() } : {}) };
}

/**
 * `lock cmpxchg16b`: rdx:rax is compared with two words of memory, which rcx:rbx then replaces. The registers have values by their
 * constraints, or rax and rdx are loaded from an operand's memory. A copy of a and d in b and c makes it a load of two words.
 */
const wideExchange =
  /^(?:(movq %rdx,%rcx\nmovq %rax,%rbx\n)|movq 0?\(#(\d+)\),%rax\nmovq 8\(#\2\),%rdx\n)?lock ?\n?cmpxchg16b #(\d+)(?:\nset[ez] #(\d+))?$/;

type Words = readonly [low: Result, high: Result];

const wordsAt = (f: FunctionEmitter, address: Result): Words => [
  f.load(address, 'i64'),
  f.load(offset(address, 8), 'i64'),
];

/** Undefined: the lines are something else. */
function emitWideExchange(
  f: FunctionEmitter,
  operands: readonly AssemblyOperand[],
  lines: readonly string[],
): boolean | undefined {
  const [found, copies, from, target, flag] = wideExchange.exec(lines.join('\n')) ?? [];
  if (found === undefined) return undefined;
  const register = (name: string): AssemblyOperand | undefined =>
    operands.find(({ constraint }) => constraint.includes(`{${name}}`));
  const address = operands[Number(target)]?.address;
  const source = from === undefined ? undefined : operands[Number(from)]?.value;
  const [low, high] =
    source === undefined ? [register('ax')?.value, register('dx')?.value] : wordsAt(f, source);
  const [newLow, newHigh] = [register('bx')?.value, register('cx')?.value];
  if (address === undefined) return false;
  const isKnown = ![low, high, newLow, newHigh].includes(undefined);
  if (copies === undefined && !isKnown) return false;
  const { words, equal } = f.section(() => {
    const words = wordsAt(f, address);
    if (low === undefined || high === undefined || newLow === undefined || newHigh === undefined)
      return { words, equal: undefined };
    const equal = f.kept(binary('and', compare('eq', words[0], low), compare('eq', words[1], high)));
    f.when(equal, () => {
      f.store(address, newLow);
      f.store(offset(address, 8), newHigh);
    });
    return { words, equal };
  });
  for (const [i, name] of ['ax', 'dx'].entries()) {
    const operand = register(name);
    if (operand?.isOutput === true) operand.value = words[i];
  }
  return flag === undefined || setFlag(f, operands[Number(flag)], equal);
}
