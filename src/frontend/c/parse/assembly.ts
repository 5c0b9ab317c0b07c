// Inline assembly, as far as one must know what it says: its text, and whether it names C values.

import type { Expression } from '../ast.js';
import type { Cursor } from './cursor.js';

const qualifiers: ReadonlySet<string> = new Set(['volatile', '__volatile__', '__volatile', 'inline', 'goto']);

export function readAsm(cursor: Cursor): Expression {
  const start = cursor.position;
  cursor.next();
  let jumps = false;
  while (qualifiers.has(cursor.peek()?.text ?? '')) jumps = cursor.next().text === 'goto' || jumps;
  cursor.expect('(');
  let template = '';
  while (cursor.peek()?.kind === 'string') template += cursor.next().text.slice(1, -1);
  // outputs, inputs, clobbers
  let section = 0;
  let operands = jumps;
  for (let depth = 0; depth > 0 || !cursor.is(')'); ) {
    if (cursor.is('(')) depth++;
    if (cursor.is(')')) depth--;
    if (depth === 0 && cursor.is(':')) section++;
    else if (section === 1 || section === 2) operands = true;
    cursor.next();
  }
  cursor.expect(')');
  return { kind: 'asm', template, operands, at: cursor.from(start) };
}
