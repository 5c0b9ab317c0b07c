// `diptych replay`: checks saved witnesses again and prints them step by step.

import { type Command, Option } from 'commander';
import { parseLitmus } from '../frontend/litmus/index.js';
import { readTextFile } from '../frontend/textFile.js';
import { withNames } from '../program/names.js';
import type { Program } from '../program/program.js';
import { diagnosticText } from '../report/diagnostic.js';
import { disagreementFormat } from '../report/disagreementJson.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { replayJson, replayText } from '../report/replayText.js';
import { createStyle } from '../report/style.js';
import { Decoder } from '../support/decoder.js';
import { InputError } from '../support/diagnostic.js';
import { forFinalStates } from '../verdict/engine.js';
import type { ReplayedWitness } from '../verdict/replayWitness.js';
import { decodeWitness, type StoredProgram, witnessFormat } from '../verdict/witnessFile.js';
import type { Answer, RawCommand, RunOptions } from './fileCommand.js';
import { addGraphOption } from './graphOption.js';
import { type Io, wantsColours } from './io.js';
import { forceOption, jobsOption, memoryOption, timeoutOption } from './options.js';
import { replayDisagreement } from './replayDisagreement.js';
import { gravest, type Status, status } from './status.js';
import { decisivePicture } from './witnessOption.js';

export interface ReplayOptions extends RunOptions {
  readonly graph?: string;
}

export function defineReplay(parent: Command): Command {
  return addGraphOption(
    parent
      .command('replay')
      .summary('check saved witnesses')
      .description(
        'Checks executions that --witness saved: replays each step by step on the machine, judges it by the cat file of its model, and prints it with memory and store buffers (docs/witness.md). Exit status 1 if one does not show its claim. A report of a disagreement is asked about again.',
      )
      .argument('<files...>', 'files that --witness wrote, or reports of disagreements')
      .addOption(timeoutOption('time for one file'))
      .addOption(memoryOption())
      .addOption(jobsOption('threads to use for several files'))
      .addOption(new Option('--json', 'one JSON object per file and line (docs/witness.md)'))
      .addOption(forceOption())
      .addHelpText('after', examples),
  );
}

const examples = `
Examples:
  diptych check --witness why.json dekker.litmus
  diptych replay why.json
  diptych replay --graph why.html why.json       a page that steps through it`;

/** Runs another command of diptych. */
type Run = (argv: readonly string[]) => Promise<Status>;

/** A report of a disagreement is asked about again; everything else is to be a witness. */
export async function replay(
  files: readonly string[],
  options: ReplayOptions,
  io: Io,
  run: Run,
): Promise<Status> {
  const { eachFile } = await import('./eachFile.js');
  const statuses: Status[] = [];
  let witnesses: string[] = [];
  const check = async (): Promise<void> => {
    if (witnesses.length > 0) statuses.push(await eachFile('replay', witnesses, options, io));
    witnesses = [];
  };
  for (const file of files) {
    const report = disagreementIn(file);
    if (report === undefined) {
      witnesses.push(file);
      continue;
    }
    await check();
    statuses.push(
      await told(file, options, io, () =>
        replayDisagreement(report, file, (argv) => run(options.json === true ? [...argv, '--json'] : argv)),
      ),
    );
  }
  await check();
  return gravest(statuses);
}

async function told(
  file: string,
  { json }: ReplayOptions,
  io: Io,
  work: () => Promise<Status>,
): Promise<Status> {
  try {
    return await work();
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

/** The content of the file, if it is the report of a disagreement. */
function disagreementIn(file: string): unknown {
  try {
    const content = readJson(file);
    return new Decoder(content, file).at('format').oneOf([disagreementFormat]) && content;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

export const replayCommand: RawCommand<ReplayOptions> = {
  works: 'on-a-file',
  programs: false,
  define: defineReplay,
  async ask({ file, options, limits, standardInput }) {
    const { replayWitness } = await import('../verdict/replayWitness.js');
    limits.onPhase?.('reading');
    const content = readJson(file, standardInput);
    new Decoder(content, file).at('format').oneOf([witnessFormat]);
    const stored = decodeWitness(content, file);
    const program = readStored(stored.program, file);
    limits.onPhase?.('certifying');
    const replayed = replayWitness(program, stored);
    return {
      status: replayed.flaw === undefined ? status.holds : status.violated,
      ...(await picturePart(program, replayed, options)),
      json: () => replayJson(file, program, replayed),
      text: (style) => replayText(file, program, replayed, style),
    };
  },
};

/** An execution without a certificate may not exist: it is not drawn. */
async function picturePart(
  program: Program,
  { stored, witness, flaw }: ReplayedWitness,
  { graph }: ReplayOptions,
): Promise<Pick<Answer, 'attachments' | 'remark'>> {
  if (graph === undefined) return {};
  if (flaw !== undefined) return { remark: `the witness is not certified: ${graph} was not written\n` };
  const decisive = { claim: stored.shows, shown: { execution: witness.execution, witness } };
  const asked = forFinalStates(program, stored);
  return { attachments: await decisivePicture(asked, { graph, unroll: stored.unroll }, decisive) };
}

function readJson(file: string, standardInput?: string): unknown {
  const text = file === '-' && standardInput !== undefined ? standardInput : readTextFile(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'bad-json', message: `this is no JSON: ${reason}`, file });
  }
}

/** The program read back, with the text its places refer to. */
function readStored({ litmus, names, source }: StoredProgram, file: string): Program {
  const parsed = parseLitmus(litmus, file);
  const program = names === undefined ? parsed : withNames(parsed, names);
  return source === undefined ? program : { ...program, source };
}
