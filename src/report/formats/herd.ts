// herd's log of a test, which mcompare7 reads: states, Ok or No, witnesses, the Observation. With several models a line says which.

import { satisfies } from '../../verdict/condition.js';
import type { OutcomesVerdict } from '../../verdict/outcomes.js';
import { StateNames } from '../state.js';

/** Flags of a program under a model, beside its states. */
export type Flags = (model: string) => readonly string[];

export function herdText({ program, results }: OutcomesVerdict, flags: Flags = () => []): string {
  const names = new StateNames(program);
  const formula = program.condition?.formula ?? { kind: 'true' as const };
  const isTrue = satisfies(program, formula);
  return results
    .map(({ answer, condition }) => {
      const positive = answer.outcomes.filter((outcome) => isTrue(outcome)).length;
      const negative = answer.outcomes.length - positive;
      return [
        `Test ${program.name} ${kindOf(program.condition?.quantifier)}`,
        `States ${answer.outcomes.length}`,
        ...answer.outcomes.map((outcome) => names.state(outcome)),
        { holds: 'Ok', violated: 'No', unknown: '??' }[condition.verdict],
        'Witnesses',
        `Positive: ${positive} Negative: ${negative}`,
        ...flags(answer.model).map((flag) => `Flag ${flag}`),
        ...(program.condition === undefined ? [] : [`Condition ${names.condition(program.condition)}`]),
        `Observation ${program.name} ${condition.observation ?? 'unknown'} ${positive} ${negative}`,
        ...(results.length > 1 ? [`Model ${answer.model}`] : []),
        '',
      ].join('\n');
    })
    .join('\n');
}

function kindOf(quantifier: 'exists' | 'not exists' | 'forall' | undefined): string {
  switch (quantifier) {
    case 'exists':
      return 'Allowed';
    case 'not exists':
      return 'Forbidden';
    default:
      return 'Required';
  }
}
