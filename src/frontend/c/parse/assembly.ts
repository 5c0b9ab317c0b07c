// Inline assembly: its text, and the C values that it names.

import type { AsmOperand, Expression } from '../ast.js';
import type { Cursor } from './cursor.js';
import { readExpression } from './expressions.js';

const qualifiers: ReadonlySet<string> = new Set(['volatile', '__volatile__', '__volatile', 'inline', 'goto']);

const readStrings = (cursor: Cursor): string => {
  let text = '';
  while (cursor.peek()?.kind === 'string') text += cursor.next().text.slice(1, -1);
  return text;
};

/** `[name] "constraint" (value), ...` */
function readOperands(cursor: Cursor): AsmOperand[] {
  const operands: AsmOperand[] = [];
  while (cursor.is('[') || cursor.peek()?.kind === 'string') {
    const name = cursor.take('[') ? cursor.next().text : undefined;
    if (name !== undefined) cursor.expect(']');
    const constraint = readStrings(cursor);
    const value = cursor.inParentheses(() => readExpression(cursor));
    operands.push({ constraint, value, ...(name === undefined ? {} : { name }) });
    if (!cursor.take(',')) break;
  }
  return operands;
}

export function readAsm(cursor: Cursor): Expression {
  const start = cursor.position;
  cursor.next();
  let jumps = false;
  while (qualifiers.has(cursor.peek()?.text ?? '')) jumps = cursor.next().text === 'goto' || jumps;
  cursor.expect('(');
  const template = readStrings(cursor);
  const outputs = cursor.take(':') ? readOperands(cursor) : [];
  const inputs = cursor.take(':') ? readOperands(cursor) : [];
  // clobbers, and labels
  while (!cursor.is(')')) cursor.next();
  cursor.expect(')');
  return { kind: 'asm', template, jumps, outputs, inputs, at: cursor.from(start) };
}
