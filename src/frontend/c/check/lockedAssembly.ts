// Instructions of x86 with C values, as the C they mean: exchanges, locked arithmetic, the clock. In the C, A0, A1, ... are the values.
// A locked instruction is sequentially consistent, as `__sync_` functions are; xchg with memory is one without saying so.

import type { AsmOperand, Expression } from '../ast.js';

interface Meant {
  readonly text: string;
  readonly operands: readonly Expression[];
}

const operators: ReadonlyMap<string, string> = new Map([
  ['inc', '+'],
  ['dec', '-'],
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
]);

const functions: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['&', 'and'],
  ['|', 'or'],
  ['^', 'xor'],
]);

/** Undefined for what is not understood. */
export function asC(
  lines: readonly string[],
  outputs: readonly AsmOperand[],
  inputs: readonly AsmOperand[],
): Meant | undefined {
  const all = [...outputs, ...inputs];
  const operands = all.map(({ value }) => value);
  const isMemory = (i: number): boolean => /[mQ]/.test(all[i]?.constraint ?? '');
  /** What the register operand holds before: itself if it is `+`, or the input that is said to be in the same place. */
  const before = (i: number): string | undefined => {
    const { constraint } = all[i];
    if (!constraint.startsWith('=')) return `(A${i})`;
    const letter = constraint.includes('a') ? 'a' : undefined;
    const same = all.findIndex(
      (other, j) => j >= outputs.length && (other.constraint === `${i}` || other.constraint === letter),
    );
    return same < 0 ? undefined : `(A${same})`;
  };
  const setting = (i: number, value: string): string => (i < outputs.length ? `A${i} = ${value};` : '');
  const text = meaningOf(
    lines.map((line) => numbered(line, all)),
    { isMemory, before, setting, all, outputs: outputs.length },
  );
  return text === undefined ? undefined : { text, operands };
}

/** `%0`, `%k1`, `%[name]` as `#0`, `#1`, `#2`. */
const numbered = (line: string, all: readonly AsmOperand[]): string =>
  line
    .replace(/%[bwkqh]?\[(\w+)\]/g, (_, name: string) => `#${all.findIndex((o) => o.name === name)}`)
    .replace(/%[bwkqh]?(\d+)/g, '#$1');

interface Operands {
  isMemory(i: number): boolean;
  before(i: number): string | undefined;
  setting(i: number, value: string): string;
  readonly all: readonly AsmOperand[];
  readonly outputs: number;
}

function meaningOf(given: readonly string[], operands: Operands): string | undefined {
  const lines = given
    .join('\n')
    .replace(/\block\n/g, 'lock ')
    .split('\n');
  const [first = '', second, ...more] = lines;
  if (first === '' || isClientRequest(lines)) return same(operands);
  if (/^rdtscp?$/.test(first)) return clock(operands);
  if (more.length > 0) return undefined;
  const flag = second === undefined ? undefined : /^set(?:e|z) #(\d+)$/.exec(second);
  if (second !== undefined && flag === null) return undefined;
  const zero = flag === undefined || flag === null ? undefined : Number(flag[1]);
  const two = /^(lock )?(xchg|xadd|cmpxchg)([bwlq]?) (\(?#\d+\)?),(\(?#\d+\)?)$/.exec(first);
  if (two !== null) {
    const [, lock, name, suffix, left, right] = two;
    const places = [left, right].map((operand) => placeOf(operands, operand, suffix));
    const at = places[1] === undefined ? 0 : 1;
    const memory = places[at];
    const register = Number(/^#(\d+)$/.exec(at === 0 ? right : left)?.[1] ?? -1);
    if (memory === undefined || register < 0 || operands.isMemory(register)) return undefined;
    if (name !== 'xchg' && lock === undefined) return undefined;
    return name === 'cmpxchg'
      ? compareExchange(operands, memory, register, zero)
      : zero === undefined
        ? exchange(operands, name, memory, register)
        : undefined;
  }
  return arithmetic(operands, first, zero);
}

const widths: ReadonlyMap<string, string> = new Map([
  ['b', 'char'],
  ['w', 'short'],
  ['l', 'int'],
  ['q', 'long'],
]);

/** The memory that an operand is, or `(#1)`, where it holds the address. */
function placeOf({ isMemory, all }: Operands, operand: string, suffix: string): string | undefined {
  const [, through, number] = /^(\()?#(\d+)\)?$/.exec(operand) ?? [];
  const i = Number(number);
  if (all[i] === undefined) return undefined;
  if (through === undefined) return isMemory(i) ? `(A${i})` : undefined;
  if (isMemory(i)) return undefined;
  const type = widths.get(suffix);
  return type === undefined ? `(*(A${i}))` : `(*(${type} *)(A${i}))`;
}

/**
 * A request to valgrind: rotations that undo each other, and the exchange of a register with itself. A processor does nothing then, and the
 * answer is the one the program gave.
 */
const isClientRequest = (lines: readonly string[]): boolean =>
  /^(?:rol[lq] \$\d+,%[er]di\n){4}xchg[lq] %([er][abcd]x),%\1$/.test(lines.join('\n'));

/** `asm("" : "=r"(y) : "0"(x))`. */
function same({ all, outputs, setting }: Operands): string | undefined {
  const moved = all.slice(outputs).flatMap(({ constraint }, i) => {
    const target = /^\d+$/.test(constraint) ? Number(constraint) : undefined;
    return target === undefined ? [] : [setting(target, `(__typeof__(A${target}))A${outputs + i}`)];
  });
  return moved.length === 0 ? undefined : moved.join(' ');
}

const clock = ({ all, outputs, setting }: Operands): string =>
  all
    .slice(0, outputs)
    .map((_, i) => setting(i, '__VERIFIER_nondet_uint()'))
    .join(' ');

function exchange(
  { before, setting }: Operands,
  name: string,
  memory: string,
  register: number,
): string | undefined {
  const value = before(register);
  if (value === undefined) return undefined;
  const call = name === 'xchg' ? '__atomic_exchange_n' : '__atomic_fetch_add';
  return setting(register, `${call}(&${memory}, ${value}, 5)`);
}

function compareExchange(
  { all, before, setting }: Operands,
  memory: string,
  register: number,
  zero: number | undefined,
): string | undefined {
  const accumulator = all.findIndex(({ constraint }) => /a/.test(constraint));
  const expected = accumulator < 0 ? undefined : before(accumulator);
  if (expected === undefined) return undefined;
  const type = `__typeof__(${memory})`;
  return `${type} __diptych_expected = (${type})${expected};
    ${type} __diptych_found = __sync_val_compare_and_swap(&${memory}, __diptych_expected, (${type})(A${register}));
    ${setting(accumulator, '__diptych_found')}
    ${zero === undefined ? '' : setting(zero, '__diptych_found == __diptych_expected')}`;
}

function arithmetic(operands: Operands, line: string, zero: number | undefined): string | undefined {
  const match = /^(lock )?(inc|dec|add|sub|and|or|xor)([bwlq]?) (?:(?:\$(-?\w+)|#(\d+)),)?(\(?#\d+\)?)$/.exec(
    line,
  );
  if (match === null) return undefined;
  const [, lock, name, suffix, literal, source, target] = match;
  const operator = operators.get(name);
  const counts = name === 'inc' || name === 'dec';
  if (operator === undefined || counts !== (literal === undefined && source === undefined)) return undefined;
  const value = counts ? '1' : (literal ?? `(A${source})`);
  const place = placeOf(operands, target, suffix);
  if (place === undefined) return undefined;
  const changed =
    lock === undefined
      ? `(${place} ${operator}= ${value})`
      : `__atomic_${functions.get(operator)}_fetch(&${place}, ${value}, 5)`;
  return zero === undefined ? `${changed};` : operands.setting(zero, `${changed} == 0`);
}
