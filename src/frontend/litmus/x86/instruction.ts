// One cell of the code table: labels and an instruction, its operands in Intel's order (destination first) in both
// dialects.

import { addressOf, constant, type Expr, register } from '../../../program/expression.js';
import type { Memory } from '../memory.js';
import { readNumber } from '../numbers.js';
import { match } from '../sections.js';
import type { Source } from '../source.js';
import { didYouMean } from '../suggest.js';
import type { Span } from '../syntax.js';
import { findOperation, mnemonicNames, type Operation } from './mnemonics.js';
import { knownRegister, resolveRegister, type X86Dialect } from './registers.js';

export type Operand = Span &
  (
    | { readonly kind: 'register'; readonly name: string }
    | { readonly kind: 'immediate'; readonly value: Expr }
    | { readonly kind: 'memory'; readonly address: Expr }
    | { readonly kind: 'label'; readonly name: string }
  );

export interface Instruction extends Span {
  readonly mnemonic: string;
  readonly operation: Operation;
  readonly locked: boolean;
  /** Destination first. */
  readonly operands: readonly Operand[];
}

export interface Cell {
  readonly labels: readonly (Span & { readonly name: string })[];
  readonly instruction?: Instruction;
}

export interface CellContext {
  readonly source: Source;
  readonly text: string;
  readonly dialect: X86Dialect;
  readonly memory: Memory;
}

const name = /[A-Za-z_.][\w.$]*/y;

export function readCell(context: CellContext, cell: Span): Cell {
  const { text } = context;
  const labels: (Span & { name: string })[] = [];
  let offset = cell.start;
  for (;;) {
    const label = match(text, offset, name);
    const colon = offset + label.length + match(text, offset + label.length, /\s*/y).length;
    if (label === '' || text[colon] !== ':' || colon >= cell.end) break;
    labels.push({ name: label, start: offset, end: offset + label.length });
    offset = colon + 1 + match(text, colon + 1, /\s*/y).length;
  }
  if (offset >= cell.end) return { labels };
  return { labels, instruction: readInstruction(context, { start: offset, end: cell.end }) };
}

function readInstruction(context: CellContext, span: Span): Instruction {
  const { source, text, dialect } = context;
  let offset = span.start;
  let mnemonic = match(text, offset, name);
  const locked = mnemonic.toLowerCase() === 'lock';
  if (locked) {
    offset += mnemonic.length + match(text, offset + mnemonic.length, /[\s;]*/y).length;
    mnemonic = match(text, Math.min(offset, span.end), name);
  }
  const found = text.slice(offset, Math.min(span.end, offset + 40));
  if (mnemonic === '' || offset >= span.end)
    return source.fail('syntax', `expected an instruction${found === '' ? '' : `, but found '${found}'`}`, {
      ...span,
      start: Math.min(offset, span.end),
    });
  const operation = findOperation(mnemonic);
  if (operation === undefined)
    return source.fail(
      'unknown-instruction',
      `instruction ${mnemonic} is not supported`,
      { start: offset, end: offset + mnemonic.length },
      didYouMean(mnemonic, mnemonicNames(dialect === 'X86')),
    );
  const operandsStart = offset + mnemonic.length;
  const isJump = operation.kind === 'jmp' || operation.kind === 'jcc';
  const operands = splitOperands(context, { start: operandsStart, end: span.end }).map((operand) =>
    isJump ? readLabel(context, operand) : readOperand(context, operand),
  );
  return {
    ...span,
    mnemonic: locked ? `LOCK ${mnemonic}` : mnemonic,
    operation,
    locked,
    operands: destinationFirst(dialect, operation, operands),
  };
}

/**
 * X86_64 writes the source first, but herd's `cmpxchgl (x),%ebx` and `cmovcl %eax,(x)` put the destination first:
 * there, the operand in memory tells which is which.
 */
function destinationFirst(dialect: X86Dialect, operation: Operation, operands: Operand[]): Operand[] {
  if (dialect === 'X86' || operands.length !== 2) return operands;
  const [first, second] = operands;
  switch (operation.kind) {
    case 'cmpxchg':
      return second.kind === 'memory' ? [second, first] : operands;
    case 'xadd':
      return first.kind === 'memory' ? operands : [second, first];
    case 'cmovcc':
      return second.kind === 'memory' ? operands : [second, first];
    default:
      return [second, first];
  }
}

function splitOperands({ source, text }: CellContext, span: Span): Span[] {
  const operands: Span[] = [];
  let start = span.start;
  let depth = 0;
  for (let i = span.start; i <= span.end; i++) {
    const c = i === span.end ? ',' : text[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    if (c !== ',' || (depth > 0 && i < span.end)) continue;
    const from = start + match(text, start, /\s*/y).length;
    let to = i;
    while (to > from && /\s/.test(text[to - 1])) to--;
    if (from >= to) {
      if (operands.length === 0 && i === span.end) return [];
      source.fail('syntax', 'an operand is missing here', { start: Math.min(start, span.end), end: i });
    }
    operands.push({ start: from, end: to });
    start = i + 1;
  }
  return operands;
}

function readLabel({ source, text }: CellContext, span: Span): Operand {
  const label = text.slice(span.start, span.end);
  if (match(label, 0, name) !== label) source.fail('bad-operand', 'a jump goes to a label', span);
  return { kind: 'label', name: label, ...span };
}

function readOperand(context: CellContext, span: Span): Operand {
  const { source, dialect, memory } = context;
  const text = context.text.slice(span.start, span.end);
  const number = /^\$?\s*(-?\s*(?:0[xX][0-9a-fA-F]+|\d+))$/.exec(text);
  if (number !== null)
    return { kind: 'immediate', value: constant(readNumber(source, number[1], span)), ...span };
  const symbol = /^\$\s*([A-Za-z_]\w*)$/.exec(text);
  if (symbol !== null)
    return { kind: 'immediate', value: addressOf(memory.mention(symbol[1], span)), ...span };
  const brackets = /^(-?\d+|0[xX][0-9a-fA-F]+)?\s*(?:\[([^[\]]*)\]|\(([^()]*)\))$/.exec(text);
  if (brackets !== null) {
    const inside = (brackets[2] ?? brackets[3]).trim();
    if (brackets[1] !== undefined && Number(brackets[1]) !== 0)
      source.fail(
        'unsupported-address',
        'displacements are not supported: memory consists of cells, not of bytes',
        span,
        'start a register with the address of the cell, for instance 0:EAX=t[1] in the init section',
      );
    return { kind: 'memory', address: readAddress(context, inside, span), ...span };
  }
  if (/^%[A-Za-z_]\w*$/.test(text))
    return { kind: 'register', name: resolveRegister(source, dialect, text, span), ...span };
  if (/^[A-Za-z_]\w*$/.test(text)) {
    const known = knownRegister(dialect, text);
    if (known !== undefined) return { kind: 'register', name: known, ...span };
    return source.fail(
      'unknown-register',
      `${text} is not a register`,
      span,
      memory.has(text)
        ? `the contents of a location are written ${dialect === 'X86' ? `[${text}]` : `(${text})`}`
        : didYouMean(
            text,
            dialect === 'X86'
              ? ['EAX', 'EBX', 'ECX', 'EDX', 'ESI', 'EDI']
              : ['rax', 'rbx', 'rcx', 'rdx', 'rsi', 'rdi'],
          ),
    );
  }
  return source.fail('bad-operand', `'${text.slice(0, 40)}' is not an operand`, span);
}

function readAddress({ source, dialect, memory }: CellContext, inside: string, span: Span): Expr {
  if (/^%[A-Za-z_]\w*$/.test(inside)) return register(resolveRegister(source, dialect, inside, span));
  if (/^[A-Za-z_][\w.]*$/.test(inside)) {
    const known = knownRegister(dialect, inside);
    return known === undefined ? addressOf(memory.mention(inside, span)) : register(known);
  }
  return source.fail(
    'unsupported-address',
    `[${inside.slice(0, 40)}] is not supported: an address is a location or a register`,
    span,
  );
}
