// The declared orders of all accesses of a program. For a litmus test, which races by nature, they are rewritten. For
// the theorem that a data-race-free program has SC behaviour only, they are checked to be strong enough.

import { type Expr, forEachNode } from '../program/expression.js';
import type { Program } from '../program/program.js';
import { rewriteBody } from '../program/rewrite.js';
import { forEachStatement, type Statement, targetsOf } from '../program/statement.js';

/**
 * Plain and volatile accesses become relaxed atomics. Statements that allocate, free and initialise stay as they are.
 */
export function withAtomicAccesses(program: Program): Program {
  const threads = program.threads.map((thread) => ({ ...thread, body: thread.body.map(marked) }));
  return { ...program, threads };
}

function marked(s: Statement): Statement {
  switch (s.kind) {
    case 'load':
    case 'store':
      return s.order === undefined || s.order === 'volatile' ? { ...s, order: 'relaxed' } : s;
    case 'if':
      return { ...s, whenTrue: s.whenTrue.map(marked), whenFalse: s.whenFalse.map(marked) };
    case 'atomic':
    case 'block':
    case 'while':
      return { ...s, body: s.body.map(marked) };
    case 'assume':
      return s.awaits === undefined ? s : { ...s, awaits: { ...s.awaits, body: s.awaits.body.map(marked) } };
    default:
      return s;
  }
}

/**
 * Whether every atomic store of the program is seq_cst (locks, conditions and fences aside). Then the absence of
 * data races means that TSO and PSO add nothing. Loads may have any order: no machine delays them, and weaker ones
 * order less, so there are more races. A waiter stores to its condition's gate between locking and
 * unlocking the mutex, which are fences. Atomic sections, of which semaphores are made, are fences too, whatever the
 * orders of their accesses. The library's notes about joined threads are ordered by the join, or the program misuses it.
 */
export function onlySeqCstStores(program: Program): boolean {
  const gates = new Set(program.locations.flatMap(({ name, gate }) => (gate === true ? [name] : [])));
  const notes = new Set(program.locations.map(({ name }) => name).filter((name) => ofJoins.test(name)));
  const isGate = (address: Expr): boolean => {
    let found = false;
    if (gates.size > 0)
      forEachNode(address, (node) => {
        found ||= node.kind === 'address' && gates.has(node.location);
      });
    return found;
  };
  let only = true;
  for (const { body } of program.threads) {
    const isNote = addressesIn(body, notes);
    const outside = rewriteBody(body, (s) => (s.kind === 'atomic' ? [] : undefined));
    forEachStatement(outside, (s) => {
      if (s.kind !== 'store' && s.kind !== 'rmw') return;
      if (isGate(s.address) || isNote(s.address)) return;
      only &&=
        s.kind === 'rmw'
          ? s.order === 'seq_cst' && (s.failure ?? 'seq_cst') === 'seq_cst'
          : s.order === undefined || s.order === 'volatile' || s.order === 'seq_cst';
    });
  }
  return only;
}

const ofJoins = /^library\.(?:released|result)@/;

/** Tells addresses that can only be those of certain locations. */
function addressesIn(body: readonly Statement[], locations: ReadonlySet<string>): (address: Expr) => boolean {
  if (locations.size === 0) return () => false;
  const others = new Set<string>();
  const assigned = new Map<string, Expr[]>();
  forEachStatement(body, (s) => {
    if (s.kind === 'assign') assigned.set(s.target, [...(assigned.get(s.target) ?? []), s.value]);
    else for (const name of targetsOf(s)) others.add(name);
  });
  const isOne = (e: Expr, around: ReadonlySet<string>): boolean => {
    switch (e.kind) {
      case 'const':
        return true;
      case 'address':
        return locations.has(e.location);
      case 'register':
        return (
          !others.has(e.name) &&
          assigned.has(e.name) &&
          (around.has(e.name) ||
            (assigned.get(e.name) ?? []).every((value) => isOne(value, new Set([...around, e.name]))))
        );
      case 'unary':
        return isOne(e.operand, around);
      case 'binary':
        return isOne(e.left, around) && isOne(e.right, around);
      case 'conditional':
        return isOne(e.whenTrue, around) && isOne(e.whenFalse, around);
    }
  };
  return (address) => address.kind !== 'const' && isOne(address, new Set());
}
