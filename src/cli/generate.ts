// `diptych generate`: litmus tests from names, from cycles of relaxations, at random, and from families that grow.

import { join } from 'node:path';
import { type Command, Option } from 'commander';
import {
  canonical,
  cycleName,
  cycleOfName,
  cycles,
  cycleText,
  defaultFeatures,
  familyProgram,
  features,
  parseCycle,
  parseFeature,
  parseRelaxationSet,
  randomProgram,
  testOfCycle,
} from '../generate/index.js';
import { printProgram } from '../program/printer.js';
import type { Program } from '../program/program.js';
import { diagnosticText } from '../report/diagnostic.js';
import { stoppedDiagnostic } from '../report/stopped.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { stopReasonOf } from '../verdict/engine.js';
import { AttachedFiles } from './attachedFiles.js';
import { type Io, wantsColours } from './io.js';
import { forceOption, memoryOption, parseCount, timeoutOption } from './options.js';
import { resultOf, Stopped } from './runner/onThread.js';
import { Runner } from './runner/runner.js';
import type { Piece, TaskContext } from './runner/task.js';
import { type Status, status } from './status.js';

/** The options of `defineGenerate` as commander parses them. */
export interface GenerateOptions {
  readonly edges?: string;
  readonly length: number;
  readonly critical?: boolean;
  readonly random?: number;
  readonly seed: number;
  readonly size: number;
  readonly features?: string;
  readonly family?: string;
  readonly n: number;
  readonly out?: string;
  readonly timeout?: number;
  readonly memory?: number;
  readonly force?: boolean;
  readonly list?: boolean;
}

export function defineGenerate(parent: Command): Command {
  return parent
    .command('generate')
    .summary('write litmus tests')
    .description(
      'Writes litmus tests: of cycles given by name (SB+mfence+po) or as relaxations ("PodWR Fre PodWR Fre"), of all cycles over a set of relaxations, at random, or of a family of programs (docs/generate.md).',
    )
    .argument('[tests...]', 'names, or lists of relaxations each quoted as one argument')
    .option('--edges <relaxations>', 'all cycles over these relaxations')
    .addOption(new Option('--length <n>', 'most edges of those cycles').argParser(parseCount(2)).default(4))
    .option('--critical', 'without cycles in which two neighbouring edges amount to one')
    .addOption(new Option('--random <n>', 'random programs').argParser(parseCount(1)))
    .addOption(
      new Option('--seed <n>', 'the first seed of random programs').argParser(parseCount(0)).default(0),
    )
    .addOption(
      new Option('--size <n>', 'most memory events of a random program').argParser(parseCount(1)).default(8),
    )
    .option(
      '--features <list>',
      `features that random programs may contain: ${features.join(', ')} (default: all but ${features.filter((f) => !defaultFeatures.includes(f)).join(', ')})`,
    )
    .option('--family <name>', 'a program of a family that grows')
    .addOption(new Option('--n <n>', 'its parameter').argParser(parseCount(1)).default(2))
    .option('-o, --out <folder>', 'one file per test instead of standard output')
    .addOption(timeoutOption('time for all tests'))
    .addOption(memoryOption())
    .addOption(forceOption())
    .option('--list', 'names and relaxations only')
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych generate SB+mfences "PodWW Rfe PodRR Fre"
  diptych generate --edges "Pod** MFencedWR Rfe Fre Coe" --length 4 --critical --list
  diptych generate --random 100 --seed 7 --size 12 -o random/
  diptych generate --family dekker --n 3`;

/** A request to a thread. */
export interface GenerateRequest {
  readonly tests: readonly string[];
  readonly options: GenerateOptions;
}

export async function generate(tests: readonly string[], options: GenerateOptions, io: Io): Promise<Status> {
  const runner = new Runner(io, options.memory, options.timeout);
  const style = createStyle(wantsColours(io.stderr, io.env));
  const output = new GenerateOutput(options, io);
  try {
    const { supervisor, signal } = runner;
    if (supervisor === undefined)
      await generateTests(tests, options, {
        stop: () => runner.interrupted,
        emit: async (piece) => output.put(piece),
      });
    else {
      const unwritable = new AbortController();
      let failure: unknown;
      const ended = await supervisor.run(
        'generate',
        { tests, options },
        {
          signal: AbortSignal.any([signal, unwritable.signal]),
          onPiece: (piece) => {
            try {
              output.put(piece);
            } catch (error) {
              failure ??= error;
              unwritable.abort('interrupted');
            }
          },
        },
      );
      if (failure !== undefined) throw failure;
      resultOf(ended);
    }
    // It may have ended by itself when it was told to.
    if (runner.interrupted) throw new Stopped({ kind: stopReasonOf(signal) });
    output.end();
    return status.holds;
  } catch (error) {
    if (error instanceof Stopped) {
      output.end();
      io.stderr.write(diagnosticText(stoppedDiagnostic(error.shortfall), undefined, style));
      return status.noAnswer;
    }
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  } finally {
    await runner.close();
  }
}

/** Where tests go: to standard output, or each to a file. */
class GenerateOutput {
  readonly #options: GenerateOptions;
  readonly #io: Io;
  readonly #files: AttachedFiles;
  #count = 0;

  constructor(options: GenerateOptions, io: Io) {
    this.#options = options;
    this.#io = io;
    this.#files = new AttachedFiles(options.force === true);
  }

  put({ name, text }: Piece): void {
    const { out, list } = this.#options;
    if (list === true) this.#io.stdout.write(text);
    else if (out !== undefined) this.#files.write({ path: join(out, `${name}.litmus`), text });
    else this.#io.stdout.write(`${this.#count > 0 ? '\n' : ''}${text}`);
    this.#count++;
  }

  end(): void {
    const { out, list } = this.#options;
    if (out !== undefined && list !== true) this.#io.stdout.write(`${this.#count} tests in ${out}\n`);
  }
}

/** How many there were. */
export async function generateTests(
  tests: readonly string[],
  options: GenerateOptions,
  { stop, emit }: Pick<TaskContext, 'stop' | 'emit'>,
): Promise<number> {
  let count = 0;
  for (const { program, about } of requested(tests, options)) {
    if (stop()) break;
    await emit({ name: program.name, text: options.list === true ? `${about}\n` : printProgram(program) });
    count++;
  }
  return count;
}

interface Generated {
  readonly program: Program;
  readonly about: string;
}

function* requested(tests: readonly string[], options: GenerateOptions): Generator<Generated> {
  const { edges, length, critical, random, seed, size, family, n } = options;
  if (tests.length === 0 && edges === undefined && random === undefined && family === undefined)
    throw new InputError({
      code: 'nothing-to-generate',
      message: 'no test was asked for',
      hint: 'a name, relaxations, --edges, --random or --family; --help has examples',
    });
  const chosen = options.features?.split(',').map((name) => parseFeature(name.trim())) ?? defaultFeatures;
  for (const test of tests) yield ofCycle(/\s/.test(test) ? parseCycle(test) : cycleOfName(test));
  if (edges !== undefined)
    for (const cycle of cycles({
      edges: parseRelaxationSet(edges),
      maxLength: length,
      critical: critical === true,
    }))
      yield ofCycle(cycle);
  if (family !== undefined) yield named(familyProgram(family, n));
  for (let i = 0; i < (random ?? 0); i++) yield named(randomProgram(seed + i, { size, features: chosen }));
}

const ofCycle = (cycle: ReturnType<typeof parseCycle>): Generated => ({
  program: testOfCycle(cycle),
  about: `${cycleName(cycle)}: ${cycleText(canonical(cycle))}`,
});

const named = (program: Program): Generated => ({ program, about: program.name });
