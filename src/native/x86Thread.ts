// A thread of an X86 or X86_64 test as a function in assembly: void P0(char *row, int64_t *registers). What stands between
// two fences of the harness is the test's own instructions, in their order; r14 and r15 are kept for it.

import type { Cell, Instruction, Operand } from '../frontend/litmus/x86/instruction.js';
import type { X86Dialect } from '../frontend/litmus/x86/registers.js';
import type { Expr } from '../program/expression.js';
import type { InitialValue } from '../program/program.js';
import type { Row } from './row.js';

interface X86Thread {
  readonly dialect: X86Dialect;
  /** The code section of the file, for what was written. */
  readonly text: string;
  readonly cells: readonly Cell[];
  readonly initial: ReadonlyMap<string, InitialValue>;
  /** The observed registers and where they are saved. */
  readonly saved: ReadonlyMap<string, number>;
  readonly row: Row;
  /** What cannot be run. */
  refuse(what: string): never;
}

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
    const named = [...thread.initial.keys(), ...thread.saved.keys(), ...thread.cells.flatMap(registersIn)];
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
    const { operation, operands, locked } = instruction;
    const written = instruction.mnemonic.replace(/^LOCK /, '').toLowerCase();
    switch (operation.kind) {
      case 'uxch':
        return this.#thread.refuse('UXCH, which no processor has,');
      case 'fence':
      case 'nothing':
        return [written];
      case 'jmp':
      case 'jcc': {
        const [target] = operands;
        return [`${written} ${this.#label(target.kind === 'label' ? target.name : '')}`];
      }
      case 'setcc': {
        const [target] = operands;
        if (operation.noCarry || target.kind !== 'register') return this.#refused(instruction);
        const native = this.#native(target.name);
        return [`${written} ${part(native, 1)}`, `movzbl ${part(native, 1)}, ${part(native, 4)}`];
      }
      case 'cmovcc':
        if (operation.noCarry) return this.#refused(instruction);
        return this.#plain(`cmov${operation.condition}`, '', operands);
      default: {
        const name =
          operation.kind === 'arithmetic' || operation.kind === 'one-operand' ? operation.op : operation.kind;
        return this.#plain(
          written.startsWith('movnti') ? 'movnti' : name,
          locked ? 'lock ' : '',
          operands,
          written,
        );
      }
    }
  }

  #plain(name: string, prefix: string, operands: readonly Operand[], written = name): string[] {
    const bytes = this.#width(name, written, operands);
    if (bytes < 4) return this.#thread.refuse('an access to a part of a cell');
    const [first, second] = operands;
    // The address of a location is no constant on the processor.
    if (
      name === 'mov' &&
      first.kind === 'register' &&
      second?.kind === 'immediate' &&
      second.value.kind === 'address'
    )
      return [`leaq ${this.#offset(second.value)}(%${rowRegister}), %${this.#native(first.name)}`];
    const shown = [...operands].reverse().map((operand) => this.#operand(operand, bytes));
    return [`${prefix}${name}${bytes === 8 ? 'q' : 'l'} ${shown.join(', ')}`];
  }

  /** What the mnemonic's suffix or the registers say. */
  #width(name: string, written: string, operands: readonly Operand[]): number {
    if (this.#thread.dialect === 'X86') return operands.some((operand) => this.#partial(operand)) ? 1 : 4;
    const suffix = written.slice(name.length);
    if (suffix !== '') return { b: 1, w: 2, l: 4, q: 8 }[suffix] ?? 4;
    for (const operand of operands) {
      if (operand.kind !== 'register') continue;
      const text = this.#written(operand).replace('%', '').toLowerCase();
      if (/^r(..|\d+)$/.test(text)) return 8;
      return /^(e..|r\d+d)$/.test(text) ? 4 : 1;
    }
    return 8;
  }

  #partial(operand: Operand): boolean {
    return (
      operand.kind === 'register' &&
      /^([a-d][lxh]|[sd]i|[sb]p)$/i.test(this.#written(operand).replace('%', ''))
    );
  }

  #written = ({ start, end }: Operand): string => this.#thread.text.slice(start, end).trim();

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
        return `${this.#offset(address)}(%${rowRegister})`;
      }
      case 'label':
        return this.#label(operand.name);
    }
  }

  #offset(address: Expr): number {
    if (address.kind !== 'address') return this.#thread.refuse('a computed address');
    return this.#thread.row.offset(address.location, 0);
  }

  #native(register: string): string {
    return this.#registers.get(register) ?? this.#thread.refuse(`a test that uses ${register}`);
  }

  #label = (name: string): string => `.L${this.#name}_${name.replace(/\W/g, (c) => `_${c.charCodeAt(0)}_`)}`;

  #refused = (instruction: Instruction): never => this.#thread.refuse(`herd's ${instruction.mnemonic}`);
}

function registersIn({ instruction }: Cell): string[] {
  if (instruction === undefined) return [];
  return instruction.operands.flatMap((operand) =>
    operand.kind === 'register'
      ? [operand.name]
      : operand.kind === 'memory' && operand.address.kind === 'register'
        ? [operand.address.name]
        : [],
  );
}

/** The name of the low bytes of a 64-bit register. */
function part(register: string, bytes: number): string {
  if (bytes === 8) return `%${register}`;
  if (/^r\d/.test(register)) return `%${register}${bytes === 4 ? 'd' : 'b'}`;
  if (bytes === 4) return `%e${register.slice(1)}`;
  return /^r[a-d]x$/.test(register) ? `%${register[1]}l` : `%${register.slice(1)}l`;
}
