// Runs one command over many files, in order. One bad file does not stop the others.

import { startProgress } from '../report/progress.js';
import {
  answerFile,
  errorAnswer,
  type FileAnswer,
  type FileCommandName,
  type FileRequest,
  fileCommands,
} from './answerFile.js';
import type { FileCommand } from './fileCommand.js';
import { findInputs, type Input } from './files.js';
import { type Io, wantsColours } from './io.js';
import type { AskOptions } from './options.js';
import { gravest, type Status } from './status.js';

export async function eachFile(
  name: FileCommandName,
  paths: readonly string[],
  options: AskOptions,
  io: Io,
): Promise<Status> {
  const command: FileCommand = fileCommands[name];
  const json = options.json === true;
  const inputs = await findInputs(paths);
  const progress = startProgress(inputs.length, io.stderr);
  const statuses: Status[] = [];
  let printed = false;

  const print = ({ stdout, stderr }: FileAnswer): void => {
    progress.clear();
    if (stdout !== '') io.stdout.write(printed && !json ? `\n${stdout}` : stdout);
    if (stderr !== '') io.stderr.write(stderr);
    printed ||= stdout !== '';
  };

  const request = (file: string): FileRequest => ({
    command: name,
    file,
    options,
    colours: { stdout: wantsColours(io.stdout, io.env), stderr: wantsColours(io.stderr, io.env) },
    debug: Boolean(io.env.DIPTYCH_DEBUG),
  });
  const answer = async (input: Input): Promise<FileAnswer> =>
    input.kind === 'error'
      ? errorAnswer(request(input.path), input.error.diagnostic)
      : answerFile(request(input.path));

  for (const input of inputs) {
    progress.show(statuses.length, input.path);
    const answered = await answer(input);
    print(answered);
    statuses.push(answered.status);
  }
  progress.clear();
  if (!json && inputs.length > 1 && command.summary !== undefined)
    io.stdout.write(`\n${command.summary(statuses)}\n`);
  return gravest(statuses);
}
