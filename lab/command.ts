// `diptych tables`: runs the experiments and writes their tables and plots.

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { Campaign } from '#diptych/campaign/queue/campaign.js';
import { type CampaignOptions, onOption, resumeOption, serverOf } from '#diptych/cli/campaign/options.js';
import { exitStatus, speaking } from '#diptych/cli/commander.js';
import { type Io, wantsColours } from '#diptych/cli/io.js';
import { parseCount, parseSeconds } from '#diptych/cli/options.js';
import { gravest, type Status, status } from '#diptych/cli/status.js';
import { diagnosticText } from '#diptych/report/diagnostic.js';
import { type Progress, startProgress } from '#diptych/report/progress.js';
import { createStyle } from '#diptych/report/style.js';
import { tableLines } from '#diptych/report/table.js';
import { InputError } from '#diptych/support/diagnostic.js';
import { present } from '#diptych/support/present.js';
import { tableFiles } from './files/files.js';
import { tableSummary } from './files/summary.js';
import { parseTools } from './papers/tools.js';
import { decodeAddress, measureElsewhere } from './run/measureElsewhere.js';
import { type MeasurePart, measureHere, measureInChild, type PartResult } from './run/measurePart.js';
import { isTableFile } from './run/otherBuild.js';
import { runTables } from './run/runTables.js';
import type { Experiment, Problem, Table } from './table.js';

/** The module of child processes. From sources there is none, and everything is measured in this process. */
const row = new URL('./run/row.js', import.meta.url);

/** The options of `tablesCommand` as commander parses them. */
interface TablesOptions extends CampaignOptions {
  readonly quick?: boolean;
  readonly out: string;
  readonly timeout?: number;
  readonly only?: string;
  readonly jobs?: number;
  readonly json?: boolean;
  readonly list?: boolean;
  /** Of commander: the text of --with. */
  readonly with?: string;
}

const tablesCommand = (io: Io, all: readonly Experiment[]): Command =>
  speaking(new Command('diptych tables'), io)
    .description(
      'Runs the experiments of the papers and those on diptych itself, and writes each as Markdown, CSV, JSON and SVG (docs/experiments.md). Exit status 1: a verdict is not the known one; 3: the engines disagree.',
    )
    .argument('[names...]', 'the tables to write (default: all)')
    .option('--list', 'only list the tables')
    .option('--quick', 'few and small programs: about two minutes instead of half an hour')
    .option('-o, --out <folder>', 'the folder for the files', 'results')
    .addOption(
      new Option('--timeout <seconds>', 'limit of each measurement, in place of that of its table').argParser(
        parseSeconds,
      ),
    )
    .option('--only <text>', 'only rows that have this in their name, SECTION/ROW')
    .addOption(
      new Option('-j, --jobs <n>', 'measurements at a time (default: one per core)').argParser(parseCount(1)),
    )
    .option(
      '--with <rivals>',
      'programs to compare with, NAME=PATH,...: for the table rivals genmc, nidhugg, deagle, cbmc or herd7; for all tables diptych, another build of it or a table that it wrote (.json)',
    )
    .option('--json', 'print each table as one JSON object and line')
    .addOption(onOption())
    .addOption(resumeOption())
    .addHelpText('after', `\nTables:\n${listOf(all)}\n${examples}`);

const examples = `
Examples:
  diptych tables --quick                     everything, on a small scale
  diptych tables engines encodings           two tables, in full
  diptych tables nidhugg --timeout 60 -j 1   more time for each row, nothing else at the same time
  diptych tables nidhugg --only dekker -o .  some rows, not written over the others
  diptych tables rivals --with cbmc=/usr/bin/cbmc,genmc=genmc -j 1   whole commands, ours and theirs`;

/** A line for each table: its name and its subject. */
const listOf = (all: readonly Experiment[]): string =>
  tableLines(
    [{ head: 'table' }, { head: 'subject' }],
    all.map(({ name, title }) => [name, title]),
  )
    .slice(1)
    .join('\n');

/** The command itself; `diptych` passes its words here. */
export const tables = (words: readonly string[], io: Io): Promise<Status> =>
  exitStatus(async () => {
    let result: Status = status.holds;
    const { experiments } = await import('./index.js');
    await tablesCommand(io, experiments)
      .action(async (names: string[], options: TablesOptions) => {
        result = await makeTables(names, options, io);
      })
      .parseAsync(words, { from: 'user' });
    return result;
  });

export async function makeTables(
  names: readonly string[],
  options: TablesOptions,
  io: Io,
  given?: readonly Experiment[],
): Promise<Status> {
  // Loaded here, because other commands do not need it.
  const all = given ?? (await import('./index.js')).experiments;
  if (options.list === true) {
    io.stdout.write(`${listOf(all)}\n`);
    return status.holds;
  }
  try {
    return await writeTables(chosen(names, all), options, io, all);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  }
}

function chosen(names: readonly string[], all: readonly Experiment[]): readonly Experiment[] {
  const unknown = names.find((name) => !all.some((experiment) => experiment.name === name));
  if (unknown !== undefined)
    throw new InputError({
      code: 'unknown-table',
      message: `no table is named ${unknown}`,
      hint: `one of ${all.map(({ name }) => name).join(', ')}`,
    });
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

async function writeTables(
  wanted: readonly Experiment[],
  options: TablesOptions,
  io: Io,
  all: readonly Experiment[],
): Promise<Status> {
  const { out } = options;
  const tools = options.with === undefined ? undefined : parseTools(options.with);
  const running = wanted.find(({ runsOtherBuild }) => runsOtherBuild === true)?.name;
  if (tools?.diptych !== undefined && isTableFile(tools.diptych) && running !== undefined)
    throw new InputError({
      code: 'unknown-rival',
      message: `the table ${running} runs the commands of the other build, and ${tools.diptych} is none`,
    });
  await writable(out, mkdir(out, { recursive: true }));
  const stop = new AbortController();
  const release = io.onInterrupt?.(() => stop.abort());
  const statuses: Status[] = [];
  let progress: Progress | undefined;
  let written = 0;
  let measurements = 0;
  const elsewhere = await openElsewhere(wanted, options, io);
  try {
    for await (const table of runTables(wanted, {
      scale: options.quick === true ? 'quick' : 'full',
      jobs: options.jobs ?? (elsewhere === undefined ? availableParallelism() : mostElsewhere),
      ...present({ timeoutSeconds: options.timeout, only: options.only }),
      ...present({ tools }),
      measure: elsewhere === undefined ? measureNear(all) : measureElsewhere(elsewhere.campaign),
      stop: elsewhere === undefined ? stop.signal : AbortSignal.any([stop.signal, elsewhere.campaign.signal]),
      onProgress(done, total, next) {
        measurements = total;
        elsewhere?.campaign.count(done, total);
        if (elsewhere !== undefined) return;
        progress ??= startProgress(total, io.stderr, undefined, 'measurements');
        progress.show(done, next);
      },
    })) {
      for (const file of tableFiles(table)) {
        const path = join(out, file.name);
        await writable(path, writeFile(path, file.text));
      }
      written++;
      statuses.push(...problemsOf(table).map(statusOf));
      progress?.clear();
      io.stdout.write(options.json === true ? `${JSON.stringify(table)}\n` : tableSummary(table, out));
    }
    if (!stop.signal.aborted) elsewhere?.campaign.count(measurements, measurements);
  } finally {
    progress?.stop();
    release?.();
    await elsewhere?.close(stop.signal.aborted);
  }
  if (written < wanted.length) {
    io.stderr.write(`interrupted after ${written} of ${wanted.length} tables\n`);
    statuses.push(status.noAnswer);
  }
  return gravest(statuses);
}

const measureNear = (all: readonly Experiment[]): MeasurePart =>
  existsSync(row) ? measureInChild(row) : measureHere(all);

/** For a worker: measures a part of another machine's table. */
export const measurePart = async (address: unknown, signal: AbortSignal): Promise<PartResult> =>
  measureNear((await import('./index.js')).experiments)(decodeAddress(address), signal);

/** Measurements on their way at a time. */
const mostElsewhere = 256;

async function openElsewhere(
  wanted: readonly Experiment[],
  options: TablesOptions,
  io: Io,
): Promise<{ campaign: Campaign; close(interrupted: boolean): Promise<void> } | undefined> {
  const server = serverOf(options, io);
  if (server === undefined) return undefined;
  if (options.with !== undefined)
    throw new InputError({
      code: 'queue-option',
      message: `--with ${options.with}: other programs do not travel`,
      hint: 'leave out --on',
    });
  const [{ openCampaign }, { closeCampaign, showProgress }] = await Promise.all([
    import('#diptych/cli/campaign/open.js'),
    import('#diptych/cli/campaign/progress.js'),
  ]);
  const { out: _out, ...asked } = options;
  const subjects = wanted.map(({ name }) => name);
  const campaign = await openCampaign(
    server,
    options,
    { command: 'tables', options: asked, subjects, unit: 'measurements' },
    io,
  );
  const line = showProgress(campaign, io);
  return {
    campaign,
    close: (interrupted) => {
      line.stop();
      return closeCampaign(campaign, interrupted, io);
    },
  };
}

const problemsOf = ({ sections }: Table): readonly Problem[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ problems = [] }) => problems));

function statusOf({ kind }: Problem): Status {
  switch (kind) {
    case 'verdict':
      return status.violated;
    case 'disagreement':
    case 'failed':
      return status.disagreement;
  }
}

async function writable(path: string, done: Promise<unknown>): Promise<unknown> {
  try {
    return await done;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'cannot-write', message: `${path} cannot be written: ${why}` });
  }
}
