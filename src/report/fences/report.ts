// The answer of `diptych fences` as a report for other programs (formats/item.ts): the fences that are missing, with the change
// that puts them in.

import type { Editable } from '../../program/editable.js';
import type { RepairResult } from '../../repair/repair.js';
import { type FileReport, placeOf, type ReportCase, type ReportItem } from '../formats/item.js';
import { additionText, candidatePlace } from './words.js';

export function fencesReport(
  file: string,
  editable: Editable,
  results: readonly RepairResult[],
): Omit<FileReport, 'file' | 'seconds'> {
  const items = results.map((result) => itemOf(file, editable, result));
  return {
    items: items.filter((item) => item !== undefined),
    cases: results.map(
      ({ model, goal, answer }, i): ReportCase => ({
        name: `fences for ${goal === 'robust' ? 'robustness' : 'assertions'} under ${model}`,
        result: resultOf(answer.kind),
        message: items[i]?.message ?? '',
      }),
    ),
  };
}

/** That fences are missing is a failure, even though it is known which. */
function resultOf(kind: RepairResult['answer']['kind']): ReportCase['result'] {
  switch (kind) {
    case 'none-needed':
      return 'passed';
    case 'repaired':
    case 'fails-under-sc':
    case 'no-place':
      return 'failed';
    case 'disagreement':
      return 'error';
    case 'unknown':
      return 'skipped';
  }
}

function itemOf(
  file: string,
  editable: Editable,
  { model, goal, answer }: RepairResult,
): ReportItem | undefined {
  const what = goal === 'robust' ? `robustness against ${model}` : `its assertions under ${model}`;
  const at = { place: { file }, models: [model], steps: [] };
  switch (answer.kind) {
    case 'none-needed':
      return undefined;
    case 'repaired': {
      const [{ choices }] = answer.repairs;
      const chosen = choices.map(({ candidate }) => editable.candidates[candidate]);
      const list = chosen.map((one) => `a ${additionText[one.add]} ${candidatePlace(one)}`);
      return {
        ...at,
        rule: 'missing-fence',
        level: 'warning',
        message: `${what} needs ${list.join(', ')}`,
        place: placeOf(file, chosen.at(0)?.source),
        related: chosen.slice(1).map((one, i) => ({ text: list[i + 1], place: placeOf(file, one.source) })),
        changes: editable.edit(choices.map(({ candidate }) => candidate)),
      };
    }
    case 'fails-under-sc':
    case 'no-place':
      return { ...at, rule: 'no-fence-helps', level: 'error', message: `no fence gives ${what}` };
    case 'disagreement':
      return {
        ...at,
        rule: 'disagreement',
        level: 'error',
        message: 'the engines disagree: a bug in diptych',
      };
    case 'unknown':
      return { ...at, rule: 'no-answer', level: 'note', message: `no answer within the limits: ${what}` };
  }
}
