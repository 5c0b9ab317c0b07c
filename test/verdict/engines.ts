// Engines for tests of verdicts: the brute-force reference, and one that says what it is told to.

import type { ModelName, Outcome } from '../../src/execution/execution.js';
import type { Engine, EngineAnswer, EngineName } from '../../src/verdict/engine.js';
import { bruteForce } from '../reference/bruteForce.js';

export const noStatistics = { ms: 0 };

export const reference: Engine = {
  name: 'explicit',
  explore(program, model) {
    if (typeof model !== 'string') throw new Error('no machine');
    const { outcomes, complete, blocked } = bruteForce(program, model);
    return answerOf(
      [...outcomes].map((text) => text.split(',').map(Number)),
      { statistics: { ms: 0, executions: complete.size, blocked: blocked.size, redundant: 0 } },
    );
  },
};

export const answerOf = (outcomes: readonly Outcome[], rest: Partial<EngineAnswer> = {}): EngineAnswer => ({
  outcomes,
  findings: [],
  cutLoops: [],
  complete: true,
  statistics: noStatistics,
  ...rest,
});

export function scripted(
  name: EngineName,
  answers: Partial<Record<ModelName, EngineAnswer>>,
): Engine & { readonly asked: ModelName[] } {
  const asked: ModelName[] = [];
  return {
    name,
    asked,
    explore(_program, model) {
      if (typeof model !== 'string') throw new Error('no machine');
      asked.push(model);
      return answers[model] ?? answerOf([]);
    },
  };
}
