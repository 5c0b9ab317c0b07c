// The answer of `diptych explain` for people: which models allow the final state, an execution of one that does, the cycles of
// one that does not, and what makes the difference.

import type { Event } from '../../execution/event.js';
import type { ForbiddenCycle, Refutation } from '../../execution/refutation.js';
import type { Program } from '../../program/program.js';
import { droppedEdges, type ExplainVerdict, type ModelExplanation } from '../../verdict/explain.js';
import type { WantedFinding } from '../../verdict/wantedFinding.js';
import type { WantedState } from '../../verdict/wantedState.js';
import { shownLines } from '../executionText.js';
import { boundLines, engineLines, incompleteLines, titleLine } from '../notes.js';
import { findingText, placeText } from '../places.js';
import { StateNames } from '../state.js';
import { printable, type Style } from '../style.js';
import { tableLines } from '../table.js';
import { unfinishedLines } from '../unfinished.js';
import { eventText, threadName } from '../witness.js';
import { wrapped } from '../wrap.js';
import { cycleRows } from './cycle.js';

export function explainText(
  file: string,
  verdict: ExplainVerdict,
  unroll: number,
  style: Style,
  verbose = false,
): string {
  const { program, results, wanted } = verdict;
  const names = new StateNames(program);
  const answers = results.map(({ answer }) => answer);
  const lines = [
    titleLine(file, program, style),
    printable(wantedText(wanted)),
    ...verdictLines(results, style),
    ...forbiddenLines(names, verdict, style),
    ...allowedLines(names, verdict, style),
    ...uncountedLines(verdict),
    ...boundLines(program, answers, unroll, style),
    ...unfinishedLines(program, results, unroll, style),
    ...incompleteLines(answers, style),
    ...engineLines(names, program, answers, style, verbose),
  ];
  return `${lines.join('\n')}\n`;
}

/** The state, or what is asked for in its place. */
export const wantedText = ({ text, finding }: WantedState): string =>
  finding === undefined ? text : findingWords(finding.wanted);

function findingWords({ named, line, file }: WantedFinding): string {
  const what = named === undefined ? 'any finding' : `a finding of the kind ${named}`;
  if (line === undefined) return what;
  return `${what} in ${file === undefined ? `line ${line}` : `${file}:${line}`}`;
}

/** An execution that ends in something else than a failed assertion has no final state that could be the wanted one. */
function uncountedLines({ program, results, wanted }: ExplainVerdict): string[] {
  if (wanted.finding !== undefined) return [];
  const models = new Map<string, string[]>();
  for (const { model, answer } of results)
    for (const { finding } of answer.findings) {
      const text = findingText(program, finding);
      models.set(text, [...(models.get(text) ?? []), model]);
    }
  return [...models].map(
    ([text, under]) =>
      `not counted under ${under.join(', ')}: executions without a final state, which end in ${text} (--finding explains them)`,
  );
}

function verdictLines(results: readonly ModelExplanation[], style: Style): string[] {
  const word = (possible: boolean | null): string =>
    possible === null ? style.yellow('unknown') : possible ? style.green('possible') : style.red('forbidden');
  return tableLines(
    [{ head: '' }, { head: '' }, { head: '' }],
    results.map(({ model, possible, answer }) => [
      model,
      word(possible),
      possible === false && answer.cutLoops.length > 0 ? 'up to a bound' : '',
    ]),
  ).slice(1);
}

function allowedLines(names: StateNames, { program, allowed }: ExplainVerdict, style: Style): string[] {
  if (allowed === undefined) return [];
  const { model, finding } = allowed;
  const ending =
    finding === undefined ? '' : `, in an execution that ends in ${findingText(program, finding)}`;
  return [
    style.bold(`${model} allows it${ending}, step by step:`),
    ...shownLines(names, program, allowed.shown, style),
  ];
}

function forbiddenLines(names: StateNames, verdict: ExplainVerdict, style: Style): string[] {
  const { program, forbidden, wanted, results } = verdict;
  if (forbidden === undefined) return [];
  const { model, refutation } = forbidden;
  if (wanted.finding !== undefined && results.every(({ possible }) => possible === false))
    return ['no model allows it'];
  if (wanted.finding !== undefined && refutation === undefined)
    return [style.dim('which cycle forbids it is told of failed assertions, with the symbolic engine')];
  if (refutation === undefined)
    return [style.dim(`which cycle forbids it under ${model} is for the symbolic engine to say`)];
  const cycles = sameInWords(names, program, refutation);
  return [
    ...wrapped(style.bold(reasonText(model, refutation, cycles.length)), style.columns),
    ...cycles
      .slice(0, mostCycles)
      .flatMap(({ lines, candidates }, i) => [
        ...(cycles.length === 1
          ? []
          : [style.bold(`cycle ${i + 1}${refutation.counted ? `, in ${candidates} of them` : ''}:`)]),
        ...lines,
      ]),
    ...(cycles.length > mostCycles ? [style.dim(`and ${cycles.length - mostCycles} more`)] : []),
    ...wrapped(differenceText(names, verdict, refutation) ?? '', style.columns),
  ];
}

/** Rounds of a loop are different events of the same lines. */
function sameInWords(
  names: StateNames,
  program: Program,
  { cycles }: Refutation,
): { lines: readonly string[]; candidates: number }[] {
  const found = new Map<string, { lines: readonly string[]; candidates: number }>();
  for (const cycle of cycles) {
    const lines = cycleLines(names, program, cycle);
    const known = found.get(lines.join('\n'));
    if (known === undefined) found.set(lines.join('\n'), { lines, candidates: cycle.candidates });
    else known.candidates += cycle.candidates;
  }
  return [...found.values()];
}

/** More are in the JSON output. */
const mostCycles = 5;

/** `sc forbids it: there is one way to get there (...), and it has a cycle:` */
function reasonText(
  model: string,
  { cycles, complete, counted, assuming }: Refutation,
  different: number,
): string {
  if (cycles.length === 0)
    return complete
      ? 'no model allows it: no choice of sources for the loads and no order of the stores gives these values'
      : `${model} forbids it; there was no time to look for the reason`;
  const count = cycles.reduce((sum, { candidates }) => sum + candidates, 0);
  const way = assuming.length === 0 ? 'way' : 'coherent way';
  const choice = '(a source for each load, and an order of the stores to each location)';
  const have = different === 1 ? 'this cycle' : `one of ${different} cycles`;
  if (!complete)
    return `${model} forbids it. Not every ${way} to get there ${choice} was looked at; those that were have ${have}:`;
  if (!counted) return `${model} forbids it: every ${way} to get there ${choice} has ${have}:`;
  return count === 1
    ? `${model} forbids it: there is one ${way} to get there ${choice}, and it has a cycle:`
    : `${model} forbids it: there are ${count} ${way}s to get there ${choice}, and each has ${have}:`;
}

function cycleLines(names: StateNames, program: Program, cycle: ForbiddenCycle): string[] {
  return [
    ...tableLines(
      [{ head: '' }, { head: '' }, { head: '' }, { head: '' }],
      cycleRows(cycle).map(({ event, relation, fences }) => [
        placeText(program, event.thread, event.at),
        printable(eventText(names, program, event)),
        relation,
        relationText(relation, fences),
      ]),
    ).slice(1),
    ` forbidden by the axiom ${cycle.axiom}`,
  ];
}

function relationText(relation: string, fences: readonly Event[]): string {
  switch (relation) {
    case 'po':
      return 'is followed by';
    case 'rf':
      return 'is read by';
    case 'co':
      return 'is overwritten by';
    case 'fr':
      return 'reads a value overwritten by';
    case 'fence': {
      const lines = fences.flatMap(({ at }) => (at === undefined ? [] : [at.line]));
      return `is kept${lines.length === 0 ? '' : ` by line ${lines.join(' and ')}`} before`;
    }
    default:
      return relation;
  }
}

/** The edges of the cycles that the first weaker model drops. */
function differenceText(
  names: StateNames,
  { program, results, forbidden }: ExplainVerdict,
  { cycles }: Refutation,
): string | undefined {
  const weaker = results.slice(results.findIndex(({ model }) => model === forbidden?.model) + 1);
  const allowing = weaker.find(({ possible }) => possible === true);
  if (allowing === undefined)
    return cycles.length > 0 && weaker.length > 0 && weaker.every(({ possible }) => possible === false)
      ? 'No weaker model allows it either.'
      : undefined;
  const dropped = cycles.flatMap((cycle) =>
    droppedEdges(allowing.model, cycle).map(({ from, to }) => [
      cycle.candidate.events[from],
      cycle.candidate.events[to],
    ]),
  );
  if (dropped.length === 0) return undefined;
  const pairs = dropped.map(
    ([from, to]) =>
      `${threadName(program, from.thread)} ${eventText(names, program, from)} before ${eventText(names, program, to)}`,
  );
  const why = new Set(
    dropped.map(([, to]) =>
      to.kind === 'R'
        ? 'a load may go ahead of a store that is still in the buffer'
        : 'stores to different locations may change places',
    ),
  );
  const list = [...new Set(pairs)].slice(0, mostCycles);
  return printable(
    `${allowing.model} allows it because it does not keep ${list.join(', nor ')}: ${[...why].join(', and ')}.`,
  );
}
