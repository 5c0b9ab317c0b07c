// The explicit engine as verdicts see it.

import type { Outcome, Witness } from '../execution/execution.js';
import { cutsShort, type Finding } from '../execution/finding.js';
import { isSequentiallyConsistent } from '../execution/hb.js';
import { explore } from '../explicit/explore.js';
import { raceProgram } from '../explicit/monitors/races/raceProgram.js';
import { exploreParallel } from '../explicit/parallel/exploreParallel.js';
import { isSmall } from '../program/small.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { type Engine, guarded, shortfallOf } from './engine.js';

export const explicitEngine: Engine = {
  name: 'explicit',
  async explore(program, model, limits, show) {
    if (typeof model !== 'string') return bug(`there is no machine for the model ${model.name}`);
    const start = performance.now();
    const { jobs = 1 } = limits;
    const shownAlready = new Set<Finding>();
    const options = {
      model,
      symmetry: true,
      ...limits,
      onOutcome(outcome: Outcome, build: () => Witness) {
        const witness = build();
        show({ kind: 'outcome', outcome }, { execution: witness.execution, witness });
      },
      onFinding(finding: Finding, witness: Witness) {
        shownAlready.add(finding);
        show({ kind: 'finding', finding }, { execution: witness.execution, witness });
      },
    };
    limits.onPhase?.('exploring');
    const explored =
      jobs > 1 && limits.strategy === undefined
        ? await exploreParallel(program, options)
        : guarded(limits, () => explore(program, options), 'explicit', isSmall(program));
    const { outcomes, cutLoops, complete, executions, blocked, visited, redundant, before = 0 } = explored;
    const findings = explored.findings.map(({ finding, witness }) => ({
      finding,
      shown: { execution: witness.execution, witness },
    }));
    limits.onPhase?.('certifying');
    for (const { finding, shown } of findings)
      if (!shownAlready.has(finding)) show({ kind: 'finding', finding }, shown);
    return {
      outcomes,
      findings,
      cutLoops,
      complete,
      ...(complete ? {} : { shortfall: shortfallOf(limits, visited) }),
      statistics: {
        ms: before + performance.now() - start,
        executions,
        blocked,
        ...(visited < executions + blocked ? { visited, symmetry: (executions + blocked) / visited } : {}),
        redundant,
      },
    };
  },
  races(program, limits) {
    const start = performance.now();
    limits.onPhase?.('exploring');
    const { exploration, races } = guarded(limits, () => raceProgram(program, limits));
    const { complete, cutLoops, executions, blocked, findings } = exploration;
    return {
      races: races.map(({ race, witness }) => ({ race, shown: { execution: witness.execution, witness } })),
      cutShort: findings.map(({ finding }) => finding).filter(cutsShort),
      cutLoops,
      complete,
      ...(complete ? {} : { shortfall: shortfallOf(limits, executions + blocked) }),
      statistics: { ms: performance.now() - start, executions, blocked },
    };
  },
  /** Looks at traces until one is not sequentially consistent. */
  robust(program, model, limits) {
    const start = performance.now();
    let found: Witness | undefined;
    limits.onPhase?.('exploring');
    const { complete, cutLoops, executions, blocked } = guarded(
      limits,
      () =>
        explore(program, {
          model,
          symmetry: true,
          ...limits,
          onDoubtful(build) {
            const witness = build();
            if (!isSequentiallyConsistent(witness.execution)) found = witness;
          },
          isEnough: () => found !== undefined,
        }),
      'explicit',
      isSmall(program),
    );
    const traces = executions + blocked;
    return {
      robust: found !== undefined ? false : complete ? true : null,
      ...present({ witness: found }),
      cutLoops: found === undefined ? cutLoops : [],
      ...(found === undefined && !complete ? { shortfall: shortfallOf(limits, traces) } : {}),
      statistics: { ms: performance.now() - start, traces },
    };
  },
};
