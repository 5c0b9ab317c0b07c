// Locals that became registers, and the errors in using one: it may have no value yet, or its function may have returned. The possible
// states of each cell at a statement are computed over the thread's structured code. If a bad state is possible, a register holds the
// state at run time and an assertion checks it.

import { goneWords } from '../../../../program/addressNames.js';
import { binary, constant, type Expr, register } from '../../../../program/expression.js';
import type { AssertedFinding, Lifetime, SourceSpan, Statement } from '../../../../program/statement.js';
import { present } from '../../../../support/present.js';
import { zero } from '../fold.js';

/** Sets of states, as bits. */
const unset = 1;
const set = 2;
const gone = 4;
/** A lock that was destroyed: a cell without a value, and reading it is another finding. */
const destroyed = 8;

type States = Map<string, number>;

/** The states in which a load or store may find its cell. */
interface Lifetimes {
  readonly found: ReadonlyMap<Statement, number>;
  /** The cells whose state must be kept. */
  readonly kept: ReadonlySet<string>;
}

/** `cellOf` names the register of a promoted cell. */
export function lifetimesIn(
  body: readonly Statement[],
  cellOf: (s: Statement) => string | undefined,
): Lifetimes {
  const found = new Map<Statement, number>();
  const kept = new Set<string>();
  const exits = new Map<string, States[]>();
  const continues = new Map<string, States[]>();

  const access = (s: Statement, cell: string, states: States): void => {
    const before = states.get(cell) ?? unset;
    if (s.kind === 'store' && (s.lifetime === 'begins' || s.lifetime === 'ends')) {
      states.set(cell, stateAfter(s.lifetime));
      return;
    }
    const asks = s.kind === 'load' && s.has !== undefined;
    const bad = s.kind === 'store' ? gone : unset | gone | destroyed;
    if ((before & bad) !== 0) {
      kept.add(cell);
      found.set(s, (found.get(s) ?? 0) | before);
    }
    if (s.kind === 'store') states.set(cell, stateAfter(s.lifetime));
    else if (!asks) states.set(cell, set);
    else if ((before & gone) !== 0) states.set(cell, before & ~gone);
  };
  const walk = (statements: readonly Statement[], start: States | undefined): States | undefined => {
    let states = start;
    for (const s of statements) {
      if (states === undefined) return undefined;
      states = step(s, states);
    }
    return states;
  };
  const step = (s: Statement, states: States): States | undefined => {
    const cell = cellOf(s);
    if (cell !== undefined) access(s, cell, states);
    switch (s.kind) {
      case 'if':
        return joined([walk(s.whenTrue, new Map(states)), walk(s.whenFalse, states)]);
      case 'atomic':
        return walk(s.body, states);
      case 'block': {
        exits.set(s.label, []);
        const end = walk(s.body, states);
        return joined([end, ...(exits.get(s.label) ?? [])]);
      }
      case 'while':
        for (let entry = states; ; ) {
          exits.set(s.label, []);
          continues.set(s.label, []);
          const end = walk(s.body, new Map(entry));
          const again = joined([entry, end, ...(continues.get(s.label) ?? [])]) ?? entry;
          if (same(again, entry)) return joined([entry, ...(exits.get(s.label) ?? [])]);
          entry = again;
        }
      case 'break':
        exits.get(s.label)?.push(states);
        return undefined;
      case 'continue':
        continues.get(s.label)?.push(states);
        return undefined;
      default:
        return states;
    }
  };
  walk(body, new Map());
  return { found, kept };
}

function joined(paths: readonly (States | undefined)[]): States | undefined {
  const alive = paths.filter((path) => path !== undefined);
  if (alive.length === 0) return undefined;
  const result: States = new Map();
  for (const path of alive)
    for (const cell of path.keys())
      if (!result.has(cell))
        result.set(
          cell,
          alive.reduce((bits, other) => bits | (other.get(cell) ?? unset), 0),
        );
  return result;
}

const same = (a: States, b: States): boolean =>
  a.size === b.size && [...a].every(([cell, bits]) => b.get(cell) === bits);

/** Registers start at 0, so 0 stands for the state `unset`. */
const held = (state: number): number => (state === unset ? 0 : state);

function stateAfter(lifetime: Lifetime | undefined): number {
  if (lifetime === undefined) return set;
  return lifetime === 'ends' ? gone : lifetime === 'destroys' ? destroyed : unset;
}

const stateOf = (cell: string): string => `?${cell}`;

/** The assertions a load or store of a promoted cell needs before it. */
export function checksFor(s: Statement, cell: string, { found }: Lifetimes): Statement[] {
  const states = found.get(s);
  if (states === undefined) return [];
  const at = present({ at: s.at });
  const check = (bad: number, message: string, finding: AssertedFinding): Statement[] => {
    if ((states & bad) === 0) return [];
    const state = register(stateOf(cell));
    const condition = states === bad ? zero : binary('!=', state, constant(held(bad)));
    return [{ kind: 'assert', condition, message, finding, ...at }];
  };
  return [
    ...check(gone, `use of ${cell} ${goneWords.left}`, 'use-after-free'),
    ...(asksOrStores(s)
      ? []
      : [
          ...check(destroyed, `use of ${cell} ${goneWords.destroyed}`, 'use-after-free'),
          ...check(unset, `${cell} has no value yet`, 'uninitialised-read'),
        ]),
  ];
}

const asksOrStores = (s: Statement): boolean =>
  s.kind === 'store' || (s.kind === 'load' && s.has !== undefined);

/** Whether a load that asks for it finds a value. */
export function hasValue(s: Statement, cell: string, { found }: Lifetimes): Expr {
  const states = found.get(s) ?? set;
  if ((states & (unset | destroyed)) === 0) return constant(1);
  return (states & set) === 0 ? zero : binary('==', register(stateOf(cell)), constant(set));
}

/** Keeps the state of the cell, where that is asked for. */
export function keepState(
  cell: string,
  lifetime: Lifetime | undefined,
  lifetimes: Lifetimes,
  at: SourceSpan | undefined,
): Statement[] {
  if (!lifetimes.kept.has(cell)) return [];
  return [
    {
      kind: 'assign',
      target: stateOf(cell),
      value: constant(held(stateAfter(lifetime))),
      ...present({ at }),
    },
  ];
}
