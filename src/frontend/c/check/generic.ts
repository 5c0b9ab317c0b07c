// _Generic (C11 6.5.1.1) and gcc's __builtin_choose_expr: which of several expressions is meant.

import type { Expression, ExpressionOf } from '../ast.js';
import { typeError } from '../diagnostics.js';
import { compatible, isQualified, typeName, unqualified } from '../types.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { typeOfName } from './typeNames.js';

export function checkGeneric(context: Context, e: ExpressionOf<'generic'>): Expression {
  const type = unqualified(checkValue(context, e.control).type);
  const fitting = e.choices.find((c) => c.type !== undefined && sameChoice(context, c.type, type));
  const chosen = fitting ?? e.choices.find((c) => c.type === undefined);
  return chosen?.value ?? typeError(`no choice of this _Generic is for ${typeName(type)}`, e.at);
}

const sameChoice = (
  context: Context,
  name: Parameters<typeof typeOfName>[1],
  type: ReturnType<typeof typeOfName>,
): boolean => {
  const own = typeOfName(context, name);
  return !isQualified(own) && compatible(own, type);
};
