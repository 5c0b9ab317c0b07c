// `diptych generate`: litmus tests from names, from cycles of relaxations, at random, and from families that grow.

import { mkdir, writeFile } from 'node:fs/promises';
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
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { type Io, wantsColours } from './io.js';
import { parseCount } from './options.js';
import { type Status, status } from './status.js';

/** What commander makes of the options of `defineGenerate`. */
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
  readonly output?: string;
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
      `what random programs may contain: ${features.join(', ')} (default: all but alloc and fault)`,
    )
    .option('--family <name>', 'a program of a family that grows')
    .addOption(new Option('--n <n>', 'its parameter').argParser(parseCount(1)).default(2))
    .option('-o, --output <folder>', 'one file per test instead of standard output')
    .option('--list', 'names and relaxations only')
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych generate SB+mfences "PodWW Rfe PodRR Fre"
  diptych generate --edges "Pod** MFencedWR Rfe Fre Coe" --length 4 --critical --list
  diptych generate --random 100 --seed 7 --size 12 -o random/
  diptych generate --family dekker --n 3`;

export async function generate(tests: readonly string[], options: GenerateOptions, io: Io): Promise<Status> {
  try {
    let count = 0;
    if (options.output !== undefined)
      await writable(options.output, mkdir(options.output, { recursive: true }));
    for (const { program, about } of requested(tests, options)) {
      if (options.list === true) io.stdout.write(`${about}\n`);
      else if (options.output !== undefined)
        await save(join(options.output, `${program.name}.litmus`), program);
      else io.stdout.write(`${count > 0 ? '\n' : ''}${printProgram(program)}`);
      count++;
    }
    if (options.output !== undefined) io.stdout.write(`${count} tests in ${options.output}\n`);
    return status.holds;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(
      diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
    );
    return status.badInput;
  }
}

const save = (path: string, program: Program): Promise<unknown> =>
  writable(path, writeFile(path, printProgram(program)));

async function writable(path: string, done: Promise<unknown>): Promise<unknown> {
  try {
    return await done;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'cannot-write', message: `${path} cannot be written: ${why}` });
  }
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
