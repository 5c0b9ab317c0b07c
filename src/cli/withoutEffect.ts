// Options that do not affect this run. The user believes that they do, so they are reported as mistakes.

import { existsSync } from 'node:fs';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import type { AskOptions } from './options.js';

/** The fields of options that the user gave, rather than their defaults. */
export type Stated = ReadonlySet<string>;

interface Rule {
  /** As the user writes it. */
  readonly option: string;
  readonly field: keyof AskOptions;
  readonly when: boolean;
  readonly why: string;
}

/** Throws an InputError for the first given option that has no effect. */
export function rejectWithoutEffect(options: AskOptions, stated: Stated, files: readonly string[]): void {
  const vain = rules(options, files).find(({ field, when }) => when && stated.has(field));
  if (vain !== undefined) throw withoutEffect(vain.option, vain.why);
  const foreign = options.unrollLoop.find(({ file }) => file !== undefined && !mayHaveLoops(file, files));
  if (foreign !== undefined)
    throw withoutEffect(
      `--unroll-loop ${foreign.file}:${foreign.line}=${foreign.bound}`,
      `${foreign.file} is not read`,
    );
}

/** Whether diptych's own parser reads C, not a compiler. */
const isOwnReader = (readers: AskOptions['readers']): boolean => readers === undefined || readers === 'c';

function rules(options: AskOptions, files: readonly string[]): Rule[] {
  const { engine, strategy, cat, format } = options;
  const symbolicOnly = engine === 'symbolic' || cat !== undefined;
  const onlySymbolic = 'the symbolic engine alone is asked';
  const noC = !files.some(isC);
  const onlyLitmus = 'only litmus tests are read';
  return [
    { option: '--model', field: 'model', when: cat !== undefined, why: '--cat says which model' },
    { option: '--strategy', field: 'strategy', when: symbolicOnly, why: onlySymbolic },
    { option: '--dpor', field: 'dpor', when: symbolicOnly, why: onlySymbolic },
    { option: '--symmetry', field: 'symmetry', when: symbolicOnly, why: onlySymbolic },
    { option: '--max-executions', field: 'maxExecutions', when: symbolicOnly, why: onlySymbolic },
    {
      option: '--dpor',
      field: 'dpor',
      when: strategy !== undefined,
      why: '--strategy is in place of reduction',
    },
    {
      option: '--seed',
      field: 'seed',
      when: strategy?.kind !== 'random',
      why: 'nothing is random without --strategy random:N',
    },
    {
      option: '--encoding',
      field: 'encoding',
      when: engine === 'explicit',
      why: 'the explicit engine alone is asked',
    },
    { option: '--observe', field: 'observe', when: noC, why: 'a litmus test names its own observed values' },
    { option: '--define', field: 'define', when: noC, why: onlyLitmus },
    { option: '--include', field: 'include', when: noC, why: onlyLitmus },
    { option: '--link', field: 'link', when: noC, why: onlyLitmus },
    { option: '--argument', field: 'argument', when: noC, why: onlyLitmus },
    { option: '--cc', field: 'cc', when: noC, why: onlyLitmus },
    {
      option: '--readers',
      field: 'readers',
      when: !files.some((path) => /\.[ci]$/.test(path)),
      why: 'it chooses the reader of C, and no C file is read',
    },
    {
      option: '--cflag',
      field: 'cflag',
      when: options.cc === undefined && isOwnReader(options.readers) && !files.some(isCompiled),
      why: 'no compiler is asked',
    },
    {
      option: '--strengthen',
      field: 'strengthen',
      when: options.redundant === true,
      why: '--redundant only takes away',
    },
    {
      option: '--json',
      field: 'json',
      when: format !== undefined && format !== 'json',
      why: `--format ${format} is asked for`,
    },
    { option: '--quiet', field: 'quiet', when: options.json === true, why: 'JSON is asked for' },
  ];
}

export const withoutEffect = (what: string, why: string, file?: string): InputError =>
  new InputError({ code: 'no-effect', message: `${what} has no effect: ${why}`, ...present({ file }) });

const isC = (path: string): boolean => !path.endsWith('.litmus');

/** A file that only a compiler reads. */
const isCompiled = (path: string): boolean => /\.(?:cpp|cc|cxx|rs)$/.test(path);

/** A C program may include the file. */
const mayHaveLoops = (file: string, files: readonly string[]): boolean =>
  files.includes(file) || (files.some(isC) && existsSync(file));
