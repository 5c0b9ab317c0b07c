// Inline assembly: the fences, hints and locked instructions (lockedAssembly.ts) that concurrent programs write, and nothing else. Fences
// of other processors order at least what their counterparts here order.

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

type Meaning = 'full' | 'store-store' | 'load-load' | 'none';

const instructions: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['', 'none'],
  ['mfence', 'full'],
  ['sfence', 'store-store'],
  ['lfence', 'load-load'],
  ['pause', 'none'],
  ['nop', 'none'],
  ['rep nop', 'none'],
  ['rep', 'none'],
  ['lock addl $0,0(%rsp)', 'full'],
  ['xorl %eax,%eax cpuid', 'full'],
  ['lock addl $0,0(%esp)', 'full'],
  ['lock addl $0,(%rsp)', 'full'],
  ['lock addl $0,(%esp)', 'full'],
  ['lock addq $0,0(%rsp)', 'full'],
  ['lock orl $0,(%rsp)', 'full'],
  ...['sync', 'hwsync', 'dmb', 'dmb sy', 'dmb ish', 'dsb', 'dsb sy', 'dsb ish', 'fence', 'fence rw,rw'].map(
    (name) => [name, 'full'] as const,
  ),
  ...['lwsync', 'eieio', 'dmb st', 'dmb ishst', 'dsb st', 'dsb ishst', 'fence w,w', 'fence rw,w'].map(
    (name) => [name, 'store-store'] as const,
  ),
  ...['isync', 'isb', 'dmb ld', 'dmb ishld', 'fence r,r', 'fence r,rw'].map(
    (name) => [name, 'load-load'] as const,
  ),
  ...['yield', 'wfe', 'sev'].map((name) => [name, 'none'] as const),
]);

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
  const lines = e.template
    .replace(/\\n|\\t|;/g, '\n')
    .split('\n')
    .map((line) => line.replace(/%%/g, '%').replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').trim())
    .filter((line) => line !== '');
  const joined = lines.join(' ');
  const known = instructions.get(joined);
  const each = known === undefined ? lines.map((line) => instructions.get(line)) : [known];
  const hasOperands = e.outputs.length + e.inputs.length > 0;
  if (each.some((meaning) => meaning === undefined) || hasOperands) {
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
  const meaning: Meaning = each.includes('full')
    ? 'full'
    : each.includes('store-store')
      ? 'store-store'
      : each.includes('load-load')
        ? 'load-load'
        : 'none';
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
