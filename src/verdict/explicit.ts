// The explicit engine as verdicts see it.

import type { Witness } from '../execution/execution.js';
import { type CutLoop as ExploredLoop, explore } from '../explicit/explore.js';
import { bug } from '../program/diagnostic.js';
import { outcomeKey } from './answer.js';
import type { CutLoop, Engine } from './engine.js';

export const explicitEngine: Engine = {
  name: 'explicit',
  explore(program, model, limits) {
    const { outcomes, findings, cutLoops, complete, ms, executions, blocked, redundant } = explore(program, {
      model,
      ...limits,
    });
    return {
      outcomes,
      findings,
      cutLoops: cutLoops.map(cutLoop),
      complete,
      statistics: { ms, executions, blocked, redundant },
    };
  },
  witness(program, model, limits, outcome) {
    const wanted = outcomeKey(outcome);
    const found = new Found();
    try {
      explore(program, {
        model,
        ...limits,
        onExecution(build) {
          const witness = build();
          const seen = witness.execution.outcome;
          if (seen === undefined || outcomeKey(seen) !== wanted) return;
          found.witness = witness;
          throw found;
        },
      });
    } catch (error) {
      if (error !== found) throw error;
    }
    return found.witness;
  },
};

/** Thrown to end an exploration that has shown what was wanted. */
class Found extends Error {
  witness: Witness | undefined;
}

function cutLoop({ thread, statement }: ExploredLoop): CutLoop {
  if (statement.kind !== 'while') return bug(`a cut ${statement.kind} is no loop`);
  const { label, at } = statement;
  return { thread, label, ...(at === undefined ? {} : { at }) };
}
