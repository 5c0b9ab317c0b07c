// The answers of commands as reports for other programs (item.ts).

import type { Evidence } from '../../execution/execution.js';
import { findingPlaceKey } from '../../execution/finding.js';
import { reordered } from '../../execution/reordering.js';
import type { Program } from '../../program/program.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { CheckVerdict } from '../../verdict/check.js';
import type { OutcomesVerdict } from '../../verdict/outcomes.js';
import type { RobustVerdict } from '../../verdict/robust.js';
import { findingText } from '../places.js';
import { cycleSteps } from '../robustText.js';
import { StateNames } from '../state.js';
import { eventText } from '../witness.js';
import { type FileReport, placeOf, type ReportCase, type ReportItem, stepsOf } from './item.js';

type Report = Omit<FileReport, 'seconds' | 'file'>;

export function checkReport(file: string, { program, results }: CheckVerdict): Report {
  const names = new StateNames(program);
  const items = new Map<string, ReportItem>();
  const add = (key: string, model: string, item: Omit<ReportItem, 'models'>): void => {
    const known = items.get(key);
    items.set(
      key,
      known === undefined ? { ...item, models: [model] } : { ...known, models: [...known.models, model] },
    );
  };
  for (const { answer, condition, decisive, verdict } of results) {
    for (const { finding, shown } of answer.findings)
      add(findingPlaceKey(finding), answer.model, {
        rule: finding.kind,
        level: 'error',
        message: findingText(program, finding),
        place: placeOf(file, finding.at),
        steps: stepsOf(file, program, shown),
        ...delayedPart(file, program, shown),
      });
    if (condition.verdict === 'violated')
      add('condition', answer.model, {
        rule: 'condition',
        level: 'error',
        message:
          condition.decidedBy === undefined
            ? `no execution satisfies ${conditionText(names, program)}`
            : `${conditionText(names, program)} is violated by ${names.state(condition.decidedBy)}`,
        place: { file },
        steps: stepsOf(file, program, decisive),
        ...delayedPart(file, program, decisive),
      });
    if (verdict === 'unknown')
      add('unknown', answer.model, {
        rule: 'no-answer',
        level: 'note',
        message: 'no answer within the limits',
        place: { file },
        steps: [],
      });
  }
  const cases = results.map(({ answer, verdict }): ReportCase => {
    const own = [...items.values()].filter(({ models }) => models.includes(answer.model));
    const message = own.map((item) => item.message).join('\n');
    return { name: `check under ${answer.model}`, message, result: resultOf(verdict) };
  });
  return { items: [...items.values()], cases };
}

/** A longer execution is not searched for reorderings: that takes a while. */
const mostEvents = 500;

/** The stores that waited in a buffer while a later access of their thread took effect, where that is why it is possible. */
function delayedPart(
  file: string,
  program: Program,
  evidence: Evidence | undefined,
): Pick<ReportItem, 'related'> {
  const witness = evidence?.witness;
  if (witness === undefined || witness.model === 'sc' || witness.execution.events.length > mostEvents)
    return {};
  const names = new StateNames(program, witness.execution);
  const related = (reordered(witness)?.reorderings ?? []).map(({ store, overtakes }) => ({
    text: `${eventText(names, program, store)} waits in the store buffer while ${eventText(names, program, overtakes)} takes effect`,
    place: placeOf(file, store.at),
  }));
  return related.length === 0 ? {} : { related };
}

const resultOf = (verdict: 'holds' | 'violated' | 'unknown'): ReportCase['result'] =>
  (({ holds: 'passed', violated: 'failed', unknown: 'skipped' }) as const)[verdict];

const conditionText = (names: StateNames, program: Program): string =>
  program.condition === undefined ? 'the condition' : names.condition(program.condition);

export function robustReport(file: string, { program, results }: RobustVerdict): Report {
  const items = results.flatMap(({ model, robust, nonSc }): ReportItem[] => {
    if (robust === null)
      return [
        {
          rule: 'no-answer',
          level: 'note',
          message: `no answer under ${model}`,
          place: { file },
          models: [model],
          steps: [],
        },
      ];
    if (nonSc === undefined) return [];
    const cycle = cycleSteps(nonSc);
    const names = new StateNames(program, nonSc.witness.execution);
    const text = cycle
      .map(
        ({ event, relation }) =>
          `${program.threads[event.thread]?.name} ${eventText(names, program, event)} ${relation}`,
      )
      .join('; ');
    return [
      {
        rule: 'not-robust',
        level: 'warning',
        message: `not robust against ${model}: ${text}`,
        place: placeOf(file, cycle[0]?.event.at),
        models: [model],
        steps: stepsOf(file, program, { execution: nonSc.witness.execution, witness: nonSc.witness }),
      },
    ];
  });
  const cases = results.map(
    ({ model, robust }): ReportCase => ({
      name: `robust against ${model}`,
      result: robust === null ? 'skipped' : robust ? 'passed' : 'failed',
      message: items.find((item) => item.models.includes(model))?.message ?? '',
    }),
  );
  return { items, cases };
}

/** A list of states is no verdict, but a state that only a weak machine reaches is worth a note. */
export function outcomesReport(file: string, { program, results }: OutcomesVerdict): Report {
  const names = new StateNames(program);
  const items = results.flatMap(({ answer, outcomes, kept }) =>
    outcomes.flatMap(({ outcome, sc }): ReportItem[] => {
      if (sc !== false) return [];
      const shown = kept.find((one) => one.outcome.join() === outcome.join())?.shown;
      return [
        {
          rule: 'non-sc-state',
          level: 'note',
          message: `reaches ${names.state(outcome)} under ${answer.model}, not under sc`,
          place: { file },
          models: [answer.model],
          steps: stepsOf(file, program, shown),
        },
      ];
    }),
  );
  const cases = results.map(
    ({ answer }): ReportCase => ({
      name: `outcomes under ${answer.model}`,
      result: answer.differences.length > 0 ? 'error' : answer.complete ? 'passed' : 'skipped',
      message: answer.complete ? '' : 'not all final states are known',
    }),
  );
  return { items, cases };
}

/** A file that could not be asked about. */
export function errorReport(file: string, { code, message, line, column, file: where }: Diagnostic): Report {
  const text = `${message} [${code}]`;
  return {
    items: [
      {
        rule: 'bad-input',
        level: 'error',
        message: text,
        place: { file: where ?? file, ...present({ line, column }) },
        models: [],
        steps: [],
      },
    ],
    cases: [{ name: 'read', result: 'error', message: text }],
  };
}
