// The answer of `diptych check` as text: a verdict per model, the findings, and an execution that shows one.

import type { Evidence } from '../execution/execution.js';
import { findingKey, isLookedFor } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { Decided } from '../verdict/askEngines.js';
import type { CheckVerdict } from '../verdict/check.js';
import type { ConditionAnswer, Verdict } from '../verdict/condition.js';
import { modelName } from '../verdict/engine.js';
import { claimText } from './differences.js';
import { shownLines } from './executionText.js';
import { boundLines, engineLines, findingLines, incompleteLines, titleLine } from './notes.js';
import { findingText } from './places.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { tableLines } from './table.js';
import { unfinishedLines } from './unfinished.js';

export function checkText(
  file: string,
  verdict: CheckVerdict,
  unroll: number,
  style: Style,
  { verbose = false, allTraces = false }: { readonly verbose?: boolean; readonly allTraces?: boolean } = {},
): string {
  const { program, results, find } = verdict;
  const names = new StateNames(program);
  const answers = results.map((result) => result.answer);
  const bounded = new Map(results.map((result) => [result.answer, result.bounded]));
  const lines = [
    titleLine(file, program, style),
    ...(program.condition === undefined ? [] : [printable(names.condition(program.condition))]),
    ...verdictLines(verdict, style),
    ...findingLines(program, answers, style, (finding) => isLookedFor(finding, find)),
    ...stepLines(names, verdict, style, allTraces),
    ...boundLines(program, answers, unroll, style, (answer) => bounded.get(answer) ?? []),
    ...unfinishedLines(program, results, unroll, style),
    ...incompleteLines(answers, style),
    ...engineLines(names, program, answers, style, verbose),
  ];
  return `${lines.join('\n')}\n`;
}

/** Of a search that goes on. */
export const violationLine = (program: Program, { model, engine, claim }: Decided): string =>
  `violated under ${modelName(model)}, found by the ${engine} engine: ${printable(claimText(new StateNames(program), program, claim))}; the search continues`;

function verdictLines({ program, results }: CheckVerdict, style: Style): string[] {
  return tableLines(
    [{ head: '' }, { head: '' }, { head: '' }],
    results.map(({ answer, verdict, condition, bounded }) => [
      answer.model,
      `${verdictText(verdict, style)}${verdict !== 'unknown' && bounded.length > 0 ? ' up to a bound' : ''}`,
      program.condition === undefined ? '' : observationText(condition),
    ]),
  ).slice(1);
}

/** `Never: forbidden, expected allowed` */
function observationText({ observation, condition, verdict }: ConditionAnswer): string {
  if (observation === null) return 'unknown';
  if (condition.quantifier === 'forall') return observation;
  const said = observation === 'Never' ? 'forbidden' : 'allowed';
  const expected = condition.quantifier === 'exists' ? 'allowed' : 'forbidden';
  return `${observation}: ${said}${verdict === 'violated' ? `, expected ${expected}` : ''}`;
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

/** An execution that shows what is wrong; `all`: one for each finding, under the first model that has it. */
function stepLines(
  names: StateNames,
  { program, results, find }: CheckVerdict,
  style: Style,
  all: boolean,
): string[] {
  const seen = new Set<string>();
  const lines: string[] = [];
  const show = (what: string, key: string, model: string, shown: Evidence | undefined): void => {
    if (shown === undefined || seen.has(key)) return;
    seen.add(key);
    if (!all && seen.size > 1) return;
    lines.push(
      `${what} under ${model}, ${shown.witness === undefined ? 'an execution' : 'step by step'}:`,
      ...shownLines(names, program, shown, style),
    );
  };
  for (const { answer, condition, decisive } of results) {
    const [counted, beside] = partition(answer.findings, ({ finding }) => isLookedFor(finding, find));
    for (const { finding, shown } of all ? [...counted, ...beside] : counted)
      show(findingText(program, finding), findingKey(finding), answer.model, shown);
    if (condition.verdict === 'violated' && condition.decidedBy !== undefined)
      show(`the condition is violated by ${names.state(condition.decidedBy)}`, '', answer.model, decisive);
  }
  const others = seen.size - 1;
  if (!all && others > 0) lines.push(`${others} more execution${others === 1 ? '' : 's'} with --all-traces`);
  return lines;
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))];
}
