// Functions with the attributes constructor and destructor, which run before main and after it.

import type { Attributes } from '../ast.js';
import { typeError } from '../diagnostics.js';
import type { FunctionSymbol } from '../typed.js';
import type { Context } from './scope.js';
import { constantExpression } from './typeNames.js';

/** Without a number they are nearest to main. */
const nearest = 65535;

/** Any declaration of the function may say it. */
export function noteAroundMain(
  context: Context,
  symbol: FunctionSymbol,
  { beforeMain, afterMain }: Attributes,
): void {
  const number = (said: NonNullable<Attributes['beforeMain']>): number => {
    if (said === true) return nearest;
    const value = constantExpression(context, said);
    if (value < 0 || value > nearest) typeError(`a priority is a number from 0 to ${nearest}`, said.at);
    return value;
  };
  if (beforeMain !== undefined) symbol.beforeMain = number(beforeMain);
  if (afterMain !== undefined) symbol.afterMain = number(afterMain);
}

/** Of equal ones those run first before main, and last after it, that are defined first. */
export function aroundMain(defined: readonly FunctionSymbol[]): {
  beforeMain: FunctionSymbol[];
  afterMain: FunctionSymbol[];
} {
  const sorted = (key: 'beforeMain' | 'afterMain'): FunctionSymbol[] =>
    defined
      .filter((symbol) => symbol[key] !== undefined)
      .sort((a, b) => (a[key] ?? nearest) - (b[key] ?? nearest));
  return { beforeMain: sorted('beforeMain'), afterMain: sorted('afterMain').reverse() };
}
