// The functions that a program can run. The other functions say nothing about its objects. Headers bring many functions that
// the program never calls, and these use pointers to objects of other sizes.

import { libraryPrefix } from '../../library/index.js';
import type { FunctionSymbol, Unit } from '../../typed.js';
import { visitStatement } from '../scan.js';

/** The unit with the functions that are reached from these and from its variables; the library's own stay. */
export function withReachable(unit: Unit, from: readonly FunctionSymbol[]): Unit {
  const reached = new Set<FunctionSymbol>();
  const pending = [
    ...from,
    ...unit.beforeMain,
    ...unit.afterMain,
    ...[...unit.functions].filter(([name]) => name.startsWith(libraryPrefix)).map(([, symbol]) => symbol),
    ...unit.globals.flatMap(({ initial }) =>
      (initial ?? []).flatMap(({ value }) =>
        typeof value === 'object' && value.kind === 'function' ? [value.function] : [],
      ),
    ),
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    for (const statement of next.definition?.body ?? [])
      visitStatement(statement, {
        value: (value) => {
          if (value.kind === 'function') pending.push(value.function);
        },
      });
  }
  return { ...unit, functions: new Map([...unit.functions].filter(([, symbol]) => reached.has(symbol))) };
}
