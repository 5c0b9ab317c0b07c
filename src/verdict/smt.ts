// The questions to the symbolic engine as SMT-LIB 2 text: one query per model, and per question if a command has two,
// with (reset) in between.

import type { Formula } from '../program/condition.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import { dumpSmt } from '../symbolic/dump.js';
import { conditionOf } from './condition.js';
import { forFinalStates, type Limits, type Model, modelName } from './engine.js';
import { smtSeparator } from './smtSeparator.js';

/** Are there final states at all? */
export const outcomesSmt = (program: Program, models: readonly Model[], limits: Limits): string =>
  dump(program, models, limits, [['a final state is reachable', { kind: 'true' }]]);

/** Is a final state reachable that decides the condition, and can anything go wrong? */
export function checkSmt(program: Program, models: readonly Model[], limits: Limits): string {
  const { quantifier, formula } = conditionOf(program);
  const decisive: Formula = quantifier === 'forall' ? { kind: 'not', operand: formula } : formula;
  return dump(program, models, limits, [
    ...(program.condition === undefined
      ? []
      : ([[`a final state is reachable that decides: ${quantifier}`, decisive]] as const)),
    ['an assertion fails, or something else goes wrong', 'finding'],
  ]);
}

function dump(
  program: Program,
  models: readonly Model[],
  limits: Limits,
  questions: readonly (readonly [string, Formula | 'finding'])[],
): string {
  const { unroll, encoding } = limits;
  return models
    .flatMap((model) =>
      questions.map(([meaning, question]) => {
        const asked = forFinalStates(program, limits, model);
        const options = { model, unroll, ...present({ encoding }) };
        return `; ${oneLine(program.name)} under ${oneLine(modelName(model))}, sat iff ${meaning}\n${dumpSmt(asked, question, options)}`;
      }),
    )
    .join(smtSeparator);
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
