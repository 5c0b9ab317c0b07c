// The answer of `diptych fences --redundant` for people: which fences can go, and why the others cannot.

import type { Editable } from '../../program/editable.js';
import type { Choice, RepairResult } from '../../repair/repair.js';
import type { Verification } from '../../repair/verification.js';
import { titleLine } from '../notes.js';
import { printable, type Style } from '../style.js';
import { tableLines } from '../table.js';
import { boundLines, confirmation, count, effortLine, exampleLines, noAnswer } from './text.js';
import { unifiedDiff } from './unifiedDiff.js';
import { additionText, sourceText, threadsAt } from './words.js';

export function redundantText(
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
  const all = editable.candidates.length;
  const effort = effortLine(result, style);
  if (all === 0) return [`${what}: it has no fence to remove`];
  switch (answer.kind) {
    case 'none-needed':
      return [...versionLines(editable, what, [], answer.verification, unroll, style), effort];
    case 'repaired':
      return [
        ...answer.repairs.flatMap(({ choices, verification }) =>
          versionLines(editable, what, choices, verification, unroll, style),
        ),
        effort,
      ];
    case 'fails-under-sc':
    case 'no-place':
      return [
        `${what}: ${style.red('it goes wrong with all its fences')}`,
        ...exampleLines(answer.example, style),
        effort,
      ];
    case 'disagreement':
      return [`${what}: ${style.red('the engines disagree')}. This is a bug in diptych`, effort];
    case 'unknown':
      return [`${what}: ${noAnswer(result, style)}`, effort];
  }
}

function versionLines(
  editable: Editable,
  what: string,
  kept: readonly Choice[],
  verification: Verification,
  unroll: number,
  style: Style,
): string[] {
  const { candidates } = editable;
  const stays = new Set(kept.map(({ candidate }) => candidate));
  const gone = candidates.length - stays.size;
  const verdict =
    gone === 0
      ? style.green(`none of ${count(candidates.length, 'fence')} can go`)
      : style.green(`${gone} of ${count(candidates.length, 'fence')} can go`);
  const diff = editable
    .edit([...stays])
    .map(unifiedDiff)
    .join('');
  return [
    `${what}: ${verdict}${gone === 0 ? '' : ', not more'}${confirmation(verification)}`,
    ...boundLines(editable, verification, unroll, style),
    ...tableLines(
      [{ head: '' }, { head: 'fence' }, { head: 'place' }, { head: '' }, { head: 'threads' }],
      candidates.map((candidate, c) => [
        stays.has(c) ? 'stays' : 'goes',
        additionText[candidate.add],
        `${candidate.source.file ?? 'line'}${candidate.source.file === undefined ? ' ' : ':'}${candidate.source.line}`,
        printable(sourceText(editable, candidate)),
        threadsAt(editable, candidate).join(', '),
      ]),
    ).slice(1),
    ...(diff === '' ? [] : ['', ...diff.replace(/\n$/, '').split('\n'), '']),
    ...kept.flatMap(({ candidate, without }) =>
      without === undefined
        ? []
        : [
            style.bold(
              `without the ${additionText[candidates[candidate].add]} of line ${candidates[candidate].source.line}`,
            ),
            ...exampleLines(without, style),
          ],
    ),
  ];
}
