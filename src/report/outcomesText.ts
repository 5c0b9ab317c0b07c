// The answer of `diptych outcomes` for people: a table of final states, one column per model, then herd's verdict.

import { compareOutcomes, outcomeKey } from '../execution/execution.js';
import type { NativeVerdict } from '../native/verdict.js';
import type { Verdict } from '../verdict/condition.js';
import type { MarkedOutcome, OutcomesVerdict } from '../verdict/outcomes.js';
import { boundLines, engineLines, findingLines, incompleteLines, titleLine } from './notes.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { type Column, tableLines, widthOf } from './table.js';
import { wrapped } from './wrap.js';

export function outcomesText(
  file: string,
  verdict: OutcomesVerdict,
  unroll: number,
  style: Style,
  native?: NativeVerdict,
  verbose = false,
): string {
  const { program, results } = verdict;
  const names = new StateNames(program);
  const answers = results.map((result) => result.answer);
  const lines = [
    titleLine(file, program, style),
    ...stateLines(names, verdict, style, native),
    ...(native === undefined ? [] : nativeLines(names, native, style)),
    ...conditionLines(names, verdict, style),
    ...findingLines(program, answers, style),
    ...boundLines(program, answers, unroll, style),
    ...incompleteLines(answers, style),
    ...engineLines(names, program, answers, style, verbose),
  ];
  return `${lines.join('\n')}\n`;
}

interface Row {
  readonly marked: MarkedOutcome;
  readonly models: Set<string>;
}

function stateLines(
  names: StateNames,
  { results }: OutcomesVerdict,
  style: Style,
  native?: NativeVerdict,
): string[] {
  const rows = new Map<string, Row>();
  const counts = new Map(native?.states.map(({ outcome, count }) => [outcomeKey(outcome), count]));
  for (const { answer, outcomes } of results)
    for (const marked of outcomes) {
      const key = outcomeKey(marked.outcome);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { marked, models: new Set([answer.model]) });
      else row.models.add(answer.model);
    }
  for (const { outcome } of native?.states ?? [])
    if (!rows.has(outcomeKey(outcome)))
      rows.set(outcomeKey(outcome), { marked: { outcome, sc: false }, models: new Set() });
  if (rows.size === 0) return ['no execution runs to its end: there is no final state'];
  const observed = names.observed.length === 0 ? ['state'] : names.observed;
  const columns: Column[] = [
    ...observed.map((name): Column => ({ head: style.bold(printable(name)), align: 'right' })),
    ...results.map(({ answer }): Column => ({ head: style.bold(answer.model) })),
    ...(native === undefined ? [] : [{ head: style.bold('native'), align: 'right' } as const]),
    { head: '' },
  ];
  const ordered = [...rows.values()].sort((a, b) => compareOutcomes(a.marked.outcome, b.marked.outcome));
  const shown = ordered.map(({ marked, models }) => {
    const nonSc = marked.sc === false;
    const paint = nonSc ? style.yellow : (text: string): string => text;
    const values =
      names.observed.length === 0
        ? ['-']
        : names.observed.map((_, i) => String(names.shown(marked.outcome, i)));
    return [
      ...values.map(paint),
      ...results.map(({ answer }) =>
        models.has(answer.model) ? paint('yes') : answer.complete ? style.dim('-') : style.dim('?'),
      ),
      ...(native === undefined ? [] : [`${counts.get(outcomeKey(marked.outcome)) ?? style.dim('-')}`]),
      nonSc ? style.yellow('non-SC') : marked.sc === null ? style.dim('SC?') : '',
    ];
  });
  const table = tableLines(columns, shown);
  return style.isTerminal && table.some((line) => widthOf(line) > style.columns)
    ? shown.flatMap((row) => stateBlock(columns, row, observed.length, style))
    : table;
}

/** A row of a table that is too wide: the state as far as a line goes, and below it the models that reach it. */
function stateBlock(
  columns: readonly Column[],
  row: readonly string[],
  values: number,
  style: Style,
): string[] {
  const state = row.slice(0, values).map((value, i) => `${columns[i].head}=${value}`);
  const reached = row
    .slice(values)
    .map((said, i) => [columns[values + i].head, said].filter(Boolean).join('='));
  return [
    ...wrapped(state.join('; '), style.columns, ' '),
    ...wrapped(reached.filter(Boolean).join(' '), style.columns, '   '),
  ];
}

function nativeLines(names: StateNames, native: NativeVerdict, style: Style): string[] {
  const { runs, failures, judged, forbidden, toolchain, stopped } = native;
  const where =
    toolchain.emulator === undefined
      ? `this ${toolchain.architecture} processor${toolchain.mapping === undefined ? '' : ', in its instructions that keep the order of x86'}`
      : `${toolchain.architecture} emulated by ${toolchain.emulator}`;
  const remark = {
    'by tso': forbidden.length === 0 ? 'nothing outside TSO' : style.red('outside TSO'),
    'processor is weaker': 'weaker than TSO and PSO, so it may show more than they do',
    'tso is not known in full': 'not compared with TSO, which is not known in full',
  }[judged];
  return [
    `native: ${runs} runs${stopped === true ? ', then it was stopped,' : ''} on ${where}: ${remark}`,
    ...forbidden.map(({ outcome, count }) =>
      style.red(` TSO forbids ${names.state(outcome)} seen ${count} times`),
    ),
    ...failures.map(({ how, count }) => ` ${count} runs without a final state: ${how}`),
  ];
}

function conditionLines(names: StateNames, { program, results }: OutcomesVerdict, style: Style): string[] {
  if (program.condition === undefined) return [];
  const width = Math.max(...results.map(({ answer }) => answer.model.length));
  return [
    printable(names.condition(program.condition)),
    ...results.map(({ answer, condition }) => {
      const observation = condition.observation ?? 'unknown';
      const bounded = condition.decidedBy === undefined && answer.cutLoops.length > 0;
      return ` ${answer.model.padEnd(width)}  ${okText(condition.verdict, style)}  Observation ${printable(program.name)} ${observation}${bounded ? ' (up to a bound)' : ''}`;
    }),
  ];
}

/** herd's word for a verdict. */
function okText(verdict: Verdict, style: Style): string {
  switch (verdict) {
    case 'holds':
      return style.green('Ok');
    case 'violated':
      return style.red('No');
    case 'unknown':
      return style.yellow('??');
  }
}
