// Stores of the value that is there already. Of a cell that one thread alone writes, this thread knows the value: the one it
// stored last, which a register keeps. A store of the same value changes nothing, in a store buffer or in memory, at any moment
// (docs/spin-loops.md).

import { addressOf, binary, type Expr, register, unary } from './expression.js';
import type { InitialValue, Program } from './program.js';
import { forEachStatement, type Statement, type StatementOf } from './statement.js';

/** A cell whose writer keeps its last value. */
export interface OwnCell {
  /** The register that holds the value. */
  readonly last: Expr;
  readonly name: string;
  readonly initial: InitialValue;
  /** The thread has stores of computed addresses that may lead to it. */
  readonly mayBeAliased: boolean;
}

/** The location that a store names, if it leaves a value there. */
const namedIn = (s: StatementOf<'store'>): string | undefined =>
  s.address.kind === 'address' && s.lifetime === undefined ? s.address.location : undefined;

/** The largest value of an expression that is never below 0; undefined if that is not known. */
function largest(expr: Expr): number | undefined {
  if (expr.kind === 'const') return expr.value >= 0 ? Number(expr.value) : undefined;
  if (expr.kind !== 'binary' || expr.right.kind !== 'const' || expr.right.value <= 0) return undefined;
  const constant = Number(expr.right.value);
  const left = largest(expr.left);
  switch (expr.op) {
    case '%u':
      return constant - 1;
    case '&':
      return constant;
    case '*':
      return left === undefined ? undefined : left * constant;
    default:
      return undefined;
  }
}

/** The location that the address is in, whatever the values of registers are; undefined if that is not known. */
function locationOf(address: Expr, sizes: ReadonlyMap<string, number>): string | undefined {
  if (address.kind === 'address') return address.location;
  if (address.kind !== 'binary' || address.op !== '+' || address.left.kind !== 'address') return undefined;
  const most = largest(address.right);
  const { location } = address.left;
  return most !== undefined && most < (sizes.get(location) ?? 0) ? location : undefined;
}

/** The value as the store leaves it in the cell. */
export function storedValue({ value, width = 32 }: StatementOf<'store'>): Expr {
  if (width >= 32) return value;
  return unary(width === 8 ? 'sext8' : 'sext16', value);
}

/** The writes of one thread. */
class Writes {
  /** By location: the widths of the stores that name it. */
  readonly stores = new Map<string, Set<number>>();
  /** Locations that are written in another way. */
  readonly others = new Set<string>();
  /** Some stores, or other writes, have computed addresses, which may lead anywhere. */
  storesAnywhere = false;
  writesAnywhere = false;

  note(s: Statement, sizes: ReadonlyMap<string, number>): void {
    if (s.kind !== 'store' && s.kind !== 'rmw' && s.kind !== 'lock' && s.kind !== 'unlock') return;
    const name = s.kind === 'store' ? namedIn(s) : undefined;
    const location = locationOf(s.address, sizes);
    if (s.kind === 'store' && name !== undefined)
      this.stores.set(name, (this.stores.get(name) ?? new Set()).add(s.width ?? 32));
    else if (location !== undefined) this.others.add(location);
    else if (s.kind === 'store' && s.lifetime === undefined) this.storesAnywhere = true;
    else this.writesAnywhere = true;
  }
}

/**
 * By thread, the locations of one cell that it alone writes: by stores of one width that name them, or by stores of
 * computed addresses, which it can compare (`aliased`).
 */
export function ownCells(program: Program): readonly ReadonlyMap<string, OwnCell>[] {
  const sizes = new Map(program.locations.map((of) => [of.name, of.shape?.size ?? of.initial.length]));
  const all = program.threads.map(({ body }) => {
    const writes = new Writes();
    forEachStatement(body, (s) => writes.note(s, sizes));
    return writes;
  });
  return all.map((writes, t) => {
    const own = new Map<string, OwnCell>();
    const rest = all.filter((_, other) => other !== t);
    if (writes.writesAnywhere || rest.some((w) => w.storesAnywhere || w.writesAnywhere)) return own;
    for (const { name, initial, uninitialised, gate } of program.locations) {
      const widths = writes.stores.get(name);
      if (widths?.size !== 1 || initial.length !== 1 || uninitialised === true || gate === true) continue;
      if (writes.others.has(name) || rest.some((w) => w.stores.has(name) || w.others.has(name))) continue;
      const last = `.last.${name}`;
      own.set(name, {
        last: register(last, widths.has(64) ? 64 : 32),
        name: last,
        initial: initial[0],
        mayBeAliased: writes.storesAnywhere,
      });
    }
    return own;
  });
}

/** The cell whose value the store may leave as it is. */
export const ownCellOf = (own: ReadonlyMap<string, OwnCell>, s: Statement): OwnCell | undefined => {
  const name = s.kind === 'store' ? namedIn(s) : undefined;
  return name === undefined ? undefined : own.get(name);
};

/** After a store of a computed address: the values it may have left in the thread's own cells. */
export const aliased = (own: ReadonlyMap<string, OwnCell>, s: StatementOf<'store'>): Statement[] =>
  [...own]
    .filter(([, { mayBeAliased }]) => mayBeAliased)
    .map(([location, { name }]) => ({
      kind: 'if',
      condition: binary('==', s.address, addressOf(location)),
      whenTrue: [{ kind: 'assign', target: name, value: storedValue(s) }],
      whenFalse: [],
    }));
