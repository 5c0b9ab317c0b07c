// Random x86 code for one thread, its text in both dialects, and its effects, with flags in exact arithmetic and
// jumps followed as they are: a second opinion on the front end's lowering.

import fc from 'fast-check';

const registers = ['a', 'b', 'c', 'd'] as const;
const cells = ['x', 'y'] as const;
export const conditions = [
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
] as const;
type ConditionCode = (typeof conditions)[number];

export type Operand =
  | { readonly kind: 'register'; readonly name: (typeof registers)[number] }
  | { readonly kind: 'memory'; readonly name: (typeof cells)[number] }
  | { readonly kind: 'immediate'; readonly value: number };

const twoOperand = ['mov', 'add', 'sub', 'and', 'or', 'xor', 'cmp', 'test'] as const;
const oneOperand = ['inc', 'dec', 'neg', 'not'] as const;
const exchanges = ['xchg', 'xadd', 'cmpxchg'] as const;

export type Instruction =
  | {
      readonly op: (typeof twoOperand)[number];
      readonly lock: boolean;
      readonly to: Operand;
      readonly from: Operand;
    }
  | { readonly op: (typeof oneOperand)[number]; readonly lock: boolean; readonly to: Operand }
  | {
      readonly op: (typeof exchanges)[number];
      readonly lock: boolean;
      readonly to: Operand;
      readonly from: Operand;
    }
  | { readonly op: 'set'; readonly condition: ConditionCode; readonly to: Operand }
  | { readonly op: 'cmov'; readonly condition: ConditionCode; readonly to: Operand; readonly from: Operand }
  /** A jump to before the instruction with index `target`. */
  | { readonly op: 'jump'; readonly condition?: ConditionCode; readonly target: number };

export type Code = readonly Instruction[];

const registerArb = fc.constantFrom(...registers).map((name): Operand => ({ kind: 'register', name }));
const memoryArb = fc.constantFrom(...cells).map((name): Operand => ({ kind: 'memory', name }));
const value = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(-0x8000_0000, 0x7fff_ffff),
  fc.integer(),
);
const immediateArb = value.map((v): Operand => ({ kind: 'immediate', value: v }));
const placeArb = fc.oneof(registerArb, memoryArb);
const conditionArb = fc.constantFrom(...conditions);

const instructionArb = (length: number): fc.Arbitrary<Instruction> => {
  const lock = fc.boolean();
  return fc.oneof(
    fc.record({
      op: fc.constantFrom(...twoOperand),
      lock,
      to: placeArb,
      from: fc.oneof(registerArb, memoryArb, immediateArb),
    }),
    fc.record({ op: fc.constantFrom(...oneOperand), lock, to: placeArb }),
    fc.record({ op: fc.constantFrom(...exchanges), lock, to: placeArb, from: registerArb }),
    fc.record({ op: fc.constant('set' as const), condition: conditionArb, to: placeArb }),
    fc.record({ op: fc.constant('cmov' as const), condition: conditionArb, to: registerArb, from: placeArb }),
    fc.tuple(fc.option(conditionArb, { nil: undefined }), fc.nat({ max: length })).map(
      ([condition, target]): Instruction => ({
        op: 'jump',
        target,
        ...(condition === undefined ? {} : { condition }),
      }),
    ),
  );
};

export const codeArb: fc.Arbitrary<Code> = fc
  .integer({ min: 1, max: 9 })
  .chain((length) => fc.array(instructionArb(length), { minLength: length, maxLength: length }));

const lockable: ReadonlySet<string> = new Set([
  ...oneOperand,
  ...exchanges,
  'add',
  'sub',
  'and',
  'or',
  'xor',
]);

/** The text of a test with this code, which shows every register and cell. */
export function printCode(code: Code, dialect: 'X86' | 'X86_64'): string {
  const wide = dialect === 'X86_64';
  const operand = (o: Operand): string => {
    switch (o.kind) {
      case 'register':
        return wide ? `%e${o.name}x` : `E${o.name.toUpperCase()}X`;
      case 'memory':
        return wide ? `(${o.name})` : `[${o.name}]`;
      case 'immediate':
        return `$${o.value}`;
    }
  };
  const row = (i: Instruction): string => {
    if (i.op === 'jump') return `j${i.condition ?? 'mp'} L${i.target}`;
    if (i.op === 'set') return `set${i.condition} ${operand(i.to)}`;
    const name = i.op === 'cmov' ? `cmov${i.condition}` : `${i.op}${wide ? 'l' : ''}`;
    const prefix = i.op !== 'cmov' && i.lock && i.to.kind === 'memory' && lockable.has(i.op) ? 'lock ' : '';
    if (!('from' in i)) return `${prefix}${name} ${operand(i.to)}`;
    // herd's own order for cmpxchg, and for a cmov from memory.
    const destinationFirst = !wide || i.op === 'cmpxchg' || (i.op === 'cmov' && i.from.kind === 'memory');
    const operands = destinationFirst ? [i.to, i.from] : [i.from, i.to];
    return `${prefix}${name} ${operands.map(operand).join(',')}`;
  };
  const rows = [...code.map((i, k) => ` L${k}: ${row(i)} ;`), ` L${code.length}: ;`];
  const shown = registers.map((r) => (wide ? `0:r${r}x` : `0:E${r.toUpperCase()}X`));
  return `${dialect} t\n{ }\n P0 ;\n${rows.join('\n')}\nlocations [${[...shown, ...cells].join('; ')};]\n`;
}

/** The final registers a b c d and cells x y; undefined when it takes more than `limit` steps. */
export function emulate(code: Code, limit: number): number[] | undefined {
  const state = new Map<string, number>([...registers, ...cells].map((name) => [name, 0]));
  const flags = { result: 0, carry: false, overflow: false };
  const read = (o: Operand): number => (o.kind === 'immediate' ? o.value : (state.get(o.name) ?? 0));
  const write = (o: Operand, v: number): void => {
    if (o.kind !== 'immediate') state.set(o.name, v | 0);
  };
  const outOfRange = (v: number): boolean => v < -(2 ** 31) || v >= 2 ** 31;
  const setResult = (result: number, carry: boolean, overflow: boolean): void => {
    Object.assign(flags, { result: result | 0, carry, overflow });
  };
  const sum = (a: number, b: number): number => {
    setResult(a + b, (a >>> 0) + (b >>> 0) >= 2 ** 32, outOfRange(a + b));
    return (a + b) | 0;
  };
  const difference = (a: number, b: number): number => {
    setResult(a - b, a >>> 0 < b >>> 0, outOfRange(a - b));
    return (a - b) | 0;
  };
  const logic = (result: number): number => {
    setResult(result, false, false);
    return result | 0;
  };
  const holds = (condition: ConditionCode): boolean => {
    const [zero, sign] = [flags.result === 0, flags.result < 0];
    const less = sign !== flags.overflow;
    const table: Record<ConditionCode, boolean> = {
      e: zero,
      ne: !zero,
      l: less,
      ge: !less,
      le: zero || less,
      g: !zero && !less,
      b: flags.carry,
      ae: !flags.carry,
      be: flags.carry || zero,
      a: !flags.carry && !zero,
      s: sign,
      ns: !sign,
      o: flags.overflow,
      no: !flags.overflow,
    };
    return table[condition];
  };
  let pc = 0;
  for (let steps = 0; pc < code.length; steps++) {
    if (steps === limit) return undefined;
    const i = code[pc++];
    switch (i.op) {
      case 'mov':
        write(i.to, read(i.from));
        break;
      case 'add':
        write(i.to, sum(read(i.to), read(i.from)));
        break;
      case 'sub':
        write(i.to, difference(read(i.to), read(i.from)));
        break;
      case 'and':
        write(i.to, logic(read(i.to) & read(i.from)));
        break;
      case 'or':
        write(i.to, logic(read(i.to) | read(i.from)));
        break;
      case 'xor':
        write(i.to, logic(read(i.to) ^ read(i.from)));
        break;
      case 'cmp':
        difference(read(i.to), read(i.from));
        break;
      case 'test':
        logic(read(i.to) & read(i.from));
        break;
      case 'inc':
      case 'dec': {
        const { carry } = flags;
        write(i.to, i.op === 'inc' ? sum(read(i.to), 1) : difference(read(i.to), 1));
        flags.carry = carry;
        break;
      }
      case 'neg':
        write(i.to, difference(0, read(i.to)));
        break;
      case 'not':
        write(i.to, ~read(i.to));
        break;
      case 'xchg': {
        const [to, from] = [read(i.to), read(i.from)];
        write(i.to, from);
        write(i.from, to);
        break;
      }
      case 'xadd': {
        const old = read(i.to);
        const total = sum(old, read(i.from));
        write(i.from, old);
        write(i.to, total);
        break;
      }
      case 'cmpxchg': {
        const [accumulator, old] = [state.get('a') ?? 0, read(i.to)];
        difference(accumulator, old);
        if (accumulator === old) write(i.to, read(i.from));
        else state.set('a', old);
        break;
      }
      case 'set':
        write(i.to, holds(i.condition) ? 1 : 0);
        break;
      case 'cmov':
        if (holds(i.condition)) write(i.to, read(i.from));
        break;
      case 'jump':
        if (i.condition === undefined || holds(i.condition)) pc = i.target;
    }
  }
  return [...registers, ...cells].map((name) => state.get(name) ?? 0);
}
