// Inline assembly with C values: which of them are memory and which are registers. Emission gives the instructions their meaning.

import { linesOf } from '../../assembly/index.js';
import type { AsmOperand, Expression, ExpressionOf } from '../ast.js';
import type { AssemblyValue } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { hasEffect } from '../effects.js';
import type { Value } from '../typed.js';
import { unqualified, voidType } from '../types.js';
import { convert } from './conversions.js';
import { checkValue } from './expressions.js';
import { checkAddress, checkPlace, markAddressed, requireAssignable } from './places.js';
import type { Context } from './scope.js';

type Asm = ExpressionOf<'asm'>;

export function checkAsm(context: Context, e: Asm): Value {
  const { at } = e;
  if (e.jumps) return unsupported(`the assembly "${e.template}"`, at);
  const all = [...e.outputs, ...e.inputs];
  const lines = linesOf(e.template).map((line) => numbered(line, all));
  if (lines.length === 0 || isClientRequest(lines)) return sameValues(context, e);
  const operands = all.map((operand, i) => operandOf(context, operand, i < e.outputs.length));
  return {
    kind: 'builtin',
    builtin: { op: 'assembly', text: e.template, lines, operands },
    type: voidType,
    at,
  };
}

/** `%0`, `%k1`, `%[name]` as `#0`, `#1`, `#2`. */
const numbered = (line: string, all: readonly AsmOperand[]): string =>
  line
    .replace(/%[bwkqh]?\[(\w+)\]/g, (_, name: string) => `#${all.findIndex((o) => o.name === name)}`)
    .replace(/%[bwkqh]?(\d+)/g, '#$1');

/**
 * A request to valgrind: rotations that undo each other, and the exchange of a register with itself. A processor does nothing then, and the
 * answer is the one the program gave.
 */
const isClientRequest = (lines: readonly string[]): boolean =>
  /^(?:rol[lq] \$\d+,%[er]di\n){4}xchg[lq] %([er][abcd]x),%\1$/.test(lines.join('\n'));

/** `asm("" : "=r"(y) : "0"(x))`: an output gets the input in its place. All other operands are only evaluated. */
function sameValues(context: Context, { outputs, inputs, at }: Asm): Value {
  const moved = inputs.flatMap(({ constraint, value }): Value[] => {
    const output = /^\d+$/.test(constraint) ? outputs[Number(constraint)] : undefined;
    if (output === undefined) return [];
    const place = checkPlace(context, output.value);
    requireAssignable(place, output.value.at);
    const type = unqualified(place.type);
    return [{ kind: 'assign', place, value: convert(checkValue(context, value), type), type, at }];
  });
  const evaluated = (operands: readonly AsmOperand[], check: (value: Expression) => Value): Value[] =>
    operands.filter(({ value }) => hasEffect(value)).map(({ value }) => check(value));
  const args =
    moved.length > 0
      ? moved
      : [
          ...evaluated(outputs, (value) => checkAddress(context, value, value.at)),
          ...evaluated(inputs, (value) => checkValue(context, value)),
        ];
  return { kind: 'builtin', builtin: { op: 'ignore', args }, type: voidType, at };
}

/** Constraints that name a register. */
const registers: ReadonlyMap<string, string> = new Map(
  ['a', 'b', 'c', 'd'].map((letter) => [letter, `{${letter}x}`]),
);

/** The constraint as LLVM IR spells it. */
function spelled(constraint: string, isOutput: boolean): string {
  const flag = /^=@(cc\w+)$/.exec(constraint)?.[1];
  if (flag !== undefined) return `={@${flag}}`;
  const letters = constraint.replace(/[=+&%]/g, '');
  const [letter = ''] = /[abcd]/.exec(letters) ?? [];
  return `${isOutput ? '=' : ''}${registers.get(letter) ?? letters}`;
}

/** An input that may be in a register is there. */
function operandOf(context: Context, { constraint, value }: AsmOperand, isOutput: boolean): AssemblyValue {
  const isMemory = isOutput ? /[mQ]/.test(constraint) : /^[mQ]+$/.test(constraint);
  const written = spelled(constraint, isOutput);
  if (!isMemory && !isOutput) return { constraint: written, value: checkValue(context, value) };
  const place = checkPlace(context, value);
  if (isMemory) markAddressed(place);
  else requireAssignable(place, value.at);
  return { constraint: written, place, isMemory, isOutput, reads: constraint.startsWith('+') };
}
