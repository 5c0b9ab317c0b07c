// Locks that hold the number of their holder. A thread takes such a lock with its own number and gives it back with
// that number. The cell is 0, or means "mine" to one thread. Where the cell has no other use, exchanging threads
// exchanges the numbers in it, and the code of the threads differs only in these numbers.

import { observablesOf } from '../../program/condition.js';
import type { Expr } from '../../program/expression.js';
import type { Integer } from '../../program/integer.js';
import { cellAddress, type Layout } from '../../program/layout.js';
import type { Program } from '../../program/program.js';
import { forEachStatement, type Statement } from '../../program/statement.js';

export interface Holding {
  /** Says of a statement whether it takes such a lock, or gives it back. */
  is(statement: unknown): boolean;
  /** The addresses of these locks. */
  readonly locks: ReadonlySet<number>;
  /** By thread, the number with which it holds them. */
  readonly numbers: ReadonlyMap<number, Integer>;
}

const none: Holding = { is: () => false, locks: new Set(), numbers: new Map() };

/** `watched`: the caller checks that no computed address leads to such a lock. */
export function holdingOf(program: Program, layout: Layout, watched = false): Holding {
  const accesses: { readonly statement: Statement; readonly thread: number; readonly address: number }[] = [];
  let known = true;
  program.threads.forEach(({ body }, thread) => {
    const look = (statement: Statement): void => {
      if (statement.kind === 'assume' && statement.awaits !== undefined)
        forEachStatement([statement.awaits], look);
      if (!('address' in statement)) return;
      const address = constantAddress(statement.address, layout);
      if (address === undefined) known &&= watched && holderOf(statement) === undefined;
      else accesses.push({ statement, thread, address });
    };
    forEachStatement(body, look);
  });
  // An address that is computed may be that of a lock.
  if (!known) return none;
  const cells = new Set(accesses.flatMap((a) => (holderOf(a.statement) === undefined ? [] : [a.address])));
  for (const { statement, address } of accesses) if (holderOf(statement) === undefined) cells.delete(address);
  for (const address of cells)
    if (layout.initial.get(address) !== 0 || layout.uninitialised.has(address)) cells.delete(address);
  for (const o of [
    ...program.observed,
    ...(program.filter === undefined ? [] : observablesOf(program.filter)),
  ])
    if (o.kind === 'cell') cells.delete(cellAddress(layout, o.location, o.index));
  const holders = new Map<number, Integer>();
  const holding = new Set<unknown>();
  for (const { statement, thread, address } of accesses) {
    const holder = holderOf(statement);
    if (holder === undefined || !cells.has(address)) continue;
    const own = holders.get(thread) ?? holder;
    if (own !== holder) return none;
    holders.set(thread, own);
    holding.add(statement);
  }
  if (new Set(holders.values()).size < holders.size) return none;
  return { is: (s) => holding.has(s), locks: cells, numbers: holders };
}

/** The number with which a statement takes a lock that is free, or gives it back. */
function holderOf(s: Statement): Integer | undefined {
  let holder: Expr | undefined;
  if (s.kind === 'unlock') holder = s.holder;
  else if (s.kind === 'lock' && s.leaves?.op === '=' && waitsForZero(s)) holder = s.leaves.value;
  return holder?.kind === 'const' && holder.value !== 0 ? holder.value : undefined;
}

const waitsForZero = ({ until }: Extract<Statement, { kind: 'lock' }>): boolean =>
  until === undefined || (until.test === '==' && until.value.kind === 'const' && until.value.value === 0);

function constantAddress(address: Expr, layout: Layout): number | undefined {
  switch (address.kind) {
    case 'address':
      return layout.addressOf.get(address.location);
    case 'const':
      return Number(address.value);
    case 'binary': {
      const left = constantAddress(address.left, layout);
      const right = constantAddress(address.right, layout);
      return address.op === '+' && left !== undefined && right !== undefined ? left + right : undefined;
    }
    default:
      return undefined;
  }
}
