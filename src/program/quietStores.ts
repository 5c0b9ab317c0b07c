// Stores of the value that is there already. Of a cell that one thread alone writes, this thread knows the value: the one it
// stored last. Registers keep that value and its address. A store of the same value to the same address changes nothing, in a store
// buffer or in memory, at any moment (docs/spin-loops.md).

import { binary, type Expr, register, unary, widthOf } from './expression.js';
import type { Program } from './program.js';
import { forEachStatement, type Statement, type StatementOf } from './statement.js';

type Store = StatementOf<'store'>;

/** By thread, which of its stores are to cells of its own: a name for the cells that such a store may write. */
export type OwnCells = (s: Statement) => string | undefined;

/** No cells. */
export const shared: OwnCells = () => undefined;

/** The cells that readers have marked, and locations of litmus tests that one thread alone writes, by stores of one width that name them. */
export function ownCells(program: Program): readonly OwnCells[] {
  const all = program.threads.map(({ body }) => writesIn(body));
  return all.map(({ named }, t) => {
    const rest = all.filter((_, other) => other !== t);
    const isNamed = all.every(({ anywhere }) => !anywhere);
    return (s) => {
      if (s.kind !== 'store') return undefined;
      if (s.own !== undefined) return s.own;
      const name = isNamed ? namedIn(s) : undefined;
      if (name === undefined || named.get(name)?.size !== 1) return undefined;
      return rest.some((other) => other.named.has(name)) ? undefined : name;
    };
  });
}

/** The location that a store names, if it leaves a value there. */
const namedIn = (s: Store): string | undefined =>
  s.address.kind === 'address' && s.lifetime === undefined ? s.address.location : undefined;

interface Writes {
  /** The widths of the stores to a location; 0 for other writes. */
  readonly named: ReadonlyMap<string, ReadonlySet<number>>;
  /** Some write has a computed address. */
  readonly anywhere: boolean;
}

function writesIn(body: readonly Statement[]): Writes {
  const named = new Map<string, Set<number>>();
  let anywhere = false;
  forEachStatement(body, (s) => {
    if (s.kind !== 'store' && s.kind !== 'rmw' && s.kind !== 'lock' && s.kind !== 'unlock') return;
    if (s.address.kind !== 'address') {
      anywhere = true;
      return;
    }
    const width = s.kind === 'store' && s.lifetime === undefined ? (s.width ?? 32) : 0;
    named.set(s.address.location, (named.get(s.address.location) ?? new Set()).add(width));
  });
  return { named, anywhere };
}

/** Whether a store to the thread's own cells changes something, and what keeps it in mind. */
export function notedStore(
  s: Store,
  cells: string,
): { readonly changes: Expr; readonly keeps: readonly Statement[] } {
  const value = storedValue(s);
  const isOther = (name: string, now: Expr): Expr => binary('!=', register(name, widthOf(now)), now);
  const [at, last] = [`.at.${cells}`, `.last.${cells}`];
  return {
    changes: binary('||', isOther(at, s.address), isOther(last, value)),
    keeps: [
      { kind: 'assign', target: at, value: s.address },
      { kind: 'assign', target: last, value },
    ],
  };
}

/** The value as the store leaves it in the cell. */
function storedValue({ value, width = 32 }: Store): Expr {
  if (width >= 32) return value;
  return unary(width === 8 ? 'sext8' : 'sext16', value);
}
