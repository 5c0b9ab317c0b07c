// Answers a command's question for one file. Everything that goes in and comes out is plain data, so that it can be done
// on any thread. A file that cannot be read, or that breaks an engine, is an answer too.

import { loadCatFile } from '../cat/models.js';
import { readProgram } from '../frontend/index.js';
import { diagnosticText } from '../report/diagnostic.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { createStyle } from '../report/style.js';
import { type Diagnostic, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { Limits, Model } from '../verdict/engine.js';
import { startEngines } from '../verdict/engines.js';
import { check } from './check.js';
import { disagreementPart } from './disagreement.js';
import { fences } from './fences.js';
import type { Answer, Attachment, FileCommand, FileQuestion } from './fileCommand.js';
import { Interrupt } from './interrupt.js';
import { type AskOptions, limitsOf, readOptionsOf } from './options.js';
import { outcomes } from './outcomes.js';
import { robust } from './robust.js';
import { SearchBoard } from './searchBoard.js';
import { type Status, status } from './status.js';

export const fileCommands = { outcomes, check, robust, fences } satisfies Record<string, FileCommand>;
export type FileCommandName = keyof typeof fileCommands;

export interface FileRequest {
  readonly command: FileCommandName;
  readonly file: string;
  readonly options: AskOptions;
  readonly colours: { readonly stdout: boolean; readonly stderr: boolean };
  /** Show the stack of a broken invariant. */
  readonly debug: boolean;
  /** The buffer of an `Interrupt`. */
  readonly interrupt: SharedArrayBuffer;
  /** The buffer of a `SearchBoard`. */
  readonly board: SharedArrayBuffer;
  /** Threads for the explicit engine alone. */
  readonly jobs?: number;
}

/** What to print, and the file's part of the exit status. */
export interface FileAnswer {
  readonly status: Status;
  readonly stdout: string;
  readonly stderr: string;
  readonly attachments?: readonly Attachment[];
}

export async function answerFile(request: FileRequest): Promise<FileAnswer> {
  const { command, file, options, colours } = request;
  try {
    const models = modelsOf(options);
    // Z3 loads while the program is read.
    const engines = await startEngines(options.cat === undefined ? options.engine : 'symbolic');
    const program = await readProgram(file, readOptionsOf(options));
    const interrupt = new Interrupt(request.interrupt);
    const board = new SearchBoard(request.board);
    const limits: Limits = {
      ...limitsOf(options),
      stop: () => interrupt.raised,
      onProgress: (progress) => board.tell(progress),
      ...present({ jobs: request.jobs }),
    };
    const asked: FileQuestion = { program, models, engines, options, limits, file };
    const answer = await fileCommands[command].ask(asked);
    const { attachments = [], remark = '' }: Pick<Answer, 'attachments' | 'remark'> =
      answer.status === status.disagreement
        ? disagreementPart(command, { ...asked, program: answer.program ?? program }, answer)
        : {};
    return {
      status: answer.status,
      stdout: options.json === true ? jsonLine(answer.json()) : answer.text(createStyle(colours.stdout)),
      stderr: `${answer.remark ?? ''}${remark}`,
      attachments: [...(answer.attachments ?? []), ...attachments],
    };
  } catch (error) {
    if (error instanceof InputError) return errorAnswer(request, error.diagnostic, error.text);
    const message = error instanceof Error ? (request.debug && error.stack) || error.message : String(error);
    const answer = errorAnswer(request, { code: 'internal', message, file });
    return { ...answer, status: status.disagreement };
  }
}

/** What the user asks about: throws an InputError if it is a cat file that cannot be used. */
export function modelsOf({ cat, model, engine }: AskOptions): readonly Model[] {
  if (cat === undefined) return model;
  if (engine === 'explicit')
    throw new InputError({
      code: 'cat-engine',
      message: `the explicit engine has no machine for ${cat}`,
      hint: 'a model of your own is for --engine symbolic',
    });
  return [loadCatFile(cat)];
}

export function errorAnswer(request: FileRequest, diagnostic: Diagnostic, text?: string): FileAnswer {
  return request.options.json === true
    ? { status: status.badInput, stdout: jsonLine(errorJson(request.file, diagnostic)), stderr: '' }
    : {
        status: status.badInput,
        stdout: '',
        stderr: diagnosticText(diagnostic, text, createStyle(request.colours.stderr)),
      };
}

const jsonLine = (value: object): string => `${jsonText(value)}\n`;
