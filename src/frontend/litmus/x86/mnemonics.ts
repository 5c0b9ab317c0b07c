// The instructions that are understood, and their spelling: any case, and a size suffix (b w l q), which does not
// change the meaning since every cell and register holds 32 bits.

export const arithmeticOps = { add: '+', sub: '-', and: '&', or: '|', xor: '^' } as const;
export type Arithmetic = keyof typeof arithmeticOps;
export type OneOperand = 'inc' | 'dec' | 'neg' | 'not';

/** Each condition with its other names. */
const conditionNames = {
  e: ['z'],
  ne: ['nz'],
  l: ['nge', 'lt'],
  ge: ['nl'],
  le: ['ng'],
  g: ['nle', 'gt'],
  b: ['c', 'nae'],
  ae: ['nb', 'nc'],
  be: ['na'],
  a: ['nbe'],
  s: [],
  ns: [],
  o: [],
  no: [],
} as const;
export type ConditionCode = keyof typeof conditionNames;

export type Operation =
  | { readonly kind: 'mov' | 'xchg' | 'uxch' | 'xadd' | 'cmpxchg' | 'cmp' | 'test' }
  | { readonly kind: 'arithmetic'; readonly op: Arithmetic }
  | { readonly kind: 'one-operand'; readonly op: OneOperand }
  | { readonly kind: 'fence'; readonly fence: 'full' | 'store-store' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'jmp' }
  /** `noCarry`: SETNB and CMOVC under herd's names, whose carry flag herd never sets. */
  | {
      readonly kind: 'jcc' | 'setcc' | 'cmovcc';
      readonly condition: ConditionCode;
      readonly noCarry: boolean;
    };

const operations = new Map<string, Operation>([
  ['mfence', { kind: 'fence', fence: 'full' }],
  ['sfence', { kind: 'fence', fence: 'store-store' }],
  ['lfence', { kind: 'nothing' }],
  ['nop', { kind: 'nothing' }],
  ['jmp', { kind: 'jmp' }],
]);
const withSuffix = new Map<string, Operation>([
  ['mov', { kind: 'mov' }],
  ['movnti', { kind: 'mov' }],
  ['xchg', { kind: 'xchg' }],
  ['uxch', { kind: 'uxch' }],
  ['xadd', { kind: 'xadd' }],
  ['cmpxchg', { kind: 'cmpxchg' }],
  ['cmp', { kind: 'cmp' }],
  ['test', { kind: 'test' }],
  ['add', { kind: 'arithmetic', op: 'add' }],
  ['sub', { kind: 'arithmetic', op: 'sub' }],
  ['and', { kind: 'arithmetic', op: 'and' }],
  ['or', { kind: 'arithmetic', op: 'or' }],
  ['xor', { kind: 'arithmetic', op: 'xor' }],
  ['inc', { kind: 'one-operand', op: 'inc' }],
  ['dec', { kind: 'one-operand', op: 'dec' }],
  ['neg', { kind: 'one-operand', op: 'neg' }],
  ['not', { kind: 'one-operand', op: 'not' }],
]);
const conditions: readonly ConditionCode[] = [
  'e',
  'ne',
  'l',
  'ge',
  'le',
  'g',
  'b',
  'ae',
  'be',
  'a',
  's',
  'ns',
  'o',
  'no',
];
for (const condition of conditions)
  for (const name of [condition, ...conditionNames[condition]]) {
    operations.set(`j${name}`, { kind: 'jcc', condition, noCarry: false });
    operations.set(`set${name}`, { kind: 'setcc', condition, noCarry: name === 'nb' });
    withSuffix.set(`cmov${name}`, { kind: 'cmovcc', condition, noCarry: name === 'c' });
  }

/** The operation a mnemonic names. */
export function findOperation(mnemonic: string): Operation | undefined {
  const name = mnemonic.toLowerCase();
  return (
    operations.get(name) ??
    withSuffix.get(name) ??
    (/[bwlq]$/.test(name) ? withSuffix.get(name.slice(0, -1)) : undefined)
  );
}

export function mnemonicNames(upperCase: boolean): string[] {
  const names = [...operations.keys(), ...withSuffix.keys(), 'lock'];
  return upperCase ? names.map((name) => name.toUpperCase()) : names;
}
