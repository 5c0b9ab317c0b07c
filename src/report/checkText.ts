// The answer of `diptych check` for people: a verdict per model, what is wrong and how to get there.

import type { Witness } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import type { CheckVerdict } from '../verdict/check.js';
import type { Verdict } from '../verdict/condition.js';
import { boundLines, engineLines, findingLines, findingText, incompleteLines, titleLine } from './notes.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { tableLines } from './table.js';
import { witnessLines } from './witness.js';

export function checkText(file: string, verdict: CheckVerdict, unroll: number, style: Style): string {
  const { program, results } = verdict;
  const names = new StateNames(program);
  const answers = results.map((result) => result.answer);
  const bounded = new Map(results.map((result) => [result.answer, result.bounded]));
  const lines = [
    titleLine(file, program, style),
    ...(program.condition === undefined ? [] : [printable(names.condition(program.condition))]),
    ...verdictLines(verdict, style),
    ...findingLines(program, answers, style),
    ...stepLines(names, verdict),
    ...boundLines(program, answers, unroll, style, (answer) => bounded.get(answer) ?? []),
    ...incompleteLines(answers, style),
    ...engineLines(names, answers, style),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictLines({ program, results }: CheckVerdict, style: Style): string[] {
  return tableLines(
    [{ head: '' }, { head: '' }, { head: '' }],
    results.map(({ answer, verdict, condition, bounded }) => [
      answer.model,
      `${verdictText(verdict, style)}${verdict !== 'unknown' && bounded.length > 0 ? ' up to a bound' : ''}`,
      program.condition === undefined ? '' : (condition.observation ?? 'unknown'),
    ]),
  ).slice(1);
}

function verdictText(verdict: Verdict, style: Style): string {
  switch (verdict) {
    case 'holds':
      return style.green(verdict);
    case 'violated':
      return style.red(verdict);
    case 'unknown':
      return style.yellow(verdict);
  }
}

/** One execution per finding, and one that violates the condition, each under the first model that has it. */
function stepLines(names: StateNames, { program, results }: CheckVerdict): string[] {
  const shown = new Set<string>();
  const lines: string[] = [];
  const show = (what: string, key: string, witness: Witness | undefined): void => {
    if (witness === undefined || shown.has(key)) return;
    shown.add(key);
    lines.push(`${what} under ${witness.model}, step by step:`, ...witnessLines(names, program, witness));
  };
  for (const { answer, condition, counterexample } of results) {
    for (const { finding, witness } of answer.findings)
      show(findingText(program, finding), findingKey(finding), witness);
    if (condition.decidedBy !== undefined)
      show(`the condition is violated by ${names.state(condition.decidedBy)}`, '', counterexample);
  }
  return lines;
}
