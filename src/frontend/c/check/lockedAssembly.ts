// Instructions of x86 with C values, as the C they mean: moves, exchanges, locked arithmetic, bits, the clock. In the C, A0, A1, ... are the values.
// A locked instruction is sequentially consistent, as `__sync_` functions are; xchg with memory is one without saying so.

import type { AsmOperand, Expression } from '../ast.js';
import { type Flag, flagOf, toldBy } from './assemblyFlags.js';
import { compareExchangeWide } from './wideAssembly.js';

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

const withoutCasts = (e: Expression): Expression => (e.kind === 'cast' ? withoutCasts(e.operand) : e);

/** Undefined for what is not understood. */
export function asC(
  lines: readonly string[],
  outputs: readonly AsmOperand[],
  inputs: readonly AsmOperand[],
  isStruct: (operand: Expression) => boolean,
): Meant | undefined {
  const all = [...outputs, ...inputs];
  const isMemory = (i: number): boolean => /[mQ]/.test(all[i]?.constraint ?? '');
  /** Memory may be said to be a struct of its size: where it is. */
  const isNarrow = !/cmpxchg16b/.test(lines.join());
  const addresses = all.map(({ value }, i) =>
    isNarrow && isMemory(i) && value.kind === 'unary' && value.op === '*' && isStruct(value)
      ? withoutCasts(value.operand)
      : undefined,
  );
  const isAddress = (i: number): boolean => addresses[i] !== undefined;
  const operands = all.map(({ value }, i) => addresses[i] ?? value);
  /** The register operand's value before: itself if it is `+`, or the input that shares its place. */
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
    { isMemory, isAddress, before, setting, all, outputs: outputs.length },
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
  /** The value is the address of the memory; the instruction says of how much. */
  isAddress(i: number): boolean;
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
  if (first === 'cpuid' && /^rdtscp?$/.test(second ?? '')) return `__sync_synchronize(); ${clock(operands)}`;
  if (/cmpxchg16b/.test(lines.join())) return compareExchangeWide(lines, wide(operands, lines));
  if (more.length > 0) return undefined;
  if (second === undefined && /^prefetch\w* \(?#\d+\)?$/.test(first)) return '0;';
  const set = second === undefined ? undefined : /^set(\w+) #(\d+)$/.exec(second);
  if (set === null) return undefined;
  const flags: readonly Flag[] = [
    ...(set === undefined ? [] : [{ condition: set[1], target: Number(set[2]) }]),
    ...flagOutputs(operands),
  ];
  const bit = bitTest(operands, first, flags);
  if (bit !== undefined) return bit;
  if (flags.length === 0 && /^mov/.test(first)) return move(operands, first);
  const two = /^(lock )?(xchg|xadd|cmpxchg)([bwlq]?) (\(?#\d+\)?),(\(?#\d+\)?)$/.exec(first);
  if (two !== null) {
    const [, lock, name, suffix, left, right] = two;
    const places = [left, right].map((operand) => placeOf(operands, operand, suffix));
    const at = places[1] === undefined ? 0 : 1;
    const memory = places[at];
    const register = Number(/^#(\d+)$/.exec(at === 0 ? right : left)?.[1] ?? -1);
    if (memory === undefined || register < 0 || operands.isMemory(register)) return undefined;
    if (name === 'cmpxchg') return compareExchange(operands, memory, register, flags, lock !== undefined);
    if (flags.length > 0) return undefined;
    return name === 'xadd' && lock === undefined
      ? exchangeAndAdd(operands, memory, register)
      : exchange(operands, name, memory, register);
  }
  return arithmetic(operands, first, flags);
}

/** The outputs that flags go to: `=@ccz`. */
const flagOutputs = ({ all, outputs }: Operands): Flag[] =>
  all.slice(0, outputs).flatMap(({ constraint }, target) => {
    const condition = /^=@cc(\w+)$/.exec(constraint)?.[1];
    return condition === undefined ? [] : [{ condition, target }];
  });

/** Sets each flag to what `value` says of zero or of the carry; undefined if one tells something else. */
function tellingOf(
  { setting }: Operands,
  flags: readonly Flag[],
  flag: 'z' | 'c',
  value: string,
): string | undefined {
  const told = flags.map((each) => toldBy(flag, each)?.(value));
  return told.includes(undefined)
    ? undefined
    : told.map((text, i) => setting(flags[i].target, `${text}`)).join(' ');
}

/** Between memory and a register, or registers. */
function move(
  { all, before, setting, outputs, isMemory, isAddress }: Operands,
  line: string,
): string | undefined {
  const [, from, to] = /^mov[bwlq]? #(\d+),#(\d+)$/.exec(line) ?? [];
  const [source, target] = [Number(from), Number(to)];
  if (from === undefined || all[source] === undefined || target >= outputs) return undefined;
  if (isAddress(source) || isAddress(target)) return undefined;
  const value = isMemory(source) ? `(A${source})` : before(source);
  return value === undefined ? undefined : setting(target, `(__typeof__(A${target}))${value}`);
}

/** One bit of memory, whose number may lie beyond the word if a register has it. */
function bitTest(operands: Operands, line: string, flags: readonly Flag[]): string | undefined {
  const match = /^lock bt([src])([wlq]) (?:\$(\w+)|#(\d+)),(\(?#\d+\)?)$/.exec(line);
  if (match === null) return undefined;
  const [, kind, suffix, literal, source, target] = match;
  const place = placeOf(operands, target, suffix);
  const told = tellingOf(operands, flags, 'c', '(__diptych_old & __diptych_mask) != 0');
  if (told === undefined) return undefined;
  if (place === undefined || (source !== undefined && operands.all[Number(source)] === undefined))
    return undefined;
  const type = `unsigned ${widths.get(suffix)}`;
  const word = literal === undefined ? `__diptych_bit / (8 * sizeof(${type}))` : '0';
  const call = kind === 's' ? 'or(' : kind === 'c' ? 'xor(' : 'and(';
  return `unsigned long __diptych_bit = (unsigned long)(${literal ?? `(A${source})`});
    ${type} *__diptych_word = (${type} *)&${place} + ${word};
    ${type} __diptych_mask = (${type})1 << (__diptych_bit % (8 * sizeof(${type})));
    ${type} __diptych_old = __atomic_fetch_${call}__diptych_word, (${type})(${kind === 'r' ? '~' : ''}__diptych_mask), 5);
    ${told}`;
}

/** The registers of cmpxchg16b. */
function wide({ all, before, setting, outputs, isMemory }: Operands, lines: readonly string[]) {
  const written = (letter: string): number =>
    all.slice(0, outputs).findIndex(({ constraint }) => constraint.includes(letter));
  const flag = /^set[ez] #(\d+)$/.exec(lines.at(-1) ?? '');
  return {
    before: (letter: string): string | undefined => {
      const input = all.findIndex((o, i) => i >= outputs && o.constraint.includes(letter));
      if (input >= 0) return `(A${input})`;
      return written(letter) < 0 ? undefined : before(written(letter));
    },
    after: (letter: string, value: string): string =>
      written(letter) < 0 ? '' : setting(written(letter), `(__typeof__(A${written(letter)}))${value}`),
    address: (i: number): string | undefined => (isMemory(i) ? `&(A${i})` : undefined),
    flag: (value: string): string => (flag === null ? '' : setting(Number(flag[1]), value)),
  };
}

const widths: ReadonlyMap<string, string> = new Map([
  ['b', 'char'],
  ['w', 'short'],
  ['l', 'int'],
  ['q', 'long'],
]);

/** The memory that an operand is, or `(#1)`, where it holds the address. */
function placeOf(
  { isMemory, isAddress, all }: Operands,
  operand: string,
  suffix: string,
): string | undefined {
  const [, through, number] = /^(\()?#(\d+)\)?$/.exec(operand) ?? [];
  const i = Number(number);
  if (all[i] === undefined) return undefined;
  const type = widths.get(suffix);
  if (isAddress(i))
    return through === undefined && type !== undefined ? `(*(unsigned ${type} *)(A${i}))` : undefined;
  if (through === undefined) return isMemory(i) ? `(A${i})` : undefined;
  if (isMemory(i)) return undefined;
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

/** Without lock: another thread may change the memory between the read and the write. */
function exchangeAndAdd({ before, setting }: Operands, memory: string, register: number): string | undefined {
  const value = before(register);
  if (value === undefined) return undefined;
  const type = `__typeof__(${memory})`;
  return `${type} __diptych_by = (${type})${value}, __diptych_was = ${memory};
    ${memory} = __diptych_was + __diptych_by;
    ${setting(register, '__diptych_was')}`;
}

function compareExchange(
  operands: Operands,
  memory: string,
  register: number,
  flags: readonly Flag[],
  isLocked: boolean,
): string | undefined {
  const { all, before, setting } = operands;
  const accumulator = all.findIndex(({ constraint }) => /a/.test(constraint));
  const expected = accumulator < 0 ? undefined : before(accumulator);
  const told = tellingOf(operands, flags, 'z', '__diptych_equal');
  if (expected === undefined || told === undefined) return undefined;
  const type = `__typeof__(${memory})`;
  return `${type} __diptych_found = (${type})${expected}, __diptych_new = (${type})(A${register});
    int __diptych_equal;
    ${isLocked ? indivisible(memory) : inTwo(memory)}
    ${setting(accumulator, '__diptych_found')}
    ${told}`;
}

const indivisible = (memory: string): string =>
  `__diptych_equal = __atomic_compare_exchange(&${memory}, &__diptych_found, &__diptych_new, 0, 5, 5);`;

/** The processor writes in any case: after a failed comparison, the value it found. */
const inTwo = (memory: string): string =>
  `__typeof__(${memory}) __diptych_was = ${memory};
    __diptych_equal = __diptych_was == __diptych_found;
    ${memory} = __diptych_equal ? __diptych_new : __diptych_was;
    __diptych_found = __diptych_was;`;

function arithmetic(operands: Operands, line: string, flags: readonly Flag[]): string | undefined {
  const match =
    /^(lock )?(inc|dec|neg|not|add|sub|and|or|xor)([bwlq]?) (?:(?:\$(-?\w+)|#(\d+)),)?(\(?#\d+\)?)$/.exec(
      line,
    );
  if (match === null) return undefined;
  const [, lock, name, suffix, literal, source, target] = match;
  const counts = name === 'inc' || name === 'dec';
  if (name === 'neg' || name === 'not') {
    const whole = placeOf(operands, target, suffix);
    if (whole === undefined || literal !== undefined || source !== undefined) return undefined;
    return negation(operands, lock !== undefined, name, whole, flags);
  }
  const operator = operators.get(name);
  if (operator === undefined || counts !== (literal === undefined && source === undefined)) return undefined;
  const value = counts ? '1' : (literal ?? `(A${source})`);
  const place = placeOf(operands, target, suffix);
  if (place === undefined) return undefined;
  if (flags.length > 0)
    return counted(operands, lock !== undefined, { operator, counts, place, value, suffix }, flags);
  return lock === undefined
    ? `(${place} ${operator}= ${value});`
    : `__atomic_${functions.get(operator)}_fetch(&${place}, ${value}, 5);`;
}

interface Arithmetic {
  readonly operator: string;
  readonly counts: boolean;
  readonly place: string;
  readonly value: string;
  readonly suffix: string;
}

/** Arithmetic whose flags are used. */
function counted(
  { setting }: Operands,
  isLocked: boolean,
  { operator, counts, place, value, suffix }: Arithmetic,
  flags: readonly Flag[],
): string | undefined {
  const told = flags.map(({ condition }) => flagOf(operator, counts, condition));
  const width = widths.get(suffix);
  if (width === undefined || told.includes(undefined)) return undefined;
  const type = `signed ${width}`;
  const changing = isLocked
    ? `__atomic_fetch_${functions.get(operator)}(&${place}, __diptych_by, 5)`
    : `${place}; ${place} ${operator}= __diptych_by`;
  return `${type} __diptych_by = (${type})${value};
    ${type} __diptych_was = (${type})${changing};
    ${type} __diptych_is = (${type})((unsigned long)__diptych_was ${operator} (unsigned long)__diptych_by);
    ${flags.map(({ target }, i) => setting(target, `${told[i]}`)).join(' ')}`;
}

/** neg and not; `not` leaves the flags. */
function negation(
  operands: Operands,
  isLocked: boolean,
  name: 'neg' | 'not',
  place: string,
  flags: readonly Flag[],
): string | undefined {
  const told = tellingOf(operands, flags, 'z', '__diptych_changed == 0');
  if (told === undefined || (name === 'not' && flags.length > 0)) return undefined;
  const [begins, ends] = isLocked ? ['__VERIFIER_atomic_begin();', '__VERIFIER_atomic_end();'] : ['', ''];
  return `__typeof__(${place}) __diptych_changed; ${begins}
    __diptych_changed = ${name === 'neg' ? '-' : '~'}${place}; ${place} = __diptych_changed; ${ends}
    ${told}`;
}
