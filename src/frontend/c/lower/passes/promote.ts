// Locals whose address is taken become registers if every use of the address can be followed. An example is the target of an inlined
// helper that stores a result through a pointer. An address can be followed while it is known which cell it is.

import { type Expr, forEachNode, register } from '../../../../program/expression.js';
import type { Width } from '../../../../program/integer.js';
import type { Location, Thread } from '../../../../program/program.js';
import { mapBody } from '../../../../program/rewrite.js';
import {
  expressionsOf,
  forEachStatement,
  type Statement,
  type StatementOf,
} from '../../../../program/statement.js';
import { foldUnary, staticAddress } from '../fold.js';
import { checksFor, hasValue, keepState, lifetimesIn } from './lifetimes.js';

/**
 * `locals` are the names of locations that belong to one instance of a function. One that several threads use is memory that
 * they share.
 */
export function promoteLocals(
  locations: readonly Location[],
  threads: readonly Thread[],
  locals: ReadonlySet<string>,
): { locations: Location[]; threads: Thread[] } {
  const shared = sharedLocations(locations, threads, simple);
  const promoted = new Set([...locals].filter((name) => !shared.has(name)));
  if (promoted.size === 0) return { locations: [...locations], threads: [...threads] };
  return {
    locations: locations.filter(({ name }) => !promoted.has(name)),
    threads: threads.map((thread) => ({ ...thread, body: promoteIn(thread.body, promoted) })),
  };
}

type Access = StatementOf<'load' | 'store' | 'rmw'>;

/** The accesses that a register can replace, and those that a thread can make to its own memory. */
const simple: ReadonlySet<Statement['kind']> = new Set(['load', 'store']);
const accesses: ReadonlySet<Statement['kind']> = new Set(['load', 'store', 'rmw']);

const isAccess = (s: Statement, kinds: ReadonlySet<Statement['kind']>): s is Access => kinds.has(s.kind);

/** The locations that several threads use, or may use because the address cannot be followed. */
export const locationsOfSeveral = (
  locations: readonly Location[],
  threads: readonly Pick<Thread, 'body'>[],
): ReadonlySet<string> => sharedLocations(locations, threads, accesses);

/** Those locations, and the locations that some statement uses in another way than `kinds`. */
function sharedLocations(
  locations: readonly Location[],
  threads: readonly Pick<Thread, 'body'>[],
  kinds: ReadonlySet<Statement['kind']>,
): ReadonlySet<string> {
  const cells = new Map(
    locations.map(({ name, shape, initial }) => [
      name,
      new Set(shape?.cells.map(({ offset }) => offset) ?? initial.keys()),
    ]),
  );
  const shared = new Set<string>();
  for (const { initial } of locations)
    for (const value of initial) if (typeof value === 'object') shared.add(value.location);
  const users = new Map<string, number>();
  threads.forEach(({ body }, thread) => {
    forEachStatement(body, (s) => {
      noteUses(s, cells, shared, kinds);
      const used = isAccess(s, kinds) ? staticAddress(s.address)?.location : undefined;
      if (used === undefined) return;
      if ((users.get(used) ?? thread) !== thread) shared.add(used);
      users.set(used, thread);
    });
  });
  return shared;
}

/** Adds the locations whose addresses the statement uses other than for such an access to one of their cells. */
function noteUses(
  s: Statement,
  cells: ReadonlyMap<string, ReadonlySet<number>>,
  shared: Set<string>,
  kinds: ReadonlySet<Statement['kind']>,
): void {
  const direct = isAccess(s, kinds) ? staticAddress(s.address) : undefined;
  const inside = direct !== undefined && cells.get(direct.location)?.has(direct.offset) === true;
  for (const expr of expressionsOf(s))
    if (!(inside && isAccess(s, kinds) && expr === s.address))
      forEachNode(expr, (e) => {
        if (e.kind === 'address') shared.add(e.location);
      });
}

const wordOf = (width: Width | undefined): 32 | 64 => (width === 64 ? 64 : 32);

/** The content of a cell of `width` bits after a store of the value. */
const stored = (value: Expr, width: Width | undefined): Expr =>
  width === 8 ? foldUnary('sext8', value) : width === 16 ? foldUnary('sext16', value) : value;

function promoteIn(body: readonly Statement[], promoted: ReadonlySet<string>): readonly Statement[] {
  /** The register for a promoted cell. */
  const cellOf = (s: Statement): string | undefined => {
    const where = s.kind === 'load' || s.kind === 'store' ? staticAddress(s.address) : undefined;
    if (where === undefined || !promoted.has(where.location)) return undefined;
    return where.offset === 0 ? where.location : `${where.location}[${where.offset}]`;
  };
  const lifetimes = lifetimesIn(body, cellOf);
  return mapBody(body, (s) => {
    const cell = cellOf(s);
    if (cell === undefined) return [s];
    switch (s.kind) {
      case 'load': {
        const { kind: _load, address: _address, width: _width, has, ...rest } = s;
        const value = register(cell, wordOf(s.width));
        const flag: Statement[] =
          has === undefined
            ? []
            : [{ ...rest, kind: 'assign', target: has, value: hasValue(s, cell, lifetimes) }];
        return [...checksFor(s, cell, lifetimes), ...flag, { ...rest, kind: 'assign', value }];
      }
      case 'store': {
        const kept = keepState(cell, s.lifetime, lifetimes, s.at);
        if (s.lifetime !== undefined) return [...checksFor(s, cell, lifetimes), ...kept];
        const { kind: _store, address: _address, width: _width, ...rest } = s;
        const value = stored(s.value, s.width);
        return [...checksFor(s, cell, lifetimes), { ...rest, kind: 'assign', target: cell, value }, ...kept];
      }
      default:
        return [s];
    }
  });
}
