// What a program says of its accesses, as a whole: rewritten for a litmus test, which is about races by its nature, and
// asked whether its atomics are strong enough for the theorem that a program without data races has SC behaviours only.

import { type Expr, forEachNode } from '../program/expression.js';
import type { Program } from '../program/program.js';
import { rewriteBody } from '../program/rewrite.js';
import { forEachStatement, type Statement } from '../program/statement.js';

/** Plain and volatile accesses become relaxed atomics; what allocates, frees and initialises stays what it is. */
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
 * Whether every atomic access of the program is seq_cst (locks, conditions and fences aside): then no data race means that TSO and
 * PSO add nothing. What waits for a condition stores to its gate between locking and unlocking the mutex, which are fences. So are atomic
 * sections, of which semaphores and their kin are made, whatever they say of the accesses in them.
 */
export function onlySeqCst(program: Program): boolean {
  const gates = new Set(program.locations.flatMap(({ name, gate }) => (gate === true ? [name] : [])));
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
    const outside = rewriteBody(body, (s) => (s.kind === 'atomic' ? [] : undefined));
    forEachStatement(outside, (s) => {
      if ((s.kind !== 'load' && s.kind !== 'store' && s.kind !== 'rmw') || isGate(s.address)) return;
      only &&=
        s.kind === 'rmw'
          ? s.order === 'seq_cst' && (s.failure ?? 'seq_cst') === 'seq_cst'
          : s.order === undefined || s.order === 'volatile' || s.order === 'seq_cst';
    });
  }
  return only;
}
