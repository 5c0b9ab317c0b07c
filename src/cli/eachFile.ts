// Runs one question over many files. A file that cannot be read or that breaks an engine is reported in its place and
// does not stop the others.

import { readProgram } from '../frontend/index.js';
import { InputError } from '../program/diagnostic.js';
import type { Program } from '../program/program.js';
import { diagnosticText } from '../report/diagnostic.js';
import { errorJson } from '../report/json.js';
import { startProgress } from '../report/progress.js';
import { createStyle, type Style } from '../report/style.js';
import { findInputs, type Input } from './files.js';
import { type Io, wantsColours } from './io.js';
import { gravest, type Status, status } from './status.js';

/** How a command answers for one program. */
export interface FileCommand<V> {
  readonly json: boolean;
  ask(program: Program): Promise<V>;
  statusOf(verdict: V): Status;
  toJson(file: string, verdict: V): object;
  toText(file: string, verdict: V, style: Style): string;
  /** The last line of a text answer over several files. */
  summary?(statuses: readonly Status[]): string;
}

export async function eachFile<V>(
  paths: readonly string[],
  io: Io,
  command: FileCommand<V>,
): Promise<Status> {
  const inputs = await findInputs(paths);
  const outStyle = createStyle(wantsColours(io.stdout, io.env));
  const errStyle = createStyle(wantsColours(io.stderr, io.env));
  const progress = startProgress(inputs.length, io.stderr);
  const statuses: Status[] = [];

  const report = async (input: Input): Promise<Status> => {
    try {
      const program = await programOf(input);
      const verdict = await command.ask(program);
      progress.clear();
      io.stdout.write(
        command.json
          ? `${JSON.stringify(command.toJson(input.path, verdict))}\n`
          : `${statuses.length === 0 ? '' : '\n'}${command.toText(input.path, verdict, outStyle)}`,
      );
      return command.statusOf(verdict);
    } catch (error) {
      progress.clear();
      const diagnostic =
        error instanceof InputError
          ? error.diagnostic
          : { code: 'internal', message: internalMessage(error, io), file: input.path };
      if (command.json) io.stdout.write(`${JSON.stringify(errorJson(input.path, diagnostic))}\n`);
      else
        io.stderr.write(
          diagnosticText(diagnostic, error instanceof InputError ? error.text : undefined, errStyle),
        );
      return error instanceof InputError ? status.badInput : status.disagreement;
    }
  };

  for (const input of inputs) {
    progress.show(statuses.length, input.path);
    statuses.push(await report(input));
  }
  progress.clear();
  if (!command.json && inputs.length > 1 && command.summary !== undefined)
    io.stdout.write(`\n${command.summary(statuses)}\n`);
  return gravest(statuses);
}

async function programOf(input: Input): Promise<Program> {
  if (input.kind === 'error') throw input.error;
  return readProgram(input.path);
}

/** A broken invariant: one line, or the whole stack when DIPTYCH_DEBUG is set. */
function internalMessage(error: unknown, io: Io): string {
  if (!(error instanceof Error)) return String(error);
  return io.env.DIPTYCH_DEBUG && error.stack !== undefined ? error.stack : error.message;
}
