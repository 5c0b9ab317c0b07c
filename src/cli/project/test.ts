// `diptych test`: a folder of programs as a test suite. diptych.json says which answer is expected for each program.

import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { FileReport, ReportCase } from '../../report/formats/item.js';
import { InputError } from '../../support/diagnostic.js';
import { writeWhole } from '../attachedFiles.js';
import { findInputs } from '../files.js';
import type { Io } from '../io.js';
import { Runner } from '../runner/runner.js';
import { type Status, status } from '../status.js';
import { tellingMistakes } from '../tellingMistakes.js';
import { version } from '../version.js';
import { wordOptions } from '../wordOptions.js';
import { configFiles, configWords, fromHere } from './apply.js';
import { type Config, type Expectation, readConfig } from './config.js';
import { type Answers, answersOf, casesOf, commandFor, expectationOf, questions } from './expectations.js';
import { findConfig } from './find.js';

export interface TestOptions {
  readonly format: 'text' | 'junit';
  readonly promote?: boolean;
}

export const defineTest = (parent: Command): Command =>
  parent
    .command('test')
    .summary('compare answers with those that diptych.json expects')
    .description(
      'Asks about each program of diptych.json what its expectations name, and compares. A program without expectations is skipped.',
    )
    .argument('[files...]', 'some of the programs only')
    .addOption(
      new Option('--format <form>', 'text, or junit for other programs')
        .choices(['text', 'junit'])
        .default('text'),
    )
    .option('--promote', 'write the answers of now into diptych.json as expectations; review them')
    .addHelpText('after', examples);

const examples = `
Examples:
  diptych init && diptych test --promote     the answers of today become expectations
  diptych test                               exit status 0: all as expected, 1: not, 4: no answer within the limits
  diptych test --format junit > report.xml   for continuous integration`;

export const test = (files: readonly string[], options: TestOptions, io: Io): Promise<Status> =>
  tellingMistakes(io, async () => {
    const path = findConfig(io.folder ?? process.cwd());
    if (path === undefined)
      throw new InputError({
        code: 'no-config',
        message: 'there is no diptych.json, neither here nor in a folder above',
        hint: 'diptych init writes one',
      });
    const config = readConfig(path);
    const tests = selected(config, files);
    const runner = new Runner(io, config.memory);
    try {
      if (options.promote === true) return await promote(config, tests, runner, io);
      return await compare(tests, config, runner, options, io);
    } finally {
      await runner.close();
    }
  });

interface Test {
  /** As the user would name it from here. */
  readonly file: string;
  /** As diptych.json names it. */
  readonly name: string;
  readonly expectation: Expectation;
}

function selected(config: Config, files: readonly string[]): Test[] {
  const wanted = new Set(files.map((file) => resolve(file)));
  const expected = [...config.expect.keys()].map((name) => fromHere(join(config.folder, name)));
  const listed = config.files.length === 0 && expected.length > 0 ? [] : configFiles(config);
  const paths = [...listed, ...expected].flatMap((path) => findInputs([path])).map(({ path }) => path);
  const tests = [...new Map(paths.map((path) => [resolve(path), path]))].map(([real, file]) => {
    const name = relative(config.folder, real).split('\\').join('/');
    return { file, name, expectation: config.expect.get(name) ?? {} };
  });
  const known = new Set(tests.map(({ file }) => resolve(file)));
  const unknown = [...wanted].find((file) => !known.has(file));
  if (unknown !== undefined)
    throw new InputError({
      code: 'no-config',
      message: `${isAbsolute(unknown) ? fromHere(unknown) : unknown} is none of the files of ${config.path}`,
      hint: 'add it to "files"',
    });
  return tests.filter(({ file }) => wanted.size === 0 || wanted.has(resolve(file)));
}

async function compare(
  tests: readonly Test[],
  config: Config,
  runner: Runner,
  { format }: TestOptions,
  io: Io,
): Promise<Status> {
  const reports: FileReport[] = [];
  for (const { file, expectation } of tests) {
    const start = performance.now();
    const cases: ReportCase[] = [];
    for (const question of questions)
      if (expectation[question] !== undefined)
        cases.push(...(await casesFor(file, question, expectation, config, runner)));
    const skipped: ReportCase = {
      name: 'expectations',
      result: 'skipped',
      message: 'diptych.json expects nothing of it',
    };
    const report: FileReport = {
      file,
      items: [],
      cases: cases.length === 0 ? [skipped] : cases,
      seconds: (performance.now() - start) / 1000,
    };
    reports.push(report);
    if (format === 'text') io.stdout.write(textOf(report));
    if (runner.interrupted) break;
  }
  if (format === 'junit') {
    const { documentText } = await import('../../report/formats/document.js');
    io.stdout.write(documentText('junit', reports, version(), 'test'));
  } else io.stdout.write(`\n${summary(reports)}\n`);
  const results = new Set(reports.flatMap(({ cases }) => cases.map(({ result }) => result)));
  if (results.has('failed')) return status.violated;
  return results.has('error') || reports.length < tests.length ? status.noAnswer : status.holds;
}

async function casesFor(
  file: string,
  question: (typeof questions)[number],
  expectation: Expectation,
  config: Config,
  runner: Runner,
): Promise<ReportCase[]> {
  const asked = await ask(file, question, config, runner);
  if (asked.kind === 'answers') {
    const cases = casesOf(expectation, question, asked.answers);
    if (cases.length > 0) return cases;
    return [{ name: question, result: 'error', message: 'the expected models are none of "models"' }];
  }
  return [{ name: question, result: 'error', message: asked.message }];
}

type Asked =
  | { readonly kind: 'answers'; readonly answers: Answers }
  | { readonly kind: 'mistake'; readonly message: string };

async function ask(
  file: string,
  question: (typeof questions)[number],
  config: Config,
  runner: Runner,
): Promise<Asked> {
  const command = commandFor(question);
  const { options, stated } = await wordOptions(command, [...configWords(config), '--json']);
  const answer = await runner.answer(
    {
      command,
      file,
      options,
      colours: { stdout: false, stderr: false },
      debug: false,
      ...(stated.has('unroll') ? {} : { anyUnroll: true }),
    },
    true,
  );
  if (answer.status === status.badInput || answer.status === status.disagreement)
    return { kind: 'mistake', message: `${answer.stdout}${answer.stderr}`.trim() };
  return { kind: 'answers', answers: answersOf(question, JSON.parse(answer.stdout)) };
}

const marks = { passed: 'ok', failed: 'FAILED', error: 'ERROR', skipped: 'skipped' } as const;

const textOf = ({ file, cases }: FileReport): string =>
  [
    file,
    ...cases.map(
      ({ name, result, message }) =>
        ` ${marks[result].padEnd(7)}  ${name}${message === '' ? '' : `: ${message}`}`,
    ),
    '',
  ].join('\n');

function summary(reports: readonly FileReport[]): string {
  const cases = reports.flatMap((report) => report.cases);
  const count = (wanted: ReportCase['result']): number =>
    cases.filter(({ result }) => result === wanted).length;
  const rest: readonly [number, string][] = [
    [count('failed'), 'not'],
    [count('error'), 'without answer'],
    [count('skipped'), 'files without expectations'],
  ];
  return [
    `${reports.length} ${reports.length === 1 ? 'file' : 'files'}: ${count('passed')} answers as expected`,
    ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`),
  ].join(', ');
}

/** Other fields of the file stay as they are. */
async function promote(config: Config, tests: readonly Test[], runner: Runner, io: Io): Promise<Status> {
  const expect: Record<string, Expectation> = Object.fromEntries(config.expect);
  let result: Status = status.holds;
  for (const { file, name } of tests) {
    const answers = new Map<(typeof questions)[number], Answers>();
    for (const question of questions) {
      const asked = await ask(file, question, config, runner);
      if (asked.kind === 'answers') answers.set(question, asked.answers);
      else {
        io.stderr.write(`${file}: ${question}: ${asked.message}\n`);
        result = status.badInput;
      }
      if (runner.interrupted) return status.noAnswer;
    }
    expect[name] = expectationOf(answers);
    io.stdout.write(`${file}: ${JSON.stringify(expect[name])}\n`);
  }
  const before: object = JSON.parse(readFileSync(config.path, 'utf8'));
  writeWhole(config.path, `${JSON.stringify({ ...before, expect }, null, 2)}\n`);
  return result;
}
