// Runs one command over many files and prints in their order. One bad file does not stop the others. A single file gets a
// moment on this thread; all other work is done on threads that are supervised.

import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { standardInputPath } from '../frontend/index.js';
import { diagnosticText } from '../report/diagnostic.js';
import type { FileReport } from '../report/formats/item.js';
import { startProgress } from '../report/progress.js';
import { startSearchLine, type ToldProgress } from '../report/searchLine.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { Slots } from '../support/slots.js';
import {
  checkModelOptions,
  errorAnswer,
  type FileAnswer,
  type FileRequest,
  isDocument,
} from './answerFile.js';
import { AttachedFiles } from './attachedFiles.js';
import { type Elsewhere, openElsewhere } from './campaign/elsewhere.js';
import { serverOf } from './campaign/options.js';
import type { FileCommand, RunOptions } from './fileCommand.js';
import { commandOf, type FileCommandName } from './fileCommands.js';
import { findInputs, type Input } from './files.js';
import { type Io, wantsColours } from './io.js';
import { mostJobs } from './jobs.js';
import { onceForEach } from './onceForEach.js';
import { isAskOptions } from './options.js';
import { Runner } from './runner/runner.js';
import { gravest, type Status, status } from './status.js';
import { version } from './version.js';
import { rejectWithoutEffect, type Stated } from './withoutEffect.js';

export async function eachFile(
  name: FileCommandName,
  paths: readonly string[],
  given: RunOptions,
  io: Io,
  stated: Stated = new Set(),
): Promise<Status> {
  const options = given.format === 'json' ? { ...given, json: true } : given;
  const command = await commandOf(name);
  const isText = options.json !== true && (options.format ?? 'text') === 'text';
  const quiet = options.quiet === true && isText;
  const runner = new Runner(io, options.memory);
  const statuses: Status[] = [];
  let elsewhere: Elsewhere | undefined;
  let stopLine = (): void => {};
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    const inputs = inputsOf(command, paths);
    checkOptions(options, stated, inputs);
    if (inputs.length > 1 && isAskOptions(options) && options.cat !== undefined)
      await runner.checkModel(options.cat, options.timeout);
    const streams =
      command.works === 'on-a-file' && command.streamsInput === true && io.streamsInput === true;
    const standardInput = streams ? undefined : await readStandardInput(inputs, io);
    const files = new AttachedFiles(
      options.force === true,
      inputs.map(({ path }) => path),
    );
    const jobs = Math.min(options.jobs ?? availableParallelism(), mostJobs());
    // A command that reads its files itself works here, unless it says that some of its work travels.
    const part = command.works === 'on-a-file' ? command.travels : 'executions';
    const server = part === undefined ? undefined : serverOf(options, io);
    if (server !== undefined && part !== undefined)
      elsewhere = await openElsewhere(server, name, options, inputs, part, io, runner);
    progress = startProgress(inputs.length, io.stderr);
    if (inputs.length === 1 && elsewhere === undefined)
      stopLine = startSearchLine(() => progressOf(runner), io.stderr);
    const request = (file: string): FileRequest => ({
      command: name,
      file,
      options,
      colours: { stdout: wantsColours(io.stdout, io.env), stderr: wantsColours(io.stderr, io.env) },
      debug: Boolean(io.env.DIPTYCH_DEBUG),
      ...(stated.has('unroll') ? {} : { anyUnroll: true }),
      ...(options.summary === undefined ? {} : { withReport: true }),
      ...(inputs.length === 1 && options.jobs !== undefined && server === undefined ? { jobs } : {}),
      ...present({ standardInput, columns: io.stdout.columns }),
    });
    const write = (line: string): void => {
      if (!isText || quiet) return;
      progress?.clear();
      io.stderr.write(`${io.stderr.isTTY === true ? '\r\u001b[K' : ''}${line}\n`);
    };
    const answer = (input: Input): Promise<FileAnswer> | FileAnswer =>
      input.kind === 'error'
        ? errorAnswer(request(input.path), input.error.diagnostic)
        : (elsewhere?.answer(request(input.path)) ??
          runner.answer(request(input.path), inputs.length === 1 || jobs === 1, onceForEach(write)));
    let printed = false;
    const reports: FileReport[] = [];
    for await (const [i, answered] of inOrder(inputs, elsewhere?.most ?? jobs, answer)) {
      elsewhere?.step();
      progress.clear();
      stopLine();
      const { stdout, stderr, attachments = [], report } = answered;
      if (report !== undefined) reports.push(report);
      statuses.push(answered.status);
      if (stdout !== '' && !quiet) io.stdout.write(printed && isText ? `\n${stdout}` : stdout);
      if (stderr !== '') io.stderr.write(stderr);
      printed ||= stdout !== '';
      for (const attachment of attachments) files.write(attachment);
      if (runner.interrupted || elsewhere?.cancelled === true) break;
      if (i + 1 < inputs.length) progress.show(i + 1, inputs[i + 1].path);
    }
    if (isDocument(options.format)) {
      const { documentText } = await import('../report/formats/document.js');
      io.stdout.write(documentText(options.format, reports, version(), name));
    }
    if (options.summary !== undefined) await addSummary(options.summary, name, reports);
    if (statuses.length < inputs.length) {
      io.stderr.write(`interrupted after ${statuses.length} of ${inputs.length} files\n`);
      statuses.push(status.noAnswer);
    } else if (isText && !quiet && inputs.length > 1 && command.summary !== undefined)
      io.stdout.write(`\n${command.summary(statuses)}\n`);
    return gravest(statuses);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(
      diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
    );
    return gravest([...statuses, status.badInput]);
  } finally {
    stopLine();
    progress?.stop();
    await elsewhere?.close(runner.interrupted);
    await runner.close();
  }
}

/** Behind what is there: the summary of a job is written by several steps. */
async function addSummary(path: string, command: string, reports: readonly FileReport[]): Promise<void> {
  const { summaryText } = await import('../report/formats/markdown.js');
  try {
    appendFileSync(path, summaryText(command, reports));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'cannot-write', message: `cannot write ${path}: ${reason}`, file: path });
  }
}

const inputsOf = (command: FileCommand, paths: readonly string[]): Input[] =>
  command.works === 'on-a-file' && !command.programs
    ? paths.map((path) => ({ kind: 'file', path }))
    : findInputs(paths);

/** A mistake in what all files need is said once. */
function checkOptions(options: RunOptions, stated: Stated, inputs: readonly Input[]): void {
  if (!isAskOptions(options)) return;
  checkModelOptions(options);
  rejectWithoutEffect(
    options,
    stated,
    inputs.map(({ path }) => path),
  );
  if (options.witness !== undefined && inputs.length !== 1)
    throw new InputError({
      code: 'witness-files',
      message: `--witness is for one program, not for ${inputs.length}`,
    });
}

async function readStandardInput(inputs: readonly Input[], io: Io): Promise<string | undefined> {
  if (!inputs.some(({ path }) => path === standardInputPath)) return undefined;
  return io.readInput?.() ?? '';
}

/** Of the explicit engine, which can estimate how long it will take, if it is at work. */
function progressOf(runner: Runner): ToldProgress | undefined {
  const told = runner.boards.flatMap(({ progress }) => progress ?? []);
  return told.find(({ engine }) => engine === 'explicit') ?? told.at(0);
}

/** Results in the order of their items, with at most `most` items at work at a time and twice as many not yet yielded. */
async function* inOrder<A, B>(
  items: readonly A[],
  most: number,
  begin: (item: A) => Promise<B> | B,
): AsyncGenerator<[number, B]> {
  const slots = new Slots(most);
  const results: Promise<B>[] = [];
  for (let i = 0; i < items.length; i++) {
    while (results.length < Math.min(items.length, i + 2 * most)) {
      const item = items[results.length];
      const result = slots.run(() => begin(item));
      // Once the loop has ended, errors of later results are not reported.
      result.catch(() => {});
      results.push(result);
    }
    yield [i, await results[i]];
  }
}
