// Functions that say they return something and may end without: using what such a call returned is undefined (C11 6.9.1 p12).

import { libraryPrefix } from '../../library/index.js';
import type { FunctionSymbol, TypedStatement } from '../../typed.js';

const known = new WeakMap<FunctionSymbol, boolean>();

/** Whether a call may come back without a value; main returns 0 then. */
export function mayReturnNothing(symbol: FunctionSymbol): boolean {
  const { name, type, definition } = symbol;
  if (definition === undefined || type.result.kind === 'void') return false;
  if (name === 'main' || name.startsWith(libraryPrefix)) return false;
  const before = known.get(symbol);
  if (before !== undefined) return before;
  const may = endIsReached(definition.body) || definition.body.some(returnsNothing);
  known.set(symbol, may);
  return may;
}

function returnsNothing(s: TypedStatement): boolean {
  switch (s.kind) {
    case 'return':
      return s.value === undefined;
    case 'block':
    case 'switch':
      return s.items.some(returnsNothing);
    case 'if':
      return returnsNothing(s.whenTrue) || (s.whenFalse !== undefined && returnsNothing(s.whenFalse));
    case 'loop':
      return returnsNothing(s.body);
    default:
      return false;
  }
}

/** Whether what comes after the last statement may be reached, as far as the statements' kinds tell. */
function endIsReached(items: readonly TypedStatement[]): boolean {
  const last = items.at(-1);
  if (last === undefined) return true;
  switch (last.kind) {
    case 'return':
    case 'goto':
    case 'break':
    case 'continue':
      return false;
    case 'block':
      return endIsReached(last.items);
    case 'if':
      return last.whenFalse === undefined || endIsReached([last.whenTrue]) || endIsReached([last.whenFalse]);
    case 'loop': {
      const { condition } = last;
      const forever = condition === undefined || (condition.kind === 'const' && condition.value !== 0);
      return !forever || leavesLoop(last.body);
    }
    case 'expression':
      return (
        last.value.kind !== 'builtin' ||
        (last.value.builtin.op !== 'fail' && last.value.builtin.op !== 'exit')
      );
    default:
      return true;
  }
}

function leavesLoop(s: TypedStatement): boolean {
  switch (s.kind) {
    case 'break':
      return true;
    case 'block':
      return s.items.some(leavesLoop);
    case 'if':
      return leavesLoop(s.whenTrue) || (s.whenFalse !== undefined && leavesLoop(s.whenFalse));
    default:
      return false;
  }
}
