// A question about a C program, put to two readers: diptych's own reader, and clang with the reader of LLVM IR. They
// share nothing up to the middle, so a mistake of one of them shows as a difference.

import { join } from 'node:path';
import { printProgram } from '../program/printer.js';
import type { Program } from '../program/program.js';
import { jsonText } from '../report/jsonText.js';
import { readersAgreeLine, readersDifferLines } from '../report/readers.js';
import type { FileRequest } from './answerFile.js';
import type { Answer } from './fileCommand.js';
import { type AskOptions, isAskOptions } from './options.js';
import { differencesOf } from './readerDifferences.js';
import type { Readers } from './readers.js';
import { status } from './status.js';
import { versions } from './version.js';

/** The answer of diptych's own reader; a disagreement if the other one has another answer. */
export async function askBothReaders(
  request: FileRequest,
  ask: (request: FileRequest) => Promise<Answer>,
  read: (request: FileRequest) => Promise<Program>,
): Promise<Answer> {
  const own = withReader(request, 'c');
  const other = withReader(request, 'llvm');
  const answer = await ask(own);
  const second = await ask(other);
  const differences = differencesOf(answer, second);
  if (differences.length === 0)
    return { ...answer, json: () => answer.json(), text: (s) => `${answer.text(s)}${readersAgreeLine}` };
  const programs = { c: printProgram(await read(own)), llvm: printProgram(await read(other)) };
  const options = own.options;
  const name = request.file.replaceAll(/[^\w.+-]+/g, '_');
  const path = join(isAskOptions(options) ? options.report : '.', `disagreement-readers-${name}.json`);
  const report = {
    format: 'diptych-readers-disagreement',
    message:
      'The readers of C contradict each other. This is a bug in diptych: please report it with this file.',
    versions: versions(),
    file: request.file,
    differences,
    programs,
    answers: { c: answer.json(), llvm: second.json() },
  };
  return {
    ...answer,
    status: status.disagreement,
    json: () => ({ ...answer.json(), readers: { differences } }),
    text: (style) => `${answer.text(style)}${readersDifferLines(differences, path)}`,
    attachments: [...(answer.attachments ?? []), { path, text: `${jsonText(report, 2)}\n` }],
  };
}

function withReader(request: FileRequest, readers: Exclude<Readers, 'both'>): FileRequest {
  const { options } = request;
  if (!isAskOptions(options)) return request;
  const changed: AskOptions = { ...options, readers };
  return { ...request, options: changed };
}
