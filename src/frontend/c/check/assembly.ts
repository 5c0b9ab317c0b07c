// Inline assembly: the fences and hints (fenceAssembly.ts) and locked instructions (lockedAssembly.ts) that concurrent programs write, and
// nothing else.

import { fenceMeaning, linesOf } from '../../fenceAssembly.js';
import type { Expression, ExpressionOf } from '../ast.js';
import type { Builtin } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { hasEffect } from '../effects.js';
import type { Value } from '../typed.js';
import { voidType } from '../types.js';
import { orderConstant } from './builtins/atomics.js';
import { expanded } from './builtins/template.js';
import { checkValue } from './expressions.js';
import { asC } from './lockedAssembly.js';
import { checkAddress } from './places.js';
import type { Context } from './scope.js';

/** An empty template does nothing to its operands, but they are evaluated. */
const operandsWithEffects = (context: Context, { outputs, inputs }: ExpressionOf<'asm'>): Value[] => [
  ...outputs
    .filter(({ value }) => hasEffect(value))
    .map(({ value }) => checkAddress(context, value, value.at)),
  ...inputs.filter(({ value }) => hasEffect(value)).map(({ value }) => checkValue(context, value)),
];

function isStruct(context: Context, operand: Expression): boolean {
  const { type } = checkAddress(context, operand, operand.at);
  return type.kind === 'pointer' && type.to.kind === 'struct';
}

export function checkAsm(context: Context, e: ExpressionOf<'asm'>): Value {
  const { at } = e;
  const lines = linesOf(e.template);
  const joined = lines.join(' ');
  const fence = fenceMeaning(lines);
  const hasOperands = e.outputs.length + e.inputs.length > 0;
  if (fence === undefined || hasOperands) {
    const meant = e.jumps
      ? undefined
      : asC(lines, e.outputs, e.inputs, (operand) => isStruct(context, operand));
    if (meant !== undefined)
      return expanded({ context, name: 'asm', args: meant.operands, at }, `({ ${meant.text} })`);
    if (joined !== '')
      return unsupported(
        `the assembly "${e.template}"`,
        at,
        'fences, pause, rdtsc, and mov, xchg, xadd, cmpxchg, inc, dec, neg, not, add, sub, and, or, xor, bts, btr, btc of memory are understood',
      );
  }
  const meaning = fence ?? 'none';
  const builtin: Builtin =
    meaning === 'full'
      ? { op: 'fence', order: orderConstant('seq_cst', at) }
      : meaning === 'store-store'
        ? { op: 'store-fence' }
        : meaning === 'load-load'
          ? { op: 'fence', order: orderConstant('acquire', at) }
          : { op: 'ignore', args: operandsWithEffects(context, e) };
  return { kind: 'builtin', builtin, type: voidType, at };
}
