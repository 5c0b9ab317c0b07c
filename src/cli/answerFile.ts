// Answers a command's question for one file. Everything that goes in and comes out is plain data, so that it can be done
// on any thread. A file that cannot be read, that breaks an engine or for which there is no time, is an answer too.

import { anyValuesMacro } from '../frontend/c/anyValuesMacro.js';
import type { Program } from '../program/program.js';
import { diagnosticText } from '../report/diagnostic.js';
import type { FileReport } from '../report/formats/item.js';
import { errorReport } from '../report/formats/reports.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { sourceDifferenceLines, unknownFunctionsLine } from '../report/notes.js';
import { anyValuesLine, stoppedDiagnostic } from '../report/stopped.js';
import { createStyle } from '../report/style.js';
import { type Diagnostic, InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { isStackOverflow } from '../support/stackOverflow.js';
import { TooLarge } from '../support/tooLarge.js';
import type { Limits } from '../verdict/engine.js';
import { disagreementPart } from './disagreement.js';
import type { Answer, Attachment, Format, RunOptions } from './fileCommand.js';
import { commandOf, type FileCommandName } from './fileCommands.js';
import type { Host } from './host.js';
import { askDivided } from './mixedSizes.js';
import { type AskOptions, confirmOf, isAskOptions, limitsOf, readOptionsOf } from './options.js';
import { Stopped } from './runner/onThread.js';
import { SliceOver } from './runner/slice.js';
import { type Status, status } from './status.js';

export { hereHost } from './host.js';

export interface FileRequest {
  readonly command: FileCommandName;
  readonly file: string;
  readonly options: RunOptions;
  readonly colours: { readonly stdout: boolean; readonly stderr: boolean };
  /** How wide the terminal is, if it is one. */
  readonly columns?: number;
  /** Show the stack of a broken invariant. */
  readonly debug: boolean;
  /** Threads for the explicit engine alone. */
  readonly jobs?: number;
  /** The text that the file `-` stands for. */
  readonly standardInput?: string;
  /** The report too, also where the answer is text. */
  readonly withReport?: boolean;
  /** --unroll was not stated: other bounds may be tried (runner/deepening.ts). */
  readonly anyUnroll?: boolean;
}

/** The printed answer, and the file's part of the exit status. */
export interface FileAnswer {
  readonly status: Status;
  readonly stdout: string;
  readonly stderr: string;
  readonly attachments?: readonly Attachment[];
  /** With a larger --unroll it may be another one. */
  readonly bounded?: boolean;
  /** Some model has no answer because not everything was seen in time. */
  readonly outOfTime?: boolean;
  /** For formats that are one document over all files. */
  readonly report?: FileReport;
}

/** Throws SliceOver or TooLarge if the host is one that works for a moment only. */
export async function answerFile(request: FileRequest, host: Host): Promise<FileAnswer> {
  const { file } = request;
  const start = performance.now();
  try {
    const answer = await ask(request, host);
    return {
      status: answer.status,
      ...printed(request, answer, (performance.now() - start) / 1000),
      stderr: answer.remark ?? '',
      attachments: answer.attachments ?? [],
      ...present({ bounded: answer.bounded, outOfTime: answer.outOfTime }),
    };
  } catch (error) {
    if (error instanceof SliceOver || error instanceof TooLarge) throw error;
    if (error instanceof InputError) return errorAnswer(request, { file, ...error.diagnostic }, error.text);
    if (error instanceof Stopped) return stoppedAnswer(request, error.shortfall);
    if (isStackOverflow(error))
      return errorAnswer(request, { code: 'too-deep', message: 'the program nests too deeply', file });
    const message = error instanceof Error ? (request.debug && error.stack) || error.message : String(error);
    const answer = errorAnswer(request, { code: 'internal', message, file });
    return { ...answer, status: status.disagreement };
  }
}

/** The program that the question is about. */
export async function programOf(request: FileRequest, host: Host): Promise<Program> {
  const { file, options, standardInput } = request;
  if (!isAskOptions(options)) throw new Error(`options of ${request.command} without a model`);
  const bounds = { ...host.limits, ...present({ timeLimitMs: timeLimitOf(options) }) };
  return host.read(file, { ...readOptionsOf(options), ...present({ standardInput }) }, bounds);
}

const timeLimitOf = ({ timeout }: RunOptions): number | undefined =>
  timeout === undefined ? undefined : timeout * 1000;

/** Less time than this is not worth a second attempt. */
const leastSeconds = 0.5;

/** Unless uninitialised reads are reported, an unwritten cell may hold any value. */
async function ask(request: FileRequest, host: Host): Promise<Answer> {
  const start = performance.now();
  const askAbout = (about: FileRequest): Promise<Answer> =>
    askDivided(about, (asked) => askOnce(asked, host));
  if (wantsBoth(request))
    return (await import('./bothReaders.js')).askBothReaders(
      request,
      (about) => ask(about, host),
      (about) => programOf(about, host),
    );
  const answer = await askAbout(request);
  const { options } = request;
  const isOpen = answer.status === status.noAnswer && answer.readsUnset === true;
  if (!isOpen || !isAskOptions(options) || options.define.includes(anyValuesMacro)) return answer;
  const { timeout } = options;
  const left = timeout === undefined ? undefined : timeout - (performance.now() - start) / 1000;
  if (left !== undefined && left < leastSeconds) return answer;
  const define = [...options.define, anyValuesMacro];
  const changed: AskOptions = { ...options, define, ...present({ timeout: left }) };
  const again = await askAbout({ ...request, options: changed }).catch((error: unknown) => {
    if (error instanceof Stopped) return answer;
    throw error;
  });
  if (again.status === status.noAnswer) return answer;
  return withMore(again, anyValuesLine);
}

/** Whether two readers are to read this file. */
const wantsBoth = ({ file, options }: FileRequest): boolean =>
  isAskOptions(options) && options.readers === 'both' && /\.[ci]$/.test(file);

function withMore(answer: Answer, remark: string, attachments: readonly Attachment[] = []): Answer {
  return {
    ...answer,
    json: () => answer.json(),
    text: (style) => answer.text(style),
    attachments: [...(answer.attachments ?? []), ...attachments],
    remark: `${answer.remark ?? ''}${remark}`,
  };
}

async function askOnce(request: FileRequest, host: Host): Promise<Answer> {
  const { file, options, jobs, standardInput } = request;
  const command = await commandOf(request.command);
  const timeLimitMs = timeLimitOf(options);
  if (command.works === 'on-a-file')
    return command.ask({
      file,
      options,
      limits: { ...host.limits, ...present({ timeLimitMs }) },
      ...present({ standardInput, elsewhere: host.elsewhere }),
    });
  if (!isAskOptions(options)) throw new Error(`options of ${request.command} without a model`);
  const start = performance.now();
  const bounds = { ...host.limits, ...present({ timeLimitMs }) };
  // Z3 loads while the program is read.
  const choice = options.cat === undefined ? options.engine : 'symbolic';
  const engines = command.works === 'by-engines' ? await host.engines(choice) : [];
  const program = await programOf(request, host);
  const models = options.cat === undefined ? options.model : [await host.loadModel(options.cat, bounds)];
  const spent = performance.now() - start;
  const limits: Limits = {
    ...limitsOf(options),
    ...host.limits,
    // Small programs keep a moment for their answer, however long reading took.
    ...(timeLimitMs === undefined
      ? {}
      : { timeLimitMs: Math.max(timeLimitMs - spent, Math.min(timeLimitMs, 50)) }),
    ...present({ jobs }),
  };
  const confirm = host.confirm ?? confirmOf(options);
  const asked = { program, models, options, limits, file, confirm };
  const answer =
    command.works === 'by-engines'
      ? await command.ask({
          ...asked,
          engines,
          smt: (question, about) => host.smt(question, about, models, limits),
          // Pieces of accesses do more than the program does.
          ...present({ tell: options.indivisible === 'none' ? undefined : host.tell }),
        })
      : await command.ask({ ...asked, engines: await host.ownEngines(choice) });
  if (answer.status !== status.disagreement) {
    const unknown = `${unknownFunctionsLine(program)}${sourceDifferenceLines(program)}`;
    return unknown === '' ? answer : withMore(answer, unknown);
  }
  const { attachments = [], remark = '' } = disagreementPart(
    answer.askedBy ?? request.command,
    { file, options, program: answer.program ?? program },
    answer,
  );
  return withMore(answer, remark, attachments);
}

/** The answer in the format that is asked for. */
function printed(
  { file, options, colours, columns, command, withReport }: FileRequest,
  answer: Answer,
  seconds: number,
): Pick<FileAnswer, 'stdout' | 'report'> {
  if (isDocument(options.format)) {
    const report = answer.report?.() ?? noFormat(options.format, command);
    return { stdout: '', report: { file, seconds, ...report } };
  }
  if (options.format === 'herd') return { stdout: answer.herd?.() ?? noFormat('herd', command) };
  const report = withReport === true ? answer.report?.() : undefined;
  return {
    ...(report === undefined ? {} : { report: { file, seconds, ...report } }),
    stdout:
      options.json === true ? jsonLine(answer.json()) : answer.text(createStyle(colours.stdout, columns)),
  };
}

/** One document over all files. */
export const isDocument = (format: Format | undefined): format is 'sarif' | 'junit' =>
  format === 'sarif' || format === 'junit';

function noFormat(format: Format, command: string): never {
  throw new InputError({ code: 'no-format', message: `${command} has no answer in the format ${format}` });
}

/** Whether the options name a model of the user's own that can be used. */
export function checkModelOptions({ cat, engine }: Pick<AskOptions, 'cat' | 'engine'>): void {
  if (cat !== undefined && engine === 'explicit')
    throw new InputError({
      code: 'cat-engine',
      message: `the explicit engine has no machine for ${cat}`,
      hint: 'a model of your own is for --engine symbolic',
    });
}

/** The answer for a file when a limit left no other. */
export function stoppedAnswer(request: FileRequest, shortfall: Stopped['shortfall']): FileAnswer {
  const answer = errorAnswer(request, {
    file: request.file,
    ...stoppedDiagnostic(shortfall, 'unroll' in request.options),
  });
  return { ...answer, status: status.noAnswer };
}

export function errorAnswer(
  request: Pick<FileRequest, 'file' | 'options' | 'colours'>,
  diagnostic: Diagnostic,
  text?: string,
): FileAnswer {
  if (isDocument(request.options.format))
    return {
      status: status.badInput,
      stdout: '',
      stderr: diagnosticText(diagnostic, text, createStyle(request.colours.stderr)),
      report: { file: request.file, seconds: 0, ...errorReport(request.file, diagnostic) },
    };
  return request.options.json === true
    ? { status: status.badInput, stdout: jsonLine(errorJson(request.file, diagnostic)), stderr: '' }
    : {
        status: status.badInput,
        stdout: '',
        stderr: diagnosticText(diagnostic, text, createStyle(request.colours.stderr)),
      };
}

const jsonLine = (value: object): string => `${jsonText(value)}\n`;
