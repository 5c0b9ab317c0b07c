// A piece of cross-checking that any thread can do: a file, or some random programs with consecutive seeds. Everything that
// goes in and comes out is plain data. A program on which routes disagree is made as small as possible on the spot.

import { readProgram } from '../../frontend/index.js';
import { shrinkSync } from '../../generate/index.js';
import { programOf, type RandomSource } from '../../generate/randomSource.js';
import { randomStarts } from '../../generate/randomStarts.js';
import { printProgram } from '../../program/printer.js';
import type { Program } from '../../program/program.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import {
  type Conflict,
  type Crosscheck,
  type CrosscheckOptions,
  type Inquiry,
  noSums,
  type Sums,
  startCrosscheck,
  sumOf,
} from '../../verdict/crosscheck/index.js';
import type { ReadersWork } from './readers.js';

export type Work =
  | ReadersWork
  | { readonly kind: 'file'; readonly path: string }
  /** Of a file, read elsewhere. */
  | { readonly kind: 'program'; readonly name: string; readonly program: Program }
  | {
      readonly kind: 'random';
      readonly seed: number;
      readonly count: number;
      readonly source: RandomSource;
    };

export interface Job {
  readonly work: Work;
  readonly options: CrosscheckOptions;
  /** Milliseconds that may go into making a failing program smaller. */
  readonly shrinkMs: number;
}

let started: Promise<Crosscheck> | undefined;

export async function doJob(given: Job, onQuestion?: () => void): Promise<Sums> {
  const job: Job = { ...given, options: { ...given.options, ...present({ onQuestion }) } };
  if (given.work.kind === 'c file' || given.work.kind === 'random c') {
    const { checkReaders } = await import('./readers.js');
    return checkReaders(given.work, job.options, job.shrinkMs);
  }
  started ??= startCrosscheck();
  const check = await started;
  const { work } = given;
  if (work.kind === 'file') return checkFile(check, job, work.path);
  if (work.kind === 'program') return checkProgram(check, job, work.program, work.name);
  return sumOf(
    Array.from({ length: work.count }, (_, i) => work.seed + i).map((seed) =>
      checkProgram(check, jobOf(job, seed), randomOf(seed, work.source), `seed ${seed}`, seed),
    ),
  );
}

/** In every fifth program threads start each other, unless the user chooses the programs' features. */
const randomOf = (seed: number, source: RandomSource): Program =>
  seed % 5 === 4 && source.features === undefined ? randomStarts(seed) : programOf(seed, source);

/** Every tenth program is put to the symbolic engine question by question, as users do; for the others that is too slow. */
const jobOf = (job: Job, seed: number): Job => ({
  ...job,
  options: { ...job.options, together: seed % 10 !== 0 },
});

async function checkFile(check: Crosscheck, job: Job, path: string): Promise<Sums> {
  try {
    const program = await readProgram(path, { unroll: job.options.unroll });
    return checkProgram(check, job, program, path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { diagnostic, text } = error;
    return { ...noSums, errors: [{ diagnostic, ...present({ text }) }] };
  }
}

function checkProgram(
  check: Crosscheck,
  { options, shrinkMs }: Job,
  program: Program,
  name: string,
  seed?: number,
): Sums {
  const { disagreements, open, ...sums } = check(program, options);
  return {
    ...noSums,
    ...sums,
    programs: 1,
    open: open.length === 0 ? [] : [{ name, inquiries: open }],
    conflicts:
      disagreements.length === 0
        ? []
        : [
            {
              name,
              ...present({ seed }),
              program: printProgram(program),
              disagreements,
              smallest: shrunk(check, options, program, disagreements, shrinkMs),
            },
          ],
  };
}

/** The smallest program that still has a disagreement on one of the same questions. */
function shrunk(
  check: Crosscheck,
  options: CrosscheckOptions,
  program: Program,
  disagreements: readonly Inquiry[],
  ms: number,
): Conflict['smallest'] {
  const end = performance.now() + ms;
  const questions = new Set(disagreements.map((d) => d.question));
  const models = options.models.filter((model) => disagreements.some((d) => d.model === model));
  const fewer = { ...options, models: models.slice(0, 1) };
  const fails = (candidate: Program): boolean =>
    performance.now() < end && check(candidate, fewer).disagreements.some((d) => questions.has(d.question));
  const smallest = fails(program) ? shrinkSync(program, fails) : program;
  return { program: printProgram(smallest), disagreements: check(smallest, options).disagreements };
}
