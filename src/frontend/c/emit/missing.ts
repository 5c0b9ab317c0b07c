// Functions that may end without the value that they are to return. Such a function returns a second value: 1 where there is a value,
// 0 where there is none. A caller that uses the first one requires the second; a caller that returns both passes them on.

import { partsOf } from '../check/labels.js';
import type { FunctionSymbol, TypedStatement, Value } from '../typed.js';

type Items = readonly TypedStatement[];

const known = new WeakMap<FunctionSymbol, boolean>();

export function mayGiveNone(symbol: FunctionSymbol): boolean {
  const before = known.get(symbol);
  if (before !== undefined) return before;
  // A recursive call gives none only if another return does.
  known.set(symbol, false);
  const { definition, type, name } = symbol;
  const isAsked = definition !== undefined && type.result.kind !== 'void' && type.result.kind !== 'struct';
  const found = isAsked && name !== 'main' && (isOpen(definition.body) || definition.body.some(returnsNone));
  known.set(symbol, found);
  return found;
}

/** Whether control may come to the end of the list, as far as its last statement says. */
function isOpen(items: Items): boolean {
  const last = items.at(-1);
  switch (last?.kind) {
    case 'return':
    case 'goto':
      return false;
    case 'block':
      return isOpen(last.items);
    case 'if':
      return last.whenFalse === undefined || isOpen([last.whenTrue]) || isOpen([last.whenFalse]);
    default:
      return true;
  }
}

/** Whether a return in the statement may give no value. */
const returnsNone = (s: TypedStatement): boolean =>
  s.kind === 'return' ? s.value === undefined || givesNone(s.value) : partsOf(s).some(returnsNone);

const givesNone = (value: Value): boolean =>
  value.kind === 'call' && value.callee.kind === 'function' && mayGiveNone(value.callee.function);
