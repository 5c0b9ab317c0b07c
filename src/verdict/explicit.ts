// The explicit engine as verdicts see it.

import type { Execution, ModelName, Outcome, Witness } from '../execution/execution.js';
import { isSequentiallyConsistent } from '../execution/hb.js';
import { type Exploration, type CutLoop as ExploredLoop, explore } from '../explicit/explore.js';
import { exploreParallel } from '../explicit/parallel/exploreParallel.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { type CutLoop, type Engine, type Limits, shortfallOf } from './engine.js';

export const explicitEngine: Engine = {
  name: 'explicit',
  async explore(program, model, limits, show) {
    if (typeof model !== 'string') return bug(`there is no machine for the model ${model.name}`);
    const start = performance.now();
    const { jobs = 1 } = limits;
    const options = {
      model,
      ...limits,
      onOutcome(outcome: Outcome, build: () => Witness) {
        const witness = build();
        show({ kind: 'outcome', outcome }, { execution: witness.execution, witness });
      },
    };
    const explored =
      jobs > 1 && limits.strategy === undefined
        ? await exploreParallel(program, options)
        : explore(program, options);
    const { outcomes, cutLoops, complete, executions, blocked, redundant } = explored;
    const findings = explored.findings.map(({ finding, witness }) => ({
      finding,
      shown: { execution: witness.execution, witness },
    }));
    for (const { finding, shown } of findings) show({ kind: 'finding', finding }, shown);
    return {
      outcomes,
      findings,
      cutLoops: cutLoops.map(cutLoop),
      complete,
      ...(complete ? {} : { shortfall: shortfallOf(limits, executions + blocked) }),
      statistics: { ms: performance.now() - start, executions, blocked, redundant },
    };
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
