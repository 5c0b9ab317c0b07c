// Puts a question to the engines for the language server, as a command does, without writing anything.

import { present } from '../../support/present.js';
import type { FileAnswer, FileRequest } from '../answerFile.js';
import { Runner } from '../runner/runner.js';
import { wordOptions } from '../wordOptions.js';
import type { Task } from './messages.js';

const nowhere = { write: () => true };

/** `worker`: the module of the threads that search. */
export async function asked(
  { command, file, text, words }: Extract<Task, { kind: 'ask' }>,
  worker: URL,
): Promise<FileAnswer> {
  const { options, stated } = await wordOptions(command, words);
  const io = { stdout: nowhere, stderr: nowhere, env: process.env, worker };
  const runner = new Runner(io, options.memory);
  const request: FileRequest = {
    command,
    file,
    options: { ...options, ...present({ text }) },
    colours: { stdout: false, stderr: false },
    debug: false,
    withReport: true,
    ...(stated.has('unroll') ? {} : { anyUnroll: true }),
  };
  try {
    return await runner.answer(request, true);
  } finally {
    await runner.close();
  }
}
