// The answer of `diptych fences` as text: the additions and their places, as a table and as a diff, and for each
// addition an execution that goes wrong without it.

import { hbCycle } from '../../execution/hb.js';
import type { Editable } from '../../program/editable.js';
import type { Example, Repair, RepairResult } from '../../repair/repair.js';
import type { Verification } from '../../repair/verification.js';
import { claimText } from '../differences.js';
import { witnessLines } from '../executionText.js';
import { cutText, titleLine, unrollText } from '../notes.js';
import { placeText } from '../places.js';
import { cycleSteps } from '../robustText.js';
import { StateNames } from '../state.js';
import { printable, type Style } from '../style.js';
import { tableLines } from '../table.js';
import { eventText } from '../witness.js';
import { unifiedDiff } from './unifiedDiff.js';
import { additionText, candidatePlace, sourceText, threadsAt } from './words.js';

export function fencesText(
  file: string,
  editable: Editable,
  results: readonly RepairResult[],
  unroll: number,
  style: Style,
): string {
  const lines = [
    titleLine(file, editable.program, style),
    ...results.flatMap((result) => resultLines(editable, result, unroll, style)),
  ];
  return `${lines.join('\n')}\n`;
}

function resultLines(editable: Editable, result: RepairResult, unroll: number, style: Style): string[] {
  const { model, goal, answer } = result;
  const what = goal === 'robust' ? `${model} robustness` : `${model} assertions`;
  const effort = effortLine(result, style);
  switch (answer.kind) {
    case 'none-needed':
      return [
        `${what}: ${style.green('none needed')}${confirmation(answer.verification)}`,
        ...boundLines(editable, answer.verification, unroll, style),
        effort,
      ];
    case 'repaired':
      return [
        ...answer.repairs.flatMap((repair, i) => [
          `${what}: ${style.green(sizeText(editable, repair))}${answer.repairs.length > 1 ? ` (${i + 1} of ${answer.repairs.length})` : ''}, none cheaper${confirmation(repair.verification)}`,
          ...boundLines(editable, repair.verification, unroll, style),
          ...repairLines(editable, repair, i === 0, style),
        ]),
        effort,
      ];
    case 'fails-under-sc':
      return [
        `${what}: ${style.red('no fence helps')}: it goes wrong under sc already`,
        ...exampleLines(answer.example, style),
        effort,
      ];
    case 'no-place':
      return [
        `${what}: ${style.red('no fence helps')}: with fences at all ${editable.places.length} places between statements it still goes wrong`,
        ...exampleLines(answer.example, style),
        effort,
      ];
    case 'disagreement':
      return [`${what}: ${style.red('the engines disagree')}. This is a bug in diptych`, effort];
    case 'unknown':
      return [
        `${what}: ${noAnswer(result, style)}${answer.confirmedBy.length === 0 ? '' : `: a repair was confirmed by ${answer.confirmedBy.join(', ')} alone`}`,
        effort,
      ];
  }
}

export const noAnswer = ({ isOutOfTime }: RepairResult, style: Style): string =>
  `${style.yellow('no answer')}${isOutOfTime ? ': the time limit was reached (a longer --timeout, or a smaller --unroll, may help)' : ''}`;

export const effortLine = ({ rounds, clauses, candidates, ms }: RepairResult, style: Style): string =>
  style.dim(
    `${count(rounds, 'round')}, ${count(clauses, 'clause')} over ${count(candidates, 'candidate')} · ${(ms / 1000).toFixed(1)} s`,
  );

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

export const confirmation = ({ confirmedBy, silent }: Verification): string => {
  if (confirmedBy.length === 0) return '';
  const alone = silent.length === 0 ? '' : ` alone, ${silent.join(' and ')} has no answer`;
  return `; verified by ${confirmedBy.join(' and ')}${alone}`;
};

/** `2 full fences and 1 store-store fence, cost 5` */
function sizeText({ candidates }: Editable, { choices, cost }: Repair): string {
  const counts = new Map<string, number>();
  for (const { candidate } of choices) {
    const name = additionText[candidates[candidate].add];
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, n]) => count(n, name));
  return `${parts.join(' and ')}, cost ${cost}`;
}

export function boundLines(
  editable: Editable,
  { bounded }: Verification,
  unroll: number,
  style: Style,
): string[] {
  const lines = bounded.map(
    (loop) =>
      `${style.yellow('up to a bound')}: ${cutText(editable.program, loop)}${unrollText(editable.program, loop, unroll)}`,
  );
  return [...new Set(lines)];
}

function repairLines(editable: Editable, repair: Repair, shown: boolean, style: Style): string[] {
  const { candidates } = editable;
  const chosen = repair.choices.map(({ candidate }) => candidate);
  const diff = editable.edit(chosen).map(unifiedDiff).join('');
  return [
    ...tableLines(
      [
        { head: 'add' },
        { head: 'place' },
        { head: '' },
        { head: 'threads' },
        { head: 'breaks', align: 'right' },
      ],
      repair.choices.map(({ candidate, breaks }) => [
        additionText[candidates[candidate].add],
        candidatePlace(candidates[candidate]),
        printable(sourceText(editable, candidates[candidate])),
        threadsAt(editable, candidates[candidate]).join(', '),
        `${breaks}`,
      ]),
    ),
    '',
    ...diff.replace(/\n$/, '').split('\n'),
    '',
    ...(shown
      ? repair.choices.flatMap(({ candidate, without }) =>
          without === undefined
            ? []
            : [
                style.bold(
                  `without the ${additionText[candidates[candidate].add]} ${candidatePlace(candidates[candidate])} (${threadsAt(editable, candidates[candidate]).join(', ')})`,
                ),
                ...exampleLines(without, style),
              ],
        )
      : []),
  ];
}

/** The cycle of an execution that is not sequentially consistent; any other step by step. */
export function exampleLines({ program, claim, witness }: Example, style: Style): string[] {
  const names = new StateNames(program, witness.execution);
  if (claim.kind === 'hb-cycle') {
    const cycle = hbCycle(witness.execution) ?? [];
    return [
      style.dim(`happens-before cycle under ${witness.model}:`),
      ...tableLines(
        [{ head: '' }, { head: '' }, { head: '' }],
        cycleSteps({ cycle, witness }).map(({ event, relation }) => [
          placeText(program, event.thread, event.at),
          printable(eventText(names, program, event)),
          relation,
        ]),
      ).slice(1),
    ];
  }
  const what =
    claim.kind === 'outcome' ? `final state ${names.state(claim.outcome)}` : claimText(names, program, claim);
  return [`${style.red(what)}, under ${witness.model}:`, ...witnessLines(names, program, witness, style)];
}
