// Failed assertions as ends of the process, for questions about final states: a thread whose assertion fails notes which one it was
// and ends the process, so that the state it leaves is a final state (processEnd.ts). Without this, an execution that ends in a
// failed assertion has none.

import { addressOf, binary, constant, unary } from './expression.js';
import type { ThreadId } from './identity.js';
import type { Program } from './program.js';
import { withBodies } from './rewrite.js';
import type { Statement, StatementOf } from './statement.js';

/** A cell for each assertion: 1 if it failed. */
export const failureLocation = 'failed assertion';

export interface FailedAssertion {
  readonly thread: ThreadId;
  readonly assertion: StatementOf<'assert'>;
}

interface WithFailures {
  readonly program: Program;
  /** By the cell that says that it failed. */
  readonly assertions: readonly FailedAssertion[];
}

const cache = new WeakMap<Program, WithFailures>();

/** The same program if it has no assertions. */
export function failuresAsEnds(program: Program): WithFailures {
  const made = cache.get(program) ?? transformed(program);
  cache.set(program, made);
  return made;
}

function transformed(program: Program): WithFailures {
  const assertions: FailedAssertion[] = [];
  /** Statements that inlining and unrolling made of one assertion of a thread share its cell. */
  const cells = new Map<string, number>();
  const cellOf = (thread: ThreadId, assertion: StatementOf<'assert'>): number => {
    const { at, message, finding } = assertion;
    const key = JSON.stringify([thread, at, message, finding]);
    const cell = cells.get(key) ?? assertions.length;
    if (cell === assertions.length) assertions.push({ thread, assertion });
    cells.set(key, cell);
    return cell;
  };
  const rewrite = (body: readonly Statement[], thread: ThreadId, inAtomic: boolean): readonly Statement[] =>
    body.map((s) =>
      s.kind === 'assert'
        ? failing(s, cellOf(thread, s), inAtomic)
        : withBodies(s, (inner) => rewrite(inner, thread, inAtomic || s.kind === 'atomic')),
    );
  const threads = program.threads.map((thread, t) => ({ ...thread, body: rewrite(thread.body, t, false) }));
  if (assertions.length === 0) return { program, assertions };
  const cell = { name: failureLocation, initial: assertions.map(() => 0), array: true };
  return { program: { ...program, threads, locations: [...program.locations, cell] }, assertions };
}

/** An atomic section does not contain another. */
function failing({ condition, at }: StatementOf<'assert'>, cell: number, inAtomic: boolean): Statement {
  const place = at === undefined ? {} : { at };
  const address =
    cell === 0 ? addressOf(failureLocation) : binary('+', addressOf(failureLocation), constant(cell));
  const note: Statement = { kind: 'store', address, value: constant(1), ...place };
  return {
    kind: 'if',
    condition: unary('!', condition),
    whenTrue: [
      inAtomic ? note : { kind: 'atomic', body: [note], ...place },
      { kind: 'assume', condition: constant(0), exits: true, ...place },
    ],
    whenFalse: [],
    ...place,
  };
}
