// A command that puts one question to each of many files.

import type { Command } from 'commander';
import type { Workplace } from '../campaign/workplace.js';
import type { Program } from '../program/program.js';
import type { FileReport } from '../report/formats/item.js';
import type { Style } from '../report/style.js';
import type { ModelAnswer } from '../verdict/answer.js';
import type { Verdict } from '../verdict/condition.js';
import type { Engine, Limits, Model } from '../verdict/engine.js';
import type { Executor } from '../verdict/executor.js';
import type { Confirm } from '../verdict/race.js';
import type { CampaignOptions } from './campaign/options.js';
import type { AskOptions } from './options.js';
import type { Status } from './status.js';

export const formats = ['text', 'json', 'sarif', 'junit', 'herd'] as const;
export type Format = (typeof formats)[number];

/** The options that every command over files has. */
export interface RunOptions extends CampaignOptions {
  /** Seconds for one file. */
  readonly timeout?: number;
  /** Megabytes for everything. */
  readonly memory?: number;
  /** As many as there are cores if absent. */
  readonly jobs?: number;
  readonly json?: boolean;
  /** Statistics of the engines too. */
  readonly verbose?: boolean;
  /** Nothing but what is wrong. */
  readonly quiet?: boolean;
  /** Text if absent; `json` is --json. */
  readonly format?: Format;
  /** A file to which a summary in Markdown is added. */
  readonly summary?: string;
  /** Write over files that are there already. */
  readonly force?: boolean;
}

/** A file to be written beside what is printed. */
export interface Attachment {
  readonly path: string;
  readonly text: string;
  /** The text stands for bytes. */
  readonly encoding?: 'base64';
  /** Several programs may write to the same file: the text between two of them. */
  readonly separator?: string;
  /** A hint for a path that cannot be written. */
  readonly hint?: string;
}

/** The answer for one file, ready to be printed either way. */
export interface Answer {
  readonly status: Status;
  /** A larger --unroll may change the answer; absent if that is not known. */
  readonly bounded?: boolean;
  /** Some model has no answer because not everything was seen in time. */
  readonly outOfTime?: boolean;
  /** There is no answer because an uninitialised value is read and such reads were not asked for. */
  readonly readsUnset?: boolean;
  readonly attachments?: readonly Attachment[];
  /** For standard error. */
  readonly remark?: string;
  /** The engines' answers, where the command keeps them, for the report of a disagreement. */
  readonly answers?: readonly ModelAnswer[];
  /** The verdicts of `check`, by model. */
  readonly verdicts?: ReadonlyMap<string, Verdict>;
  /** The program that those answers are about, if not as it was read. */
  readonly program?: Program;
  /** The command that asks the engines for those answers about that program, if it is another one. */
  readonly askedBy?: 'outcomes';
  json(): object;
  text(style: Style): string;
  /** For sarif and junit. */
  report?(): Omit<FileReport, 'file' | 'seconds'>;
  /** herd's log. */
  herd?(): string;
}

/** A command's input about one program. */
interface FileQuestion<O extends AskOptions = AskOptions> {
  readonly file: string;
  readonly program: Program;
  readonly models: readonly Model[];
  readonly engines: readonly (Engine | Executor)[];
  readonly options: O;
  /** Time, memory, interrupt and progress: long work must look at them. */
  readonly limits: Limits;
  /** How long the answer of one engine waits for the other. */
  readonly confirm: Confirm;
}

/** The same for a command that only asks engines, which may then race each other on threads of their own. */
interface RaceQuestion<O extends AskOptions = AskOptions> extends FileQuestion<O> {
  /** Prints a line for the waiting user if the answer takes some more time. */
  tell?(line: string): void;
  /** The questions to the solver, as SMT-LIB 2. */
  smt(question: 'outcomes' | 'check', program: Program): Promise<string>;
}

export interface WorkElsewhere {
  readonly place: Workplace;
  /** So many parts of so many are done. */
  readonly onDone?: (done: number, total: number) => void;
}

/** The same for a command that reads its files itself. */
interface RawQuestion<O extends RunOptions> {
  readonly file: string;
  /** The text that the file `-` stands for. */
  readonly standardInput?: string;
  readonly options: O;
  readonly limits: Pick<Limits, 'stop' | 'signal' | 'onPhase' | 'onProgress' | 'timeLimitMs'>;
  /** Where parts of the work can be left to others. */
  readonly elsewhere?: WorkElsewhere;
}

interface Defined {
  /** Declares the command with its own options; those of `addAskOptions` are added to it, unless it reads its files itself. */
  define(parent: Command): Command;
  /** The last line of a text answer over several files. */
  summary?(statuses: readonly Status[]): string;
}

/** A command whose work is all on one thread, which is supervised. */
export interface ProgramCommand<O extends AskOptions = AskOptions> extends Defined {
  readonly works?: 'on-a-program';
  /** The guard of the limits runs all long work. */
  readonly guarded?: true;
  ask(asked: FileQuestion<O>): Promise<Answer>;
}

/** A command that does nothing that takes long but ask engines. */
export interface RaceCommand<O extends AskOptions = AskOptions> extends Defined {
  readonly works: 'by-engines';
  /** Findings with a smaller --unroll answer the question too. */
  readonly deepens?: true;
  ask(asked: RaceQuestion<O>): Promise<Answer>;
}

/** A command whose work is all on one thread, reading its file included. */
export interface RawCommand<O extends RunOptions = RunOptions> extends Defined {
  readonly works: 'on-a-file';
  /** Folders stand for the programs in them. */
  readonly programs: boolean;
  /** It reads standard input itself, piece by piece. */
  readonly streamsInput?: true;
  /** The unit in which travelling work is counted, for progress. */
  readonly travels?: string;
  ask(asked: RawQuestion<O>): Promise<Answer>;
}

export type FileCommand = ProgramCommand | RaceCommand | RawCommand;
