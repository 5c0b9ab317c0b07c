// The explicit engine as verdicts see it.

import type { Execution, ModelName, Witness } from '../execution/execution.js';
import { isSequentiallyConsistent } from '../execution/hb.js';
import { type Exploration, type CutLoop as ExploredLoop, explore } from '../explicit/explore.js';
import { bug } from '../program/diagnostic.js';
import type { Program } from '../program/program.js';
import { outcomeKey } from './answer.js';
import type { CutLoop, Engine, Limits } from './engine.js';

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
    return first(
      program,
      model,
      limits,
      ({ outcome: seen }) => seen !== undefined && outcomeKey(seen) === wanted,
    ).witness;
  },
  /** Looks at traces until one is not sequentially consistent. */
  robust(program, model, limits) {
    const start = performance.now();
    let traces = 0;
    const { witness, exploration } = first(program, model, limits, (execution) => {
      traces++;
      return !isSequentiallyConsistent(execution);
    });
    return {
      robust: witness !== undefined ? false : exploration?.complete === true ? true : null,
      ...(witness === undefined ? {} : { witness }),
      cutLoops: exploration?.cutLoops.map(cutLoop) ?? [],
      statistics: { ms: performance.now() - start, traces },
    };
  },
};

/** The first execution that is as wanted, or the exploration that did not find one. */
function first(
  program: Program,
  model: ModelName,
  limits: Limits,
  wanted: (execution: Execution) => boolean,
): { readonly witness?: Witness; readonly exploration?: Exploration } {
  const found = new Found();
  try {
    const exploration = explore(program, {
      model,
      ...limits,
      onExecution(build) {
        const witness = build();
        if (!wanted(witness.execution)) return;
        found.witness = witness;
        throw found;
      },
    });
    return { exploration };
  } catch (error) {
    if (error !== found || found.witness === undefined) throw error;
    return { witness: found.witness };
  }
}

/** Thrown to end an exploration that has shown what was wanted. */
class Found extends Error {
  witness: Witness | undefined;
}

export function cutLoop({ thread, statement }: ExploredLoop): CutLoop {
  if (statement.kind !== 'while') return bug(`a cut ${statement.kind} is no loop`);
  const { label, at } = statement;
  return { thread, label, ...(at === undefined ? {} : { at }) };
}
