// The function that a name stands for: one of the file, or of all files.

import type { SourceSpan } from '../../../program/statement.js';
import { typeError } from '../diagnostics.js';
import type { FunctionSymbol } from '../typed.js';
import { type FunctionType, sameType } from '../types.js';
import type { Context, UnitState } from './scope.js';

export function declareFunction(
  context: Context,
  name: string,
  type: FunctionType,
  isStatic: boolean,
  at: SourceSpan,
): FunctionSymbol {
  const { unit, scope } = context;
  const known = scope.own(name);
  if (known !== undefined && known.kind !== 'function' && known.kind !== 'broken')
    return typeError(`${name} is already something else`, at);
  const inFile = context.fileScope.own(name);
  const own =
    known?.kind === 'function' ? known.function : inFile?.kind === 'function' ? inFile.function : undefined;
  const key = own === undefined ? keyOf(context, name, isStatic) : (keyOfSymbol(unit, own) ?? name);
  const existing = own ?? unit.functions.get(key);
  // a call said `int f()`; that it returns nothing only makes gcc warn
  const contradicts = existing?.implicit === true && type.result.kind === 'void' ? undefined : existing;
  if (contradicts !== undefined && !sameType(contradicts.type, type))
    return typeError(
      `${name} is declared with two different types`,
      at,
      contradicts.at.file === at.file
        ? undefined
        : `the other one is in ${contradicts.at.file ?? 'the first file'}`,
    );
  if (existing?.type.unspecified === true) existing.type = type;
  const symbol = existing ?? { name, type, at, addressed: false };
  unit.functions.set(key, symbol);
  scope.replace(name, { kind: 'function', function: symbol });
  if (context.fileScope.own(name) === undefined || inFile?.kind === 'function')
    context.fileScope.replace(name, { kind: 'function', function: symbol });
  return symbol;
}

/** Static functions of different files are different functions, and none of them is the one that other files share. */
function keyOf({ file, unit }: Context, name: string, isStatic: boolean): string {
  if (file === 0) return name;
  if (isStatic || unit.statics[file]?.has(name) === true) return `${name}@${file}`;
  return unit.statics[0]?.has(name) === true ? `${name}@shared` : name;
}

const keyOfSymbol = (unit: UnitState, symbol: FunctionSymbol): string | undefined => {
  for (const [key, known] of unit.functions) if (known === symbol) return key;
  return undefined;
};
