// `diptych replay`: checks saved witnesses again and prints them step by step.

import { type Command, Option } from 'commander';
import { parseLitmus } from '../frontend/litmus/index.js';
import { readTextFile } from '../frontend/textFile.js';
import type { Program } from '../program/program.js';
import { diagnosticText } from '../report/diagnostic.js';
import { disagreementFormat } from '../report/disagreementJson.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { replayJson, replayText } from '../report/replayText.js';
import { createStyle } from '../report/style.js';
import { Decoder } from '../support/decoder.js';
import { InputError } from '../support/diagnostic.js';
import { replayWitness } from '../verdict/replayWitness.js';
import { decodeWitness, type StoredProgram, witnessFormat } from '../verdict/witnessFile.js';
import { type Io, wantsColours } from './io.js';
import { replayDisagreement } from './replayDisagreement.js';
import { gravest, type Status, status } from './status.js';

export interface ReplayOptions {
  readonly json?: boolean;
}

export function defineReplay(parent: Command): Command {
  return parent
    .command('replay')
    .summary('check saved witnesses')
    .description(
      'Checks executions that --witness saved: replays each step by step on the machine, judges it by the cat file of its model, and prints it with memory and store buffers (docs/witness.md). Exit status 1 if one does not show what it says. A report of a disagreement is asked about again.',
    )
    .argument('<files...>', 'files that --witness wrote, or reports of disagreements')
    .addOption(new Option('--json', 'one JSON object per file and line (docs/witness.md)'))
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych check --witness why.json dekker.litmus
  diptych replay why.json`;

/** Runs another command of diptych. */
type Run = (argv: readonly string[]) => Promise<Status>;

export async function replay(
  files: readonly string[],
  options: ReplayOptions,
  io: Io,
  run: Run,
): Promise<Status> {
  const statuses: Status[] = [];
  for (const file of files) statuses.push(await replayFile(file, options, io, run));
  return gravest(statuses);
}

async function replayFile(file: string, { json }: ReplayOptions, io: Io, run: Run): Promise<Status> {
  try {
    const content = readJson(file);
    const format = new Decoder(content, file).at('format').oneOf([witnessFormat, disagreementFormat]);
    if (format === disagreementFormat)
      return await replayDisagreement(content, file, (argv) =>
        run(json === true ? [...argv, '--json'] : argv),
      );
    const stored = decodeWitness(content, file);
    const program = readStored(stored.program, file);
    const replayed = replayWitness(program, stored);
    io.stdout.write(
      json === true
        ? `${jsonText(replayJson(file, program, replayed))}\n`
        : replayText(file, program, replayed, createStyle(wantsColours(io.stdout, io.env))),
    );
    return replayed.flaw === undefined ? status.holds : status.violated;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (json === true) io.stdout.write(`${jsonText(errorJson(file, error.diagnostic))}\n`);
    else
      io.stderr.write(
        diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
      );
    return status.badInput;
  }
}

function readJson(file: string): unknown {
  const text = readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'bad-json', message: `this is no JSON: ${reason}`, file });
  }
}

/** The program read back, with the text its places refer to. */
function readStored({ litmus, source }: StoredProgram, file: string): Program {
  const program = parseLitmus(litmus, file);
  return source === undefined ? program : { ...program, source };
}
