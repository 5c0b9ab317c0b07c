// `diptych tables` belongs to the laboratory (lab/), which is no part of the library. It is found by name when a user
// asks for it, and gets the words of its command as they are.

import type { Command } from 'commander';
import { diagnosticText } from '../report/diagnostic.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { type Io, wantsColours } from './io.js';
import { type Status, status } from './status.js';

/** The interface of the laboratory. */
interface Laboratory {
  tables(words: readonly string[], io: Io): Promise<Status>;
  /** Measures what an address names, as data of the laboratory's own. */
  measurePart(address: unknown, signal: AbortSignal): Promise<unknown>;
}

const isLaboratory = (module: object): module is Laboratory =>
  'tables' in module &&
  typeof module.tables === 'function' &&
  'measurePart' in module &&
  typeof module.measurePart === 'function';

/** See "imports" in package.json. */
const laboratory: string = '#lab/command.js';

export const defineTables = (parent: Command): Command =>
  parent
    .command('tables')
    .summary('run the experiments and write tables and plots')
    .usage('[options] [names...]')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[names...]');

export async function tables(words: readonly string[], io: Io): Promise<Status> {
  const module = await load();
  if (module !== undefined) return module.tables(words, io);
  const { diagnostic, text } = absent();
  io.stderr.write(diagnosticText(diagnostic, text, createStyle(wantsColours(io.stderr, io.env))));
  return status.badInput;
}

/** For a table that is made on another machine. Throws an InputError where there is no laboratory. */
export async function measurePart(address: unknown, signal: AbortSignal): Promise<unknown> {
  const module = await load();
  if (module === undefined) throw absent();
  return module.measurePart(address, signal);
}

const absent = (): InputError =>
  new InputError({
    code: 'no-laboratory',
    message: 'the experiments are not part of this installation of diptych',
    hint: 'clone its repository, run npm ci, and there npx diptych tables',
  });

/** The laboratory, unless it is not there. */
async function load(): Promise<Laboratory | undefined> {
  try {
    const module: object = await import(laboratory);
    if (isLaboratory(module)) return module;
    throw new Error(`${laboratory} makes no tables: this is a bug in diptych`);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Its own module was not found, or nothing has that name; a module that it needs is another matter. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_PACKAGE_IMPORT_NOT_DEFINED' ||
    (error.code === 'ERR_MODULE_NOT_FOUND' && /lab[/\\]command\.[jt]s' imported/.test(error.message)));
