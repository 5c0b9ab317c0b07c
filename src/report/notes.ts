// The lines every answer in text shares: its title, what was found beside final states, what was cut or not finished,
// and what the engines did.

import type { ModelName } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { CutLoop } from '../verdict/engine.js';
import type { StateNames } from './state.js';
import { printable, type Style } from './style.js';

export function titleLine(file: string, program: Program, style: Style): string {
  return `${style.bold(printable(program.name))}  ${style.dim(printable(file))}`;
}

/** `P1 at line 12`, `P1 at lib.h:3` */
export function placeText(program: Program, thread: number, at: SourceSpan | undefined): string {
  const name = program.threads[thread]?.name ?? `thread ${thread}`;
  if (at === undefined) return name;
  return at.file === undefined ? `${name} at line ${at.line}` : `${name} at ${at.file}:${at.line}`;
}

/** Groups what the models have in common: `tso, pso  assertion failed ...`. */
function byModel<T>(
  answers: readonly ModelAnswer[],
  items: (answer: ModelAnswer) => readonly T[],
  key: (item: T) => string,
): { models: ModelName[]; item: T }[] {
  const groups = new Map<string, { models: ModelName[]; item: T }>();
  for (const answer of answers)
    for (const item of items(answer)) {
      const group = groups.get(key(item));
      if (group === undefined) groups.set(key(item), { models: [answer.model], item });
      else group.models.push(answer.model);
    }
  return [...groups.values()];
}

/** `assertion: count == 1 (P1 at line 12)` */
export const findingText = (program: Program, finding: Finding): string =>
  `${finding.kind}: ${printable(finding.message)} (${placeText(program, finding.thread, finding.at)})`;

export function findingLines(program: Program, answers: readonly ModelAnswer[], style: Style): string[] {
  return byModel(
    answers,
    (answer) => answer.findings,
    (found) => findingKey(found.finding),
  ).map(
    ({ models, item: { finding } }) =>
      `${style.red('found')} under ${models.join(', ')}: ${findingText(program, finding)}`,
  );
}

export function boundLines(
  program: Program,
  answers: readonly ModelAnswer[],
  unroll: number,
  style: Style,
  loops: (answer: ModelAnswer) => readonly CutLoop[] = (answer) => answer.cutLoops,
): string[] {
  return byModel(answers, loops, (loop) => `${loop.thread} ${loop.label}`).map(
    ({ models, item }) =>
      `${style.yellow('up to a bound')}: the loop of ${placeText(program, item.thread, item.at)} was cut under ${models.join(', ')} (--unroll ${unroll})`,
  );
}

export function incompleteLines(answers: readonly ModelAnswer[], style: Style): string[] {
  const models = answers.filter((answer) => !answer.complete).map((answer) => answer.model);
  return models.length === 0
    ? []
    : [
        `${style.yellow('incomplete')} under ${models.join(', ')}: not everything was explored, there may be more`,
      ];
}

/** `explicit  sc/tso/pso: 3/4/4 executions, 0/0/0 blocked, 0.2/0.3/0.3 ms` */
export function engineLines(names: StateNames, answers: readonly ModelAnswer[], style: Style): string[] {
  const engines = [...new Set(answers.flatMap((answer) => [...answer.engines.keys()]))];
  const models = answers.map((answer) => answer.model).join('/');
  const lines = engines.map((engine) => {
    const statistics = answers.map(
      (answer): Record<string, number> => ({
        ...answer.engines.get(engine)?.statistics,
      }),
    );
    const keys = [...new Set(statistics.flatMap((s) => Object.keys(s)))].sort(timeLast);
    const parts = keys.map((key) => `${statistics.map((s) => countText(s[key])).join('/')} ${key}`);
    return style.dim(`${engine}  ${models}: ${parts.join(', ')}`);
  });
  if (engines.length > 1 && answers.every((answer) => answer.differences.length === 0))
    lines.push(style.dim(`engines agree on ${models}`));
  for (const answer of answers)
    for (const { outcome, foundBy, deniedBy } of answer.differences)
      lines.push(
        `${style.red('the engines disagree')} under ${answer.model}: ${foundBy} finds ${names.state(outcome)} which ${deniedBy} says is unreachable. This is a bug in diptych`,
      );
  return lines;
}

const timeLast = (a: string, b: string): number => Number(a === 'ms') - Number(b === 'ms');

function countText(value: number | undefined): string {
  if (value === undefined) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 1 : 0);
}
