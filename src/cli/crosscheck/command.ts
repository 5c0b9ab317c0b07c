// `diptych crosscheck`: files, folders and random programs through every route to an answer. A disagreement is a bug in
// diptych: the program is made small, printed, and written to a report together with what was said about it.

import { join } from 'node:path';
import { parseCFeature } from '../../generate/c/features.js';
import type { RandomC } from '../../generate/c/index.js';
import { type Feature, parseFeature } from '../../generate/index.js';
import type { RandomSource } from '../../generate/randomSource.js';
import { conflictJson, crosscheckJson } from '../../report/crosscheckJson.js';
import { conflictText, crosscheckTable } from '../../report/crosscheckText.js';
import { diagnosticText } from '../../report/diagnostic.js';
import { jsonText } from '../../report/jsonText.js';
import { startProgress } from '../../report/progress.js';
import { createStyle } from '../../report/style.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { type Conflict, noSums, type Sums, sumOf } from '../../verdict/crosscheck/index.js';
import { writeWhole } from '../attachedFiles.js';
import { serverOf } from '../campaign/options.js';
import { findInputs } from '../files.js';
import { type Io, wantsColours } from '../io.js';
import { mostJobs } from '../jobs.js';
import { Runner } from '../runner/runner.js';
import { type Status, status } from '../status.js';
import { version } from '../version.js';
import { type Stated, withoutEffect } from '../withoutEffect.js';
import { rejectIdle } from './idle.js';
import type { Job, Work } from './job.js';
import { type JobPool, nameOf, openJobPool, resultsOf } from './jobs.js';
import { type CrosscheckArguments, crosscheckOptionsOf } from './options.js';

/** Random programs of one job: enough to make the way to a thread cheap. */
const batch = 10;

export async function crosscheck(
  paths: readonly string[],
  given: CrosscheckArguments,
  io: Io,
  stated: Stated = new Set(),
): Promise<Status> {
  try {
    rejectIdle(given, stated, paths);
    if (given.native !== undefined && paths.length > 0)
      throw withoutEffect(paths[0], '--native is for random tests: outcomes --native runs files');
    if (given.native !== undefined)
      return await (await import('./native.js')).crosscheckOnProcessor(given.native, given, io);
    return await crosscheckAll(paths, given, io);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(
      diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
    );
    return status.badInput;
  }
}

async function crosscheckAll(paths: readonly string[], given: CrosscheckArguments, io: Io): Promise<Status> {
  const runner = new Runner(io, given.memory, given.timeout);
  const { jobs, programs, errors } = await plan(paths, given, () => runner.interrupted);
  const threads = Math.min(given.jobs, mostJobs());
  const near = openJobPool(runner, threads);
  const server = serverOf(given, io);
  const elsewhere =
    server === undefined ? undefined : await openJobs(server, paths, given, programs, io, runner, near);
  const pool = elsewhere?.pool ?? near;
  const progress = startProgress(programs, io.stderr, undefined, 'programs');
  const start = performance.now();
  let sum: Sums = { ...noSums, errors };
  try {
    for await (const [job, result] of resultsOf(pool, jobs, elsewhere?.most ?? 2 * threads)) {
      progress.clear();
      for (const conflict of result.conflicts) await tell(conflict, given, io);
      sum = sumOf([sum, result]);
      progress.show(sum.programs, job.work.kind === 'random' ? `seed ${job.work.seed}` : nameOf(job));
      // One disagreement among random programs is enough: others most likely have the same cause.
      if (runner.interrupted || (job.work.kind === 'random' && sum.conflicts.length > 0)) break;
    }
  } finally {
    progress.stop();
    await elsewhere?.close(runner.interrupted);
    await runner.close();
  }
  for (const { diagnostic, text } of sum.errors)
    io.stderr.write(diagnosticText(diagnostic, text, createStyle(wantsColours(io.stderr, io.env))));
  const ms = performance.now() - start;
  io.stdout.write(given.json === true ? `${jsonText(crosscheckJson(sum, ms))}\n` : crosscheckTable(sum, ms));
  return statusOf(sum, runner.interrupted);
}

/** Jobs that are on their way at a time: enough for many workers. */
const mostElsewhere = 256;

async function openJobs(
  server: string,
  paths: readonly string[],
  given: CrosscheckArguments,
  total: number,
  io: Io,
  runner: Runner,
  near: JobPool,
): Promise<{ pool: JobPool; most: number; close(interrupted: boolean): Promise<void> }> {
  const [{ openCampaign }, { closeCampaign, showProgress }, { jobsElsewhere }] = await Promise.all([
    import('../campaign/open.js'),
    import('../campaign/progress.js'),
    import('./elsewhere.js'),
  ]);
  const campaign = await openCampaign(
    server,
    given,
    { command: 'crosscheck', options: given, subjects: paths, unit: 'programs', total },
    io,
  );
  const line = showProgress(campaign, io);
  return {
    pool: jobsElsewhere(campaign, near, runner, given.twoWorkers === true),
    most: mostElsewhere,
    close: (interrupted) => {
      line.stop();
      return closeCampaign(campaign, interrupted, io);
    },
  };
}

function statusOf({ conflicts, errors, open }: Sums, interrupted: boolean): Status {
  if (conflicts.length > 0) return status.disagreement;
  if (errors.length > 0) return status.badInput;
  return open.length > 0 || interrupted ? status.noAnswer : status.holds;
}

interface Plan {
  readonly jobs: Iterable<Job>;
  /** How many programs that will be, as far as it is known. */
  readonly programs: number;
  readonly errors: Sums['errors'];
}

async function plan(
  paths: readonly string[],
  given: CrosscheckArguments,
  stop: () => boolean,
): Promise<Plan> {
  const { random, minutes } = given;
  if (paths.length === 0 && random === undefined && minutes === undefined)
    throw new InputError({
      code: 'nothing-to-check',
      message: 'no program was named',
      hint: 'files, folders, --random or --minutes; --help has examples',
    });
  const inputs = findInputs(paths);
  const files = inputs.flatMap((input) => (input.kind === 'file' ? [input.path] : []));
  const errors = inputs.flatMap((i) => (i.kind === 'error' ? [{ diagnostic: i.error.diagnostic }] : []));
  const count = random ?? (minutes === undefined ? 0 : Number.POSITIVE_INFINITY);
  const deadline = minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
  function* jobs(): Generator<Job> {
    const common = { options: crosscheckOptionsOf(given), shrinkMs: 120_000 };
    const { readers = false, cc } = given;
    const reading = present({ cc });
    for (const path of files)
      if (!stop())
        yield { work: readers ? { kind: 'c file', path, ...reading } : { kind: 'file', path }, ...common };
    for (let done = 0; done < count && performance.now() < deadline && !stop(); done += batch) {
      const size = Math.min(batch, count - done);
      const seeds = { seed: given.seed + done, count: size };
      const work: Work = readers
        ? { kind: 'random c', ...seeds, source: sourceOfC(given), ...reading }
        : { kind: 'random', ...seeds, source: sourceOf(given) };
      yield { work, ...common };
    }
  }
  return { jobs: jobs(), programs: files.length + (Number.isFinite(count) ? count : 0), errors };
}

const sourceOf = ({ size, features }: CrosscheckArguments): RandomSource => ({
  size,
  ...(features === undefined ? {} : { features: featuresOf(features) }),
});

const sourceOfC = ({ size, features }: CrosscheckArguments): RandomC => ({
  size,
  ...(features === undefined
    ? {}
    : { features: features.split(',').map((name) => parseCFeature(name.trim())) }),
});

const featuresOf = (list: string): readonly Feature[] =>
  list === 'none' ? [] : list.split(',').map((name) => parseFeature(name.trim()));

/** Prints a conflict and writes its report. */
async function tell(conflict: Conflict, given: CrosscheckArguments, io: Io): Promise<void> {
  const name = conflict.name.replace(/[^\w.+-]+/g, '-').replace(/^-+/, '');
  const file = join(given.report, `disagreement-${name}.json`);
  const how = given.readers === true ? ` --readers${given.cc === undefined ? '' : ` --cc ${given.cc}`}` : '';
  const again =
    conflict.seed === undefined
      ? `diptych crosscheck${how} ${conflict.name} --unroll ${given.unroll}`
      : `diptych crosscheck${how} --random 1 --seed ${conflict.seed} --size ${given.size}${given.features === undefined ? '' : ` --features ${given.features}`}`;
  const report = conflictJson(conflict, { version: version(), again, options: crosscheckOptionsOf(given) });
  try {
    writeWhole(file, `${jsonText(report, 2)}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    io.stderr.write(`The report cannot be written: ${why}\n`);
  }
  io.stdout.write(
    given.json === true
      ? `${jsonText({ ...report, report: file })}\n`
      : conflictText(conflict, { file, again }, createStyle(wantsColours(io.stdout, io.env))),
  );
}
