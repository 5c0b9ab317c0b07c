// A thread of an X86 or X86_64 test as a function in assembly: void P0(char *row, int64_t *registers). The test's own
// instructions stand in their order between two fences of the harness, which keeps r14 and r15 for itself.

import type { Cell, Instruction, Operand } from '../frontend/litmus/x86/instruction.js';
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

const rowRegister = 'r15';
const savesRegister = 'r14';
const callee = ['rbx', 'rbp', 'r12', 'r13', 'r14', 'r15'];
const usable = ['rax', 'rbx', 'rcx', 'rdx', 'rsi', 'rdi', 'rbp', 'r8', 'r9', 'r10', 'r11', 'r12', 'r13'];

export function x86Function(name: string, thread: X86Thread): string[] {
  const writer = new X86Writer(name, thread);
  const body = thread.cells.flatMap((cell) => writer.cell(cell));
  return [
    `${name}:`,
    ...callee.map((register) => `pushq %${register}`),
    `movq %rdi, %${rowRegister}`,
    `movq %rsi, %${savesRegister}`,
    ...writer.initialisation(),
    ...body,
    ...writer.saves(),
    ...[...callee].reverse().map((register) => `popq %${register}`),
    'ret',
  ];
}

class X86Writer {
  readonly #name: string;
  readonly #thread: X86Thread;
  readonly #registers = new Map<string, string>();

  constructor(name: string, thread: X86Thread) {
    this.#name = name;
    this.#thread = thread;
    const named = registersOf(thread);
    for (const register of named)
      if (!register.startsWith('%'))
        this.#registers.set(
          register,
          thread.dialect === 'X86' ? `r${register.slice(1).toLowerCase()}` : register,
        );
    for (const register of this.#registers.values())
      if (!usable.includes(register)) thread.refuse(`a test that uses ${register}`);
    const taken = new Set(this.#registers.values());
    if (thread.cells.some((cell) => cell.instruction?.operation.kind === 'cmpxchg')) taken.add('rax');
    for (const register of named) {
      if (!register.startsWith('%') || this.#registers.has(register)) continue;
      const free = usable.find((candidate) => !taken.has(candidate));
      taken.add(free ?? thread.refuse('a thread with so many registers'));
      this.#registers.set(register, free ?? '');
    }
  }

  initialisation(): string[] {
    const { initial, row } = this.#thread;
    return [...this.#registers].map(([register, native]) => {
      const value = initial.get(register) ?? 0;
      return typeof value === 'object'
        ? `leaq ${row.offset(value.location, value.index)}(%${rowRegister}), %${native}`
        : `movabsq $${value}, %${native}`;
    });
  }

  saves(): string[] {
    return [...this.#thread.saved].map(
      ([register, place]) => `movq %${this.#native(register)}, ${place * 8}(%${savesRegister})`,
    );
  }

  cell({ labels, instruction }: Cell): string[] {
    return [
      ...labels.map(({ name }) => `${this.#label(name)}:`),
      ...(instruction === undefined ? [] : this.#instruction(instruction)),
    ];
  }

  #instruction(instruction: Instruction): string[] {
    refuseHerds(this.#thread, instruction);
    const { operation, operands } = instruction;
    switch (operation.kind) {
      case 'fence':
      case 'nothing':
        return [writtenName(instruction)];
      case 'jmp':
      case 'jcc': {
        const [target] = operands;
        return [`${writtenName(instruction)} ${this.#label(target.kind === 'label' ? target.name : '')}`];
      }
      case 'setcc': {
        const [target] = operands;
        if (target.kind !== 'register') return this.#thread.refuse(`${instruction.mnemonic} with memory`);
        const native = this.#native(target.name);
        return [
          `${writtenName(instruction)} ${part(native, 1)}`,
          `movzbl ${part(native, 1)}, ${part(native, 4)}`,
        ];
      }
      default:
        return this.#plain(instruction);
    }
  }

  #plain(instruction: Instruction): string[] {
    const { operands, locked } = instruction;
    const bytes = widthOf(this.#thread, instruction);
    const name = plainName(instruction);
    const [first, second] = operands;
    // The address of a location is no constant on the processor.
    if (
      name === 'mov' &&
      first.kind === 'register' &&
      second?.kind === 'immediate' &&
      second.value.kind === 'address'
    )
      return [`leaq ${offsetOf(this.#thread, second.value)}(%${rowRegister}), %${this.#native(first.name)}`];
    const shown = [...operands].reverse().map((operand) => this.#operand(operand, bytes));
    return [`${locked ? 'lock ' : ''}${name}${bytes === 8 ? 'q' : 'l'} ${shown.join(', ')}`];
  }

  #operand(operand: Operand, bytes: number): string {
    switch (operand.kind) {
      case 'register':
        return part(this.#native(operand.name), bytes);
      case 'immediate':
        if (operand.value.kind !== 'const') return this.#thread.refuse('arithmetic on an address');
        return `$${operand.value.value}`;
      case 'memory': {
        const { address } = operand;
        if (address.kind === 'register') return `(%${this.#native(address.name)})`;
        return `${offsetOf(this.#thread, address)}(%${rowRegister})`;
      }
      case 'label':
        return this.#label(operand.name);
    }
  }

  #native(register: string): string {
    return this.#registers.get(register) ?? this.#thread.refuse(`a test that uses ${register}`);
  }

  #label = (name: string): string => `.L${this.#name}_${labelName(name)}`;
}

/** The name of the low bytes of a 64-bit register. */
function part(register: string, bytes: number): string {
  if (bytes === 8) return `%${register}`;
  if (/^r\d/.test(register)) return `%${register}${bytes === 4 ? 'd' : 'b'}`;
  if (bytes === 4) return `%e${register.slice(1)}`;
  return /^r[a-d]x$/.test(register) ? `%${register[1]}l` : `%${register.slice(1)}l`;
}
