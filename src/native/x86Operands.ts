// The operands of the instructions of an X86 or X86_64 thread: registers, widths, places in the row.

import type { Cell, Instruction, Operand } from '../frontend/litmus/x86/instruction.js';
import type { X86Dialect } from '../frontend/litmus/x86/registers.js';
import type { Expr } from '../program/expression.js';
import type { InitialValue } from '../program/program.js';
import type { Row } from './row.js';

export interface X86Thread {
  readonly dialect: X86Dialect;
  /** The code section of the file, for what was written. */
  readonly text: string;
  readonly cells: readonly Cell[];
  readonly initial: ReadonlyMap<string, InitialValue>;
  /** The observed registers and where they are saved. */
  readonly saved: ReadonlyMap<string, number>;
  readonly row: Row;
  /** Refuses an instruction that cannot be run. */
  refuse(what: string): never;
}

/** Those that begin with a value, are observed or named by an instruction. */
export const registersOf = ({ initial, saved, cells }: X86Thread): string[] => [
  ...initial.keys(),
  ...saved.keys(),
  ...cells.flatMap(({ instruction }) => (instruction?.operands ?? []).flatMap(registersIn)),
];

function registersIn(operand: Operand): string[] {
  if (operand.kind === 'register') return [operand.name];
  return operand.kind === 'memory' && operand.address.kind === 'register' ? [operand.address.name] : [];
}

/** The mnemonic as the file has it, without LOCK. */
export const writtenName = ({ mnemonic }: Instruction): string =>
  mnemonic.replace(/^LOCK /, '').toLowerCase();

/** The name without the suffix that says how wide the operation is. */
export function plainName(instruction: Instruction): string {
  const { operation } = instruction;
  switch (operation.kind) {
    case 'arithmetic':
    case 'one-operand':
      return operation.op;
    case 'cmovcc':
      return `cmov${operation.condition}`;
    default:
      return writtenName(instruction).startsWith('movnti') ? 'movnti' : operation.kind;
  }
}

/** The number of bytes that an instruction moves, by its suffix or its registers. */
export function widthOf(thread: X86Thread, instruction: Instruction): 4 | 8 {
  const bytes = statedWidth(thread, instruction);
  return bytes === 4 || bytes === 8 ? bytes : thread.refuse('an access to a part of a cell');
}

function statedWidth(thread: X86Thread, instruction: Instruction): number {
  const { operands } = instruction;
  if (thread.dialect === 'X86') return operands.some((operand) => isPart(thread, operand)) ? 1 : 4;
  const suffix = writtenName(instruction).slice(plainName(instruction).length);
  if (suffix !== '' && instruction.operation.kind !== 'cmovcc')
    return { b: 1, w: 2, l: 4, q: 8 }[suffix] ?? 4;
  for (const operand of operands) {
    if (operand.kind !== 'register') continue;
    const text = written(thread, operand).replace('%', '').toLowerCase();
    if (/^r(..|\d+)$/.test(text)) return 8;
    return /^(e..|r\d+d)$/.test(text) ? 4 : 1;
  }
  return 8;
}

const isPart = (thread: X86Thread, operand: Operand): boolean =>
  operand.kind === 'register' &&
  /^([a-d][lxh]|[sd]i|[sb]p)$/i.test(written(thread, operand).replace('%', ''));

const written = ({ text }: X86Thread, { start, end }: Operand): string => text.slice(start, end).trim();

/** Where a location is in the row. */
export function offsetOf({ row, refuse }: X86Thread, address: Expr): number {
  return address.kind === 'address' ? row.offset(address.location, 0) : refuse('a computed address');
}

/** A label as other languages can have it. */
export const labelName = (name: string): string => name.replace(/\W/g, (c) => `_${c.charCodeAt(0)}_`);

/** herd's own: UXCH and instructions that see its carry flag, which is never set. */
export function refuseHerds({ refuse }: X86Thread, { operation, mnemonic }: Instruction): void {
  if (operation.kind === 'uxch') refuse('UXCH, which no processor has,');
  if ('noCarry' in operation && operation.noCarry) refuse(`herd's ${mnemonic}`);
}
