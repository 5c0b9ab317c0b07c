// A command that puts one question to each of many program files.

import type { Command } from 'commander';
import type { Program } from '../program/program.js';
import type { Style } from '../report/style.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { Engine, Limits, Model } from '../verdict/engine.js';
import type { AskOptions } from './options.js';
import type { Status } from './status.js';

/** A file to be written beside what is printed. */
export interface Attachment {
  readonly path: string;
  readonly text: string;
  /** Several programs may write to the same file: what stands between two of them. */
  readonly separator?: string;
}

/** The answer for one program, ready to be printed either way. */
export interface Answer {
  readonly status: Status;
  readonly attachments?: readonly Attachment[];
  /** For standard error. */
  readonly remark?: string;
  /** What the engines said, where the command keeps it, for the report of a disagreement. */
  readonly answers?: readonly ModelAnswer[];
  /** The program that those answers are about, if not as it was read. */
  readonly program?: Program;
  json(): object;
  text(style: Style): string;
}

export interface FileQuestion {
  readonly file: string;
  readonly program: Program;
  readonly models: readonly Model[];
  readonly engines: readonly Engine[];
  readonly options: AskOptions;
  readonly limits: Limits;
}

export interface FileCommand {
  /** Declares the command with its own options; those of `addAskOptions` are added to it. */
  define(parent: Command): Command;
  ask(asked: FileQuestion): Promise<Answer>;
  /** The last line of a text answer over several files. */
  summary?(statuses: readonly Status[]): string;
}
