// Library functions that are C over the types of their arguments: a statement expression in which A0, A1, ... stand
// for the arguments. It is expanded at the call.

import { bug } from '../../../../support/diagnostic.js';
import type { Expression } from '../../ast.js';
import { libraryFile } from '../../diagnostics.js';
import { Mistakes } from '../../mistakes.js';
import { parseTokens } from '../../parse/index.js';
import { preprocess } from '../../preprocessor/preprocess.js';
import type { Value } from '../../typed.js';
import { checkValue } from '../expressions.js';
import type { BuiltinCall } from './table.js';

const parsed = new Map<string, Expression>();

function treeOf(template: string): Expression {
  const known = parsed.get(template);
  if (known !== undefined) return known;
  const { tokens } = preprocess(`void f(void) { ${template}; }`, libraryFile);
  const [definition] = parseTokens(tokens, new Mistakes());
  const statement = definition?.kind === 'function' ? definition.body[0] : undefined;
  if (statement?.kind !== 'expression') return bug(`no template: ${template}`);
  parsed.set(template, statement.value);
  return statement.value;
}

/** A copy of a part of a template that stands at the call, with its arguments. */
function filled(part: unknown, call: BuiltinCall): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => filled(item, call));
  const { kind, name } = part as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'name' && typeof name === 'string') {
    const placeholder = /^A(\d+)$/.exec(name);
    const given = placeholder === null ? undefined : call.args[Number(placeholder[1])];
    if (given !== undefined) return given;
  }
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copy[key] = key === 'at' ? call.at : filled(value, call);
  return copy;
}

export function expanded(call: BuiltinCall, template: string): Value {
  return checkValue(call.context, filled(treeOf(template), call) as Expression);
}
