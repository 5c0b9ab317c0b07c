// Library functions that are C with the types of their arguments in it: a statement expression in which A0, A1, ... stand for the
// arguments. What it does stands where it is called; its loops are written out as far as their end is known.

import { bug } from '../../../../support/diagnostic.js';
import type { Expression } from '../../ast.js';
import { libraryFile } from '../../diagnostics.js';
import { Mistakes } from '../../mistakes.js';
import { parseTokens } from '../../parse/index.js';
import { preprocess } from '../../preprocessor/preprocess.js';
import type { Value } from '../../typed.js';
import { checkValue } from '../expressions.js';
import type { BuiltinCall } from './table.js';

const parsed = new Map<string, string>();

/** The syntax tree of a template, as text. */
function treeOf(template: string): string {
  const known = parsed.get(template);
  if (known !== undefined) return known;
  const { tokens } = preprocess(`void f(void) { ${template}; }`, libraryFile);
  const [definition] = parseTokens(tokens, new Mistakes());
  const statement = definition?.kind === 'function' ? definition.body[0] : undefined;
  if (statement?.kind !== 'expression') return bug(`no template: ${template}`);
  const text = JSON.stringify(statement.value);
  parsed.set(template, text);
  return text;
}

interface Named {
  readonly kind?: unknown;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is Named => typeof value === 'object' && value !== null;

export function expanded(call: BuiltinCall, template: string): Value {
  const expression: Expression = JSON.parse(treeOf(template), (key, value: unknown) => {
    if (key === 'at') return call.at;
    if (!isNode(value)) return value;
    if (value.kind === 'for' || value.kind === 'while') return { ...value, writtenOut: true };
    if (value.kind !== 'name' || typeof value.name !== 'string') return value;
    const placeholder = /^A(\d+)$/.exec(value.name);
    return placeholder === null ? value : (call.args[Number(placeholder[1])] ?? value);
  });
  return checkValue(call.context, expression);
}
