// The answer of `diptych check` for people: a verdict per model, what is wrong and how to get there.

import { findingKey } from '../execution/finding.js';
import type { CheckVerdict, ModelCheck } from '../verdict/check.js';
import type { Verdict } from '../verdict/condition.js';
import { boundLines, engineLines, findingLines, incompleteLines, titleLine } from './notes.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { witnessLines } from './witness.js';

export function checkText(file: string, verdict: CheckVerdict, unroll: number, style: Style): string {
  const { program, results } = verdict;
  const names = new StateNames(program);
  const answers = results.map((result) => result.answer);
  const bounded = new Map(results.map((result) => [result.answer, result.bounded]));
  const lines = [
    titleLine(file, program, style),
    ...(program.condition === undefined ? [] : [printable(names.condition(program.condition))]),
    ...verdictLines(results, style),
    ...findingLines(program, answers, style),
    ...findingWitnessLines(names, verdict),
    ...boundLines(program, answers, unroll, style, (answer) => bounded.get(answer) ?? []),
    ...incompleteLines(answers, style),
    ...engineLines(names, answers, style),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictLines(results: readonly ModelCheck[], style: Style): string[] {
  const width = Math.max(...results.map(({ answer }) => answer.model.length));
  return results.map(({ answer, verdict, condition, bounded }) => {
    const upTo = verdict !== 'unknown' && bounded.length > 0 ? ' up to a bound' : '';
    return ` ${answer.model.padEnd(width)}  ${verdictText(verdict, style)}${upTo}  ${condition.observation ?? 'unknown'}`;
  });
}

function verdictText(verdict: Verdict, style: Style): string {
  const padded = verdict.padEnd('violated'.length);
  switch (verdict) {
    case 'holds':
      return style.green(padded);
    case 'violated':
      return style.red(padded);
    case 'unknown':
      return style.yellow(padded);
  }
}

/** One witness per finding, under the first model that has it. */
function findingWitnessLines(names: StateNames, { program, results }: CheckVerdict): string[] {
  const shown = new Set<string>();
  const lines: string[] = [];
  for (const { answer } of results)
    for (const { finding, witness } of answer.findings) {
      const key = findingKey(finding);
      if (witness === undefined || shown.has(key)) continue;
      shown.add(key);
      lines.push(`${finding.kind} under ${answer.model}, step by step:`);
      lines.push(...witnessLines(names, program, witness));
    }
  return lines;
}
