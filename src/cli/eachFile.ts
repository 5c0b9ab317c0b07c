// Runs one command over many files, on several threads, and prints in their order. One bad file does not stop the others.

import { availableParallelism } from 'node:os';
import { diagnosticText } from '../report/diagnostic.js';
import { startProgress } from '../report/progress.js';
import { startSearchLine } from '../report/searchLine.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import {
  errorAnswer,
  type FileAnswer,
  type FileCommandName,
  type FileRequest,
  fileCommands,
  modelsOf,
} from './answerFile.js';
import { AttachedFiles } from './attachedFiles.js';
import type { FileCommand } from './fileCommand.js';
import { findInputs, type Input } from './files.js';
import { Interrupt } from './interrupt.js';
import { type Io, wantsColours } from './io.js';
import type { AskOptions } from './options.js';
import { openPool } from './pool.js';
import { SearchBoard } from './searchBoard.js';
import { gravest, type Status, status } from './status.js';

export async function eachFile(
  name: FileCommandName,
  paths: readonly string[],
  options: AskOptions,
  io: Io,
): Promise<Status> {
  const command: FileCommand = fileCommands[name];
  const json = options.json === true;
  const interrupt = new Interrupt();
  const release = io.onInterrupt?.(() => interrupt.raise());
  const files = new AttachedFiles();
  const board = new SearchBoard();
  const inputs = findInputs(paths);
  const jobs = options.jobs ?? availableParallelism();
  const pool = openPool(io.worker, Math.min(jobs, inputs.length));
  const progress = startProgress(inputs.length, io.stderr);
  const statuses: Status[] = [];
  let printed = false;
  const stopLine = inputs.length === 1 ? startSearchLine(() => board.read(), io.stderr) : (): void => {};

  const print = ({ stdout, stderr, attachments = [] }: FileAnswer): void => {
    progress.clear();
    stopLine();
    if (stdout !== '') io.stdout.write(printed && !json ? `\n${stdout}` : stdout);
    if (stderr !== '') io.stderr.write(stderr);
    printed ||= stdout !== '';
    for (const attachment of attachments) files.write(attachment);
  };
  const request = (file: string): FileRequest => ({
    command: name,
    file,
    options,
    colours: { stdout: wantsColours(io.stdout, io.env), stderr: wantsColours(io.stderr, io.env) },
    debug: Boolean(io.env.DIPTYCH_DEBUG),
    interrupt: interrupt.buffer,
    board: board.buffer,
    ...(inputs.length === 1 && options.jobs !== undefined ? { jobs: options.jobs } : {}),
  });
  const answer = (input: Input): Promise<FileAnswer> | FileAnswer =>
    input.kind === 'error'
      ? errorAnswer(request(input.path), input.error.diagnostic)
      : pool.answer(request(input.path));

  try {
    // A mistake in what all files need is said once.
    modelsOf(options);
    if (options.witness !== undefined && inputs.length !== 1)
      throw new InputError({
        code: 'witness-files',
        message: `--witness is for one program, not for ${inputs.length}`,
      });
    for await (const [i, answered] of inOrder(inputs, 2 * jobs, answer)) {
      statuses.push(answered.status);
      print(answered);
      if (interrupt.raised) break;
      if (i + 1 < inputs.length) progress.show(i + 1, inputs[i + 1].path);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return gravest([...statuses, status.badInput]);
  } finally {
    stopLine();
    progress.stop();
    release?.();
    await pool.close();
  }
  if (statuses.length < inputs.length) {
    io.stderr.write(`interrupted after ${statuses.length} of ${inputs.length} files\n`);
    statuses.push(status.noAnswer);
  } else if (!json && inputs.length > 1 && command.summary !== undefined)
    io.stdout.write(`\n${command.summary(statuses)}\n`);
  return gravest(statuses);
}

/** Results in the order of their items, with at most `ahead` items begun and not yet yielded. */
async function* inOrder<A, B>(
  items: readonly A[],
  ahead: number,
  begin: (item: A) => Promise<B> | B,
): AsyncGenerator<[number, B]> {
  const begun: (Promise<B> | B)[] = [];
  for (let i = 0; i < items.length; i++) {
    while (begun.length < Math.min(items.length, i + ahead)) begun.push(begin(items[begun.length]));
    yield [i, await begun[i]];
  }
}
