// The report of a disagreement: everything needed to reproduce it (docs/witness.md).

import type { Program } from '../program/program.js';
import type { ModelAnswer } from '../verdict/answer.js';
import { storedProgram } from '../verdict/witnessFile.js';
import { differenceText } from './differences.js';
import { findingJson, loopsJson, stateJson } from './json.js';
import { StateNames } from './state.js';

export const disagreementFormat = 'diptych-disagreement';

interface DisagreementContext {
  readonly versions: Readonly<Record<string, string>>;
  /** The file the program was read from. */
  readonly file: string;
  /** The command and its options, without the file. */
  readonly command: readonly string[];
  /** The command that asks again. */
  readonly replay: string;
}

/** `answer` is what the command prints as JSON; `answers` what the engines said, where the command keeps it. */
export function disagreementJson(
  program: Program,
  answer: object,
  answers: readonly ModelAnswer[],
  context: DisagreementContext,
): object {
  const names = new StateNames(program);
  return {
    format: disagreementFormat,
    message:
      'The engines of diptych contradict each other. This is a bug in diptych: please report it with this file.',
    ...context,
    program: storedProgram(program),
    differences: answers.flatMap(({ model, differences }) =>
      differences.map((difference) => `${model}: ${differenceText(names, program, difference)}`),
    ),
    executions: answers.flatMap(({ differences }) =>
      differences.flatMap((difference) => {
        if (difference.kind !== 'certificate') return [];
        const { foundBy, claim, flaw, shown } = difference;
        const { execution, witness } = shown;
        const { co, blocked } = execution;
        const plain = { ...execution, co: [...co], blocked: [...blocked] };
        return [{ foundBy, claim, flaw, execution: plain, schedule: witness?.schedule ?? null }];
      }),
    ),
    engines: answers.map(({ model, engines }) => ({
      model,
      ...Object.fromEntries(
        [...engines].map(([name, { outcomes, findings, cutLoops, complete }]) => [
          name,
          {
            complete,
            outcomes: outcomes.map((outcome) => stateJson(names, outcome)),
            findings: findings.map(({ finding }) => findingJson(finding)),
            bounded: loopsJson(program, cutLoops),
          },
        ]),
      ),
    })),
    answer,
  };
}
