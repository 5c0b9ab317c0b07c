// Adds registers to a program that tell whether a round of a loop changed memory. Each statement that may change memory
// is followed by an assignment to the register of its loop. A read-modify-write that wrote back what it read has changed
// nothing (docs/spin-loops.md).

import { binary, constant, type Expr, register, unary } from './expression.js';
import { notedStore, type OwnCells } from './quietStores.js';
import { rewriteBody } from './rewrite.js';
import { fetchExpr } from './rmw.js';
import { forEachStatement, type Statement, type StatementOf } from './statement.js';

const lasting: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'store',
  'spawn',
  'join',
  'lock',
  'unlock',
  'alloc',
  'free',
]);

/** A round with such a statement counts as one that changed memory. Callers except stores to their own cells. */
export const isLasting = (s: Statement): boolean =>
  lasting.has(s.kind) || (s.kind === 'load' && s.until !== undefined);

/** Whether `body` has a statement that may change memory. */
export function mayAffect(body: readonly Statement[]): boolean {
  let affects = false;
  forEachStatement(body, (s) => {
    if (s.kind === 'rmw' || isLasting(s)) affects = true;
  });
  return affects;
}

/** The value that the cell holds after an access of this width has stored `value`. */
function cut(value: Expr, { width = 32 }: StatementOf<'rmw'>): Expr {
  if (width >= 32) return value;
  return unary(width === 8 ? 'sext8' : 'sext16', value);
}

/** Whether a read-modify-write that read `old` leaves another value in the cell. */
function changes(s: StatementOf<'rmw'>, old: Expr, wholeCells: boolean): Expr {
  const { op } = s;
  switch (op.kind) {
    case 'xchg':
      return wholeCells ? binary('!=', old, cut(op.value, s)) : constant(1);
    case 'fetch':
      return wholeCells ? binary('!=', old, cut(fetchExpr(op.op, old, op.value), s)) : constant(1);
    case 'cas': {
      const succeeds = binary('==', old, cut(op.expected, s));
      return wholeCells ? binary('&&', succeeds, binary('!=', old, cut(op.desired, s))) : succeeds;
    }
  }
}

interface NotedEffects {
  /** Names a register for the value that a read-modify-write read, until the assignment to the flags uses it. */
  readonly scratch: (width: 32 | 64) => string;
  readonly wholeCells: boolean;
  /** The cells whose last value the thread keeps in a register. Storing that value again changes nothing. */
  readonly own: OwnCells;
}

/** `body` in which each statement that changes memory sets all `flags`. `loop` rewrites each loop in `body`. */
export function noteEffects(
  body: readonly Statement[],
  flags: readonly string[],
  { scratch, wholeCells, own }: NotedEffects,
  loop: (s: StatementOf<'while'>) => readonly Statement[],
): readonly Statement[] {
  const setBy = (changed: Expr): Statement[] =>
    flags.map((target) => ({ kind: 'assign', target, value: binary('||', register(target), changed) }));
  const noted = (s: Statement): readonly Statement[] | undefined => {
    const cells = own(s);
    if (cells !== undefined && s.kind === 'store') {
      const { changes, keeps } = notedStore(s, cells);
      return [s, ...setBy(changes), ...keeps];
    }
    if (flags.length === 0) return undefined;
    if (isLasting(s))
      return [s, ...flags.map((target): Statement => ({ kind: 'assign', target, value: constant(1) }))];
    if (s.kind !== 'rmw') return undefined;
    const width = s.width === 64 ? 64 : 32;
    const kept = scratch(width);
    const old = register(kept, width);
    const changed = changes(s, old, wholeCells);
    return [
      { ...s, target: kept },
      ...setBy(changed),
      ...(s.target === undefined ? [] : [{ kind: 'assign', target: s.target, value: old } as const]),
    ];
  };
  return rewriteBody(body, (s) => {
    if (s.kind === 'while') return loop(s);
    if (s.kind !== 'atomic') return noted(s);
    const inner = rewriteBody(s.body, noted);
    return [inner === s.body ? s : { ...s, body: inner }];
  });
}
