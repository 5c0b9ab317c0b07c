// The explicit engine as verdicts see it.

import { type CutLoop as ExploredLoop, explore } from '../explicit/explore.js';
import { bug } from '../program/diagnostic.js';
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
};

function cutLoop({ thread, statement }: ExploredLoop): CutLoop {
  if (statement.kind !== 'while') return bug(`a cut ${statement.kind} is no loop`);
  const { label, at } = statement;
  return { thread, label, ...(at === undefined ? {} : { at }) };
}
