// A thread of an X86 or X86_64 test for AArch64: a C function whose accesses are those of runtime/litmus-tso.h, which keep the order
// of x86. Registers are variables, flags a structure.

import type { Instruction, Operand } from '../frontend/litmus/x86/instruction.js';
import type { ConditionCode } from '../frontend/litmus/x86/mnemonics.js';
import { accumulator } from '../frontend/litmus/x86/registers.js';
import {
  labelName,
  offsetOf,
  plainName,
  refuseHerds,
  registersOf,
  widthOf,
  writtenName,
  type X86Thread,
} from './x86Operands.js';

export function tsoFunction(name: string, thread: X86Thread): string[] {
  const registers = new Set([...registersOf(thread), accumulator(thread.dialect)]);
  return [
    `static void ${name}(char *row, int64_t *registers) {`,
    // As in the models: the last result was 0.
    'struct flags flags = { .zero = 1 };',
    'reg_t old, next, expected;',
    ...[...registers].map((register) => `reg_t ${variable(register)} = ${initial(thread, register)};`),
    ...thread.cells.flatMap(({ labels, instruction }) => [
      ...labels.map((label) => `${place(label.name)}:;`),
      ...(instruction === undefined ? [] : statements(thread, instruction)),
    ]),
    ...[...thread.saved].map(([register, place]) => `registers[${place}] = ${variable(register)};`),
    '}',
  ];
}

const place = (label: string): string => `at_${labelName(label)}`;
const variable = (register: string): string => `r_${labelName(register)}`;

function initial({ initial: values, row }: X86Thread, register: string): string {
  const value = values.get(register) ?? 0;
  return typeof value === 'object' ? inRow(row.offset(value.location, value.index)) : `(reg_t)${value}ll`;
}

const inRow = (offset: number): string => `(reg_t)(row + ${offset})`;

function statements(thread: X86Thread, instruction: Instruction): string[] {
  refuseHerds(thread, instruction);
  const { operation, operands } = instruction;
  switch (operation.kind) {
    case 'fence':
      return [operation.fence === 'full' ? 'FULL();' : 'SFENCE();'];
    case 'nothing':
      return writtenName(instruction) === 'lfence' ? ['LFENCE();'] : [];
    case 'jmp':
      return [`goto ${target(operands[0])};`];
    case 'jcc':
      return [`if (${condition(operation.condition)}) goto ${target(operands[0])};`];
    case 'setcc':
      if (operands[0].kind !== 'register') return thread.refuse(`${instruction.mnemonic} with memory`);
      return [`${variable(operands[0].name)} = ${condition(operation.condition)};`];
    default:
      return new Operation(thread, instruction).statements();
  }
}

const target = (operand: Operand): string => place(operand.kind === 'label' ? operand.name : '');

function condition(code: ConditionCode): string {
  const less = 'flags.sign != flags.overflow';
  return {
    e: 'flags.zero',
    ne: '!flags.zero',
    l: `(${less})`,
    ge: `!(${less})`,
    le: `(flags.zero || ${less})`,
    g: `!(flags.zero || ${less})`,
    b: 'flags.carry',
    ae: '!flags.carry',
    be: '(flags.carry || flags.zero)',
    a: '!(flags.carry || flags.zero)',
    s: 'flags.sign',
    ns: '!flags.sign',
    o: 'flags.overflow',
    no: '!flags.overflow',
  }[code];
}

/** An instruction that computes, on 32 or 64 bits. */
class Operation {
  readonly #thread: X86Thread;
  readonly #instruction: Instruction;
  readonly #bits: number;

  constructor(thread: X86Thread, instruction: Instruction) {
    this.#thread = thread;
    this.#instruction = instruction;
    this.#bits = widthOf(thread, instruction) * 8;
  }

  statements(): string[] {
    const { operation, operands } = this.#instruction;
    const [first, second] = operands;
    switch (operation.kind) {
      case 'mov':
        return [this.#write(first, this.#read(second))];
      case 'cmp':
        return [`sub${this.#bits}(${this.#read(first)}, ${this.#read(second)}, &flags);`];
      case 'test':
        return [`and${this.#bits}(${this.#read(first)}, ${this.#read(second)}, &flags);`];
      case 'cmovcc': {
        // Memory is read in any case.
        const value = this.#read(second);
        return [
          `old = ${value};`,
          this.#write(first, `(${condition(operation.condition)} ? old : ${this.#read(first)})`),
        ];
      }
      case 'arithmetic':
        return this.#modify(first, `${operation.op}${this.#bits}(old, ${this.#read(second)}, &flags)`);
      case 'one-operand':
        return this.#modify(first, `${operation.op}${this.#bits}(old, &flags)`);
      case 'xadd': {
        const sum = `add${this.#bits}(old, ${this.#read(second)}, &flags)`;
        // If both are one register it holds the sum in the end.
        return first.kind === 'register'
          ? [
              `old = ${this.#read(first)};`,
              `next = ${sum};`,
              this.#write(second, 'old'),
              this.#write(first, 'next'),
            ]
          : [...this.#modify(first, sum), this.#write(second, 'old')];
      }
      case 'xchg': {
        const [one, other] = first.kind === 'memory' ? [first, second] : [second, first];
        return [...this.#modify(one, this.#read(other), true), this.#write(other, 'old')];
      }
      case 'cmpxchg': {
        const name = variable(accumulator(this.#thread.dialect));
        return [
          `expected = (u${this.#bits})${name};`,
          ...this.#modify(first, `(expected == old ? ${this.#read(second)} : old)`),
          `sub${this.#bits}(expected, old, &flags);`,
          `if (!flags.zero) ${name} = old;`,
        ];
      }
      default:
        return this.#thread.refuse(plainName(this.#instruction));
    }
  }

  /** `old` is what the operand held, and `value` what it holds then. */
  #modify(operand: Operand, value: string, locked = this.#instruction.locked): string[] {
    if (operand.kind !== 'memory') return [`old = ${this.#read(operand)};`, this.#write(operand, value)];
    return [`${locked ? 'LOCKED' : 'PLAIN'}(${this.#bits}, ${this.#place(operand)}, ${value});`];
  }

  #read(operand: Operand): string {
    switch (operand.kind) {
      case 'register':
        return `(u${this.#bits})${variable(operand.name)}`;
      case 'immediate':
        if (operand.value.kind === 'const') return `(u${this.#bits})${operand.value.value}ll`;
        if (this.#instruction.operation.kind !== 'mov')
          return this.#thread.refuse('arithmetic on an address');
        return inRow(offsetOf(this.#thread, operand.value));
      case 'memory':
        return `load${this.#bits}(${this.#place(operand)})`;
      case 'label':
        return this.#thread.refuse('a label as a value');
    }
  }

  #write(operand: Operand, value: string): string {
    if (operand.kind === 'memory') return `store${this.#bits}(${this.#place(operand)}, ${value});`;
    if (operand.kind !== 'register') return this.#thread.refuse('a constant that is written');
    return `${variable(operand.name)} = (u${this.#bits})${value};`;
  }

  #place(operand: Operand): string {
    if (operand.kind !== 'memory') return this.#thread.refuse('an operand without address');
    const { address } = operand;
    return address.kind === 'register' ? variable(address.name) : inRow(offsetOf(this.#thread, address));
  }
}
