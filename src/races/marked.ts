// What a program says of its accesses, as a whole: rewritten for a litmus test, which is about races by its nature, and
// asked whether its atomics are strong enough for the theorem that a program without data races has SC behaviours only.

import type { Program } from '../program/program.js';
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

/** Whether every atomic access is seq_cst (locks and fences aside): then no data race means that TSO and PSO add nothing. */
export function onlySeqCst(program: Program): boolean {
  let only = true;
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'load' || s.kind === 'store')
        only &&= s.order === undefined || s.order === 'volatile' || s.order === 'seq_cst';
      if (s.kind === 'rmw') only &&= s.order === 'seq_cst' && (s.failure ?? 'seq_cst') === 'seq_cst';
    });
  return only;
}
