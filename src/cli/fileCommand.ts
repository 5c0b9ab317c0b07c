// A command that puts one question to each of many program files.

import type { Command } from 'commander';
import type { Program } from '../program/program.js';
import type { Style } from '../report/style.js';
import type { Engine } from '../verdict/engine.js';
import type { AskOptions } from './options.js';
import type { Status } from './status.js';

/** The answer for one program, ready to be printed either way. */
export interface Answer {
  readonly status: Status;
  json(): object;
  text(style: Style): string;
}

export interface FileCommand {
  /** Declares the command with its own options; those of `addAskOptions` are added to it. */
  define(parent: Command): Command;
  ask(program: Program, engines: readonly Engine[], options: AskOptions, file: string): Promise<Answer>;
  /** The last line of a text answer over several files. */
  summary?(statuses: readonly Status[]): string;
}
