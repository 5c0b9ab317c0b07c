// _Static_assert, in units, functions and structs.

import type { StaticAssertion } from '../ast.js';
import { typeError } from '../diagnostics.js';
import type { Context } from './scope.js';
import { constantExpression } from './typeNames.js';

export function checkStaticAssertion(context: Context, { condition, message, at }: StaticAssertion): void {
  if (constantExpression(context, condition) === 0)
    typeError(`this static assertion fails${message === undefined ? '' : `: ${message}`}`, at);
}
