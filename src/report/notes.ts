// The lines that every answer in text shares: its title, its findings, its cuts and limits, and the work of the
// engines.

import { type CutLoop, type Finding, findingKey, findingPlaceKey } from '../execution/finding.js';
import { reasonOfCut } from '../program/cut.js';
import { type CutReason, yieldsToUnroll } from '../program/cutReason.js';
import type { Program, SourceDifference } from '../program/program.js';
import { forEachStatement } from '../program/statement.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { EngineAnswer, EngineName } from '../verdict/engine.js';
import { differenceText } from './differences.js';
import { findingText, placeText } from './places.js';
import type { StateNames } from './state.js';
import { adviceOf, stopText } from './stopped.js';
import { printable, type Style } from './style.js';

/** For standard error: what is answered is not about the source. */
export const sourceDifferenceLines = ({ differsFromSource = [] }: Program): string =>
  differsFromSource.map((difference) => `${differenceLine[difference]}\n`).join('');

const differenceLine: Readonly<Record<SourceDifference, string>> = {
  optimised: 'the compiler has optimised this program: it may do less than its source says (read it at -O0)',
  'empty-texts':
    'texts made by format! and write! are empty here: where the program looks at one, its source does something else',
  'one-hash':
    'hash maps have one of their orders here: where the order decides something, there is more than is answered',
  'two-processors':
    'the machine has two processors for a program that asks: with another number of them there may be more than is answered',
};

export function titleLine(file: string, program: Program, style: Style): string {
  return `${style.bold(printable(program.name))}  ${style.dim(printable(file))}`;
}

/** Groups what the models have in common: `tso, pso  assertion failed ...`. */
function byModel<T>(
  answers: readonly ModelAnswer[],
  items: (answer: ModelAnswer) => readonly T[],
  key: (item: T) => string,
): { models: string[]; item: T }[] {
  const groups = new Map<string, { models: string[]; item: T }>();
  for (const answer of answers)
    for (const item of items(answer)) {
      const group = groups.get(key(item));
      if (group === undefined) groups.set(key(item), { models: [answer.model], item });
      else if (!group.models.includes(answer.model)) group.models.push(answer.model);
    }
  return [...groups.values()];
}

/**
 * `counts`: whether the finding decides the verdict; other findings are listed beside it. Findings that differ only
 * in their message (each byte of a string) are listed once.
 */
export function findingLines(
  program: Program,
  answers: readonly ModelAnswer[],
  style: Style,
  counts: (finding: Finding) => boolean = () => true,
): string[] {
  const lines = new Map<string, { readonly text: string; more: number }>();
  for (const { models, item } of byModel(
    answers,
    (answer) => answer.findings,
    (found) => findingKey(found.finding),
  )) {
    const { finding } = item;
    const under = models.join(', ');
    const place = finding.kind === 'deadlock' ? findingKey(finding) : findingPlaceKey(finding);
    const same = lines.get(`${under}: ${place}`);
    if (same !== undefined) same.more++;
    else {
      const found = counts(finding) ? style.red('found') : style.yellow('also found');
      const text = `${found} under ${under}: ${findingText(program, finding)}`;
      lines.set(`${under}: ${place}`, { text, more: 0 });
    }
  }
  return [...lines.values()].map(({ text, more }) => (more === 0 ? text : `${text}, and ${more} more there`));
}

/** A cut in words: a loop, blocks of an unknown size, or a call. */
export function cutText(program: Program, loop: CutLoop): string {
  const place = placeText(program, loop.thread, loop.at);
  const reason = reasonOfCut(program, loop);
  switch (reason?.kind) {
    case undefined:
      return `the loop of ${place} was cut`;
    case 'block-size':
      return `a block of more than ${reason.bytes} bytes of ${place} was left out`;
    case 'call-depth':
      return `calls of ${place} that are deeper than ${reason.depth} were not followed: the program would be too large`;
    case 'no-body':
      return `${reason.function} of ${place} has no body: it returned any value and did nothing else`;
    case 'after-no-body':
      return `${reason.function} of ${place} has no body and may do more than return a value: steps after the call were left out`;
    case 'any-address':
      return `the unknown address of ${place} was NULL or the address of no object`;
    case 'unexpected-call':
      return `a call through a pointer of ${place} that came there by way of another type was not followed`;
    case 'exception':
      return `a throw of ${place} was not followed to the handler that may catch it`;
    case 'limit':
      return `${place} needs more than diptych has (${reason.most}) and was cut`;
  }
}

/**
 * A line for every verdict: functions without a body return any value and do nothing else, or nothing behind them is
 * explored.
 */
export function unknownFunctionsLine(program: Program): string {
  const without = { 'no-body': new Set<string>(), 'after-no-body': new Set<string>() };
  const note = (cut: CutReason | undefined): void => {
    if (cut?.kind === 'no-body' || cut?.kind === 'after-no-body') without[cut.kind].add(cut.function);
  };
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'while') note(s.cut);
    });
  const last = without['after-no-body'];
  const behind =
    last.size === 0
      ? ''
      : `${[...last].join(', ')} ${last.size === 1 ? 'has' : 'have'} no body: nothing behind ${last.size === 1 ? 'it' : 'them'} is seen (--link adds files)\n`;
  return idleFunctionsLine(without['no-body']) + behind;
}

function idleFunctionsLine(names: ReadonlySet<string>): string {
  if (names.size === 0) return '';
  const [have, they, return_, do_] =
    names.size === 1 ? ['has', 'it', 'returns', 'does'] : ['have', 'they', 'return', 'do'];
  return `${[...names].join(', ')} ${have} no body: ${they} ${return_} any value here and ${do_} nothing else (--link adds files)\n`;
}

/** The bound, where another one would cut something else. */
export const unrollText = (program: Program, loop: CutLoop, unroll: number): string =>
  yieldsToUnroll(reasonOfCut(program, loop)) ? ` (--unroll ${unroll})` : '';

export function boundLines(
  program: Program,
  answers: readonly ModelAnswer[],
  unroll: number,
  style: Style,
  loops: (answer: ModelAnswer) => readonly CutLoop[] = (answer) => answer.cutLoops,
): string[] {
  // A loop of a function that is called twice is one loop to the reader of its line.
  return byModel(answers, loops, (loop) => cutText(program, loop)).map(
    ({ models, item }) =>
      `${style.yellow('up to a bound')}: ${cutText(program, item)} under ${models.join(', ')}${unrollText(program, item, unroll)}`,
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

/** The statistics that the text shows; the JSON output has more. */
const shownStatistics = [
  'executions',
  'blocked',
  'visited',
  'redundant',
  'events',
  'clauses',
  'solves',
  'certified',
  'ms',
] as const;

/** The work of the engines: a line for all of them and, with --verbose, one for each with its statistics. */
export function engineLines(
  names: StateNames,
  program: Program,
  answers: readonly ModelAnswer[],
  style: Style,
  verbose = false,
): string[] {
  const engines = [...new Set(answers.flatMap((answer) => [...answer.engines.keys()]))];
  const lines = engines.flatMap((engine) => [
    ...(verbose ? [style.dim(statisticsLine(engine, answers))] : []),
    ...shortfallLines(engine, answers, style),
  ]);
  const differences = answers.flatMap((answer) =>
    answer.differences.map(
      (difference) =>
        `${style.red('the engines disagree')} under ${answer.model}: ${differenceText(names, program, difference)}. This is a bug in diptych`,
    ),
  );
  return [
    ...lines,
    ...adviceLines(answers, style),
    ...(differences.length > 0 ? [] : [style.dim(summaryLine(engines, answers))]),
    ...differences,
  ];
}

/** `explicit  sc/tso/pso: 3/4/4 executions, 0/0/0 blocked, 0.2/0.3/0.3 ms` */
function statisticsLine(engine: EngineName, answers: readonly ModelAnswer[]): string {
  const models = answers.map((answer) => answer.model).join('/');
  const statistics = answers.map(
    (answer): Record<string, number> => ({ ...answer.engines.get(engine)?.statistics }),
  );
  const keys = shownStatistics.filter((key) => statistics.some((s) => s[key] !== undefined));
  const parts = keys.map((key) => `${statistics.map((s) => countText(s[key])).join('/')} ${key}`);
  return `${engine}  ${models}: ${parts.join(', ')}`;
}

/** `both engines agree on sc/tso/pso · 72 executions · 3 visited, the others exchange identical threads · 0.1 s` */
function summaryLine(engines: readonly EngineName[], answers: readonly ModelAnswer[]): string {
  const all = answers.flatMap((answer) => [...answer.engines.values()].map(({ statistics }) => statistics));
  const executions = all.reduce((sum, { executions: n = 0, blocked = 0 }) => sum + n + blocked, 0);
  const visited = all.reduce(
    (sum, { executions: n = 0, blocked = 0, visited: v = n + blocked }) => sum + v,
    0,
  );
  const ms = Math.max(
    0,
    ...engines.map((engine) =>
      answers.reduce((sum, answer) => sum + (answer.engines.get(engine)?.statistics.ms ?? 0), 0),
    ),
  );
  return [
    whoAnswered(engines, answers),
    ...(executions > 0 ? [`${executions} ${executions === 1 ? 'execution' : 'executions'}`] : []),
    ...(visited < executions ? [`${visited} visited, the others exchange identical threads`] : []),
    `${(ms / 1000).toFixed(1)} s`,
  ].join(' · ');
}

function whoAnswered(engines: readonly EngineName[], answers: readonly ModelAnswer[]): string {
  const models = answers.map((answer) => answer.model).join('/');
  if (engines.length > 1 && answers.every(({ confirmed }) => confirmed))
    return `both engines agree on ${models}`;
  const by = new Set(answers.flatMap(({ answeredBy }) => answeredBy));
  if (!answers.every(({ complete }) => complete)) return `not all of ${models} was seen`;
  if (by.size === 1) return `${[...by].join()} alone answers ${models}`;
  return `${[...by].join(' and ')} answer ${models}, not each of them confirmed`;
}

/** Advice for a missing answer, derived from the answers. */
function adviceLines(answers: readonly ModelAnswer[], style: Style): string[] {
  const advice = new Set(
    answers
      .filter(({ complete }) => !complete)
      .flatMap(({ engines }) => [...engines.values()].flatMap(({ shortfall }) => adviceOf(shortfall) ?? [])),
  );
  return [...advice].map((text) => `${style.cyan('hint')}: ${text}`);
}

/** `explicit: no answer under pso: the time limit was reached (symbolic alone answers)` */
function shortfallLines(engine: EngineName, answers: readonly ModelAnswer[], style: Style): string[] {
  const groups = new Map<string, string[]>();
  for (const { model, engines } of answers) {
    const answer = engines.get(engine);
    if (answer === undefined || answer.complete) continue;
    const alone = [...engines].filter(([, other]) => other.complete).map(([name]) => name);
    const text = `${shortfallText(answer)}${alone.length === 0 ? '' : ` (${alone.join(', ')} alone answers)`}`;
    groups.set(text, [...(groups.get(text) ?? []), model]);
  }
  return [...groups].map(
    ([text, models]) => `${engine}: ${style.yellow('no answer')} under ${models.join(', ')}: ${text}`,
  );
}

function shortfallText({ shortfall }: EngineAnswer): string {
  if (shortfall === undefined) return 'it did not finish';
  switch (shortfall.kind) {
    case 'unsupported':
      return printable(shortfall.diagnostic.message);
    case 'executions':
      return 'the limit of executions was reached';
    case 'strategy':
      return 'its strategy looks at some executions only';
    default:
      return stopText(shortfall);
  }
}

function countText(value: number | undefined): string {
  if (value === undefined) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 1 : 0);
}
