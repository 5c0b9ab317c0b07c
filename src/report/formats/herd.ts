// herd's log of a test, which mcompare7 reads: states, Ok or No, witnesses, the Observation. With several models a line says which.
// herd knows no findings. An execution that ends in one (a failed assertion) makes the verdict No and has a flag. In a program without a
// condition every execution must be right, so such an execution is a negative witness.

import { everyGroup, type FindingGroup, isLookedFor } from '../../execution/finding.js';
import { satisfies } from '../../verdict/condition.js';
import type { OutcomesVerdict } from '../../verdict/outcomes.js';
import { StateNames } from '../state.js';

/** Flags of a program under a model, beside its states and the findings. */
type Flags = (model: string) => readonly string[];

interface HerdOptions {
  readonly flags?: Flags;
  /** The findings that count as violations; all if absent. */
  readonly find?: readonly FindingGroup[];
}

export function herdText(
  { program, results }: OutcomesVerdict,
  { flags = () => [], find = everyGroup }: HerdOptions = {},
): string {
  const names = new StateNames(program);
  const formula = program.condition?.formula ?? { kind: 'true' as const };
  const isTrue = satisfies(program, formula);
  return results
    .map(({ answer, condition }) => {
      const wrong = answer.findings.filter(({ finding }) => isLookedFor(finding, find)).length;
      const positive = answer.outcomes.filter((outcome) => isTrue(outcome)).length;
      const failed = program.condition === undefined ? wrong : 0;
      const negative = answer.outcomes.length - positive + failed;
      const observation = failed === 0 ? condition.observation : positive === 0 ? 'Never' : 'Sometimes';
      const isVacuous = program.condition === undefined && answer.outcomes.length === 0;
      const kinds = new Set(answer.findings.map(({ finding }) => finding.kind));
      return [
        `Test ${program.name} ${kindOf(program.condition?.quantifier)}`,
        `States ${answer.outcomes.length}`,
        ...answer.outcomes.map((outcome) => names.state(outcome)),
        wrong > 0
          ? 'No'
          : isVacuous
            ? '??'
            : { holds: 'Ok', violated: 'No', unknown: '??' }[condition.verdict],
        'Witnesses',
        `Positive: ${positive} Negative: ${negative}`,
        ...[...kinds, ...flags(answer.model)].map((flag) => `Flag ${flag}`),
        ...(program.condition === undefined ? [] : [`Condition ${names.condition(program.condition)}`]),
        `Observation ${program.name} ${observation ?? 'unknown'} ${positive} ${negative}`,
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
