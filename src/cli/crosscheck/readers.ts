// `diptych crosscheck --readers`: C programs, files or random ones, through both readers of C. A program on which they differ is made
// small on the spot.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../execution/execution.js';
import { readProgram } from '../../frontend/index.js';
import { readTextFile } from '../../frontend/textFile.js';
import {
  isSequential,
  type JudgedProgram,
  outputsOf,
  type RandomC,
  randomC,
  shrinkC,
  standAlone,
} from '../../generate/c/index.js';
import type { Program } from '../../program/program.js';
import { StateNames } from '../../report/state.js';
import { present } from '../../support/present.js';
import {
  type Crosschecked,
  type CrosscheckOptions,
  noSums,
  type Sums,
  sumOf,
} from '../../verdict/crosscheck/index.js';
import { compareReadings, type Reading, startSymbolic } from '../../verdict/crosscheck/readings.js';
import { isDefined } from './definedC.js';

export type ReadersWork =
  | { readonly kind: 'c file'; readonly path: string; readonly cc?: string }
  | {
      readonly kind: 'random c';
      readonly seed: number;
      readonly count: number;
      readonly source: RandomC;
      readonly cc?: string;
    };

/** The symbolic engine answers one of so many random programs too. */
const symbolicEvery = 10;

export async function checkReaders(
  work: ReadersWork,
  options: CrosscheckOptions,
  shrinkMs: number,
): Promise<Sums> {
  if (work.kind === 'c file') return checkFile(work, options);
  const folder = mkdtempSync(join(tmpdir(), 'diptych-readers-'));
  try {
    const sums: Sums[] = [];
    for (let seed = work.seed; seed < work.seed + work.count; seed++)
      sums.push(await new RandomCheck(seed, work, folder, options, shrinkMs).sums());
    return sumOf(sums);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkFile(
  { path, cc }: ReadersWork & { readonly kind: 'c file' },
  options: CrosscheckOptions,
): Promise<Sums> {
  const compared = await compare(path, options, { ...present({ cc }) });
  const { disagreements } = compared;
  const conflict = { program: readTextFile(path), disagreements };
  return sumsOf(
    compared,
    path,
    disagreements.length === 0 ? [] : [{ ...conflict, name: path, smallest: conflict }],
  );
}

/** Both readings of one file. `names`: what states show; absent: the names that both readings have. */
async function compare(
  path: string,
  options: CrosscheckOptions,
  { names, ...how }: { cc?: string; names?: readonly string[]; symbolic?: boolean; keep?: boolean },
): Promise<Crosschecked> {
  const { unroll, onQuestion } = options;
  const read = async (reader: Reading['route']): Promise<Reading> => {
    onQuestion?.();
    try {
      const { cc, keep } = how;
      const program = await readProgram(path, {
        unroll,
        reader,
        ...present({
          keepIr: keep,
          cc: reader === 'llvm' ? cc : undefined,
          observe: names,
        }),
      });
      return { route: reader, read: () => program };
    } catch (error) {
      return {
        route: reader,
        read: () => {
          throw error;
        },
      };
    }
  };
  const readings = [await read('c'), await read('llvm')];
  const shown = names ?? sharedNames(readings);
  return compareReadings(readings, {
    ...options,
    stateOf: (program, outcome) => stateOf(program, outcome, shown),
    ...(how.symbolic === true ? { symbolic: await startSymbolic() } : {}),
  });
}

function sharedNames(readings: readonly Reading[]): readonly string[] {
  try {
    const [own, other] = readings.map(({ read }) => namesOf(read()).observed);
    return own.filter((name) => other.includes(name));
  } catch {
    // One of them has no program: nothing is compared.
    return [];
  }
}

const known = new WeakMap<Program, StateNames>();

function namesOf(program: Program): StateNames {
  const names = known.get(program) ?? new StateNames(program);
  known.set(program, names);
  return names;
}

function stateOf(program: Program, outcome: Outcome, shown: readonly string[]): string {
  const names = namesOf(program);
  return shown
    .map((name) => {
      const i = names.observed.indexOf(name);
      return `${name}=${i < 0 ? 'not shown' : names.shown(outcome, i)}`;
    })
    .join(' ');
}

/** gcc computes with a type of exactly these bits, clang with the declared type; the readers follow one compiler each. */
const hasWideBitField = (text: string): boolean =>
  /\b(?:long(?: long)?(?: int)?|u?int64_t|u?intptr_t|s?size_t|ptrdiff_t)\s+\w+\s*:\s*(?:3[3-9]|[45]\d|6[0-3])\b/.test(
    text,
  );

/** One random program. */
class RandomCheck {
  readonly #path: string;
  readonly #program: JudgedProgram;

  constructor(
    readonly seed: number,
    readonly work: ReadersWork & { readonly kind: 'random c' },
    folder: string,
    readonly options: CrosscheckOptions,
    readonly shrinkMs: number,
  ) {
    this.#program = randomC(seed, work.source);
    this.#path = join(folder, `${this.#program.name}.c`);
  }

  async sums(): Promise<Sums> {
    const name = `seed ${this.seed}`;
    // Without other threads all models have the same executions.
    const { models } = this.options;
    const asked = { ...this.options, models: isSequential(this.seed) ? models.slice(0, 1) : models };
    const compared = await this.#compare(this.#program, asked);
    const { disagreements } = compared;
    if (disagreements.length === 0) return sumsOf(compared, name);
    const open = (why: string): Sums => ({
      ...noSums,
      programs: 1,
      open: [{ name: `${name}: ${why}`, inquiries: [] }],
    });
    if (hasWideBitField(standAlone(this.#program)))
      return open('gcc and clang give a bit-field that is wider than int different types');
    if (!(await this.#isDefined())) return open('undefined behaviour');
    const [smallest, shown] = await this.#shrunk(disagreements);
    const conflict = { name, seed: this.seed, program: standAlone(this.#program), disagreements };
    return sumsOf(compared, name, [
      { ...conflict, smallest: { program: standAlone(smallest), disagreements: shown } },
    ]);
  }

  #compare(program: JudgedProgram, options: CrosscheckOptions): Promise<Crosschecked> {
    writeFileSync(this.#path, standAlone(program));
    return compare(this.#path, options, {
      ...present({ cc: this.work.cc }),
      names: outputsOf(program).map((output) => output.name),
      symbolic: this.seed % symbolicEvery === 0 || this.seed % symbolicEvery === 1,
      keep: false,
    });
  }

  /** The program that was compared last: threads of random programs are defined whatever they do. */
  async #isDefined(): Promise<boolean> {
    return !isSequential(this.seed) || (await isDefined(this.#path, this.work.cc, this.options.onQuestion));
  }

  /** The smallest program that still differs on one of the same questions. */
  #shrunk(disagreements: Crosschecked['disagreements']) {
    const end = performance.now() + this.shrinkMs;
    const questions = new Set(disagreements.map(({ question }) => question));
    const models = this.options.models.filter((model) => disagreements.some((d) => d.model === model));
    const fewer = { ...this.options, models: models.slice(0, 1) };
    return shrinkC(this.#program, disagreements, async (candidates) => {
      for (const candidate of candidates) {
        if (performance.now() > end) return undefined;
        const { disagreements: shown } = await this.#compare(candidate, fewer);
        if (shown.some(({ question }) => questions.has(question)) && (await this.#isDefined()))
          return [candidate, shown];
      }
      return undefined;
    });
  }
}

const sumsOf = (
  { disagreements: _, open, ...sums }: Crosschecked,
  name: string,
  conflicts: Sums['conflicts'] = [],
): Sums => ({
  ...noSums,
  ...sums,
  programs: 1,
  open: open.length === 0 ? [] : [{ name, inquiries: open }],
  conflicts,
});
