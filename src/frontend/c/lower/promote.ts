// Locals whose address is taken but only used where it can be followed (a helper that stores a result through a pointer,
// and was inlined) are registers after all. An address can be followed while it is known which cell it is.

import { type Expr, register } from '../../../program/expression.js';
import type { Location, Thread } from '../../../program/program.js';
import { forEachStatement, type Statement } from '../../../program/statement.js';
import { expressionsOf } from '../../../program/validate.js';
import { staticAddress } from './fold.js';

/** `locals` are the names of locations that belong to one instance of a function. */
export function promoteLocals(
  locations: readonly Location[],
  threads: readonly Thread[],
  locals: ReadonlySet<string>,
): { locations: Location[]; threads: Thread[] } {
  const sizes = new Map(locations.map(({ name, initial }) => [name, initial.length]));
  const shared = new Set<string>();
  for (const { initial } of locations)
    for (const value of initial) if (typeof value === 'object') shared.add(value.location);
  for (const { body } of threads) forEachStatement(body, (s) => noteUses(s, sizes, shared));
  const promoted = new Set([...locals].filter((name) => !shared.has(name)));
  if (promoted.size === 0) return { locations: [...locations], threads: [...threads] };
  return {
    locations: locations.filter(({ name }) => !promoted.has(name)),
    threads: threads.map((thread) => ({ ...thread, body: rewrite(thread.body, promoted) })),
  };
}

/** Adds the locations whose addresses the statement uses other than to load or store one of their cells. */
function noteUses(s: Statement, sizes: ReadonlyMap<string, number>, shared: Set<string>): void {
  const direct = s.kind === 'load' || s.kind === 'store' ? staticAddress(s.address) : undefined;
  const inside =
    direct !== undefined && direct.offset >= 0 && direct.offset < (sizes.get(direct.location) ?? 0);
  for (const expr of expressionsOf(s))
    if (!(inside && (s.kind === 'load' || s.kind === 'store') && expr === s.address))
      noteAddresses(expr, shared);
}

function noteAddresses(e: Expr, shared: Set<string>): void {
  switch (e.kind) {
    case 'address':
      shared.add(e.location);
      return;
    case 'unary':
      noteAddresses(e.operand, shared);
      return;
    case 'binary':
      noteAddresses(e.left, shared);
      noteAddresses(e.right, shared);
      return;
    case 'conditional':
      noteAddresses(e.condition, shared);
      noteAddresses(e.whenTrue, shared);
      noteAddresses(e.whenFalse, shared);
      return;
    default:
      return;
  }
}

function rewrite(body: readonly Statement[], promoted: ReadonlySet<string>): Statement[] {
  /** The register for a promoted cell. */
  const cellOf = (address: Expr): string | undefined => {
    const where = staticAddress(address);
    if (where === undefined || !promoted.has(where.location)) return undefined;
    return where.offset === 0 ? where.location : `${where.location}[${where.offset}]`;
  };
  return body.map((s): Statement => {
    switch (s.kind) {
      case 'load': {
        const cell = cellOf(s.address);
        return cell === undefined ? s : { ...s, kind: 'assign', target: s.target, value: register(cell) };
      }
      case 'store': {
        const cell = cellOf(s.address);
        return cell === undefined ? s : { ...s, kind: 'assign', target: cell, value: s.value };
      }
      case 'if':
        return { ...s, whenTrue: rewrite(s.whenTrue, promoted), whenFalse: rewrite(s.whenFalse, promoted) };
      case 'atomic':
      case 'block':
      case 'while':
        return { ...s, body: rewrite(s.body, promoted) };
      default:
        return s;
    }
  });
}
