// Options of `crosscheck` that change nothing about this run: as elsewhere, a mistake to be told of.

import { type Stated, withoutEffect } from '../withoutEffect.js';
import type { CrosscheckArguments } from './options.js';

type Field = keyof CrosscheckArguments;

const ofRandomPrograms: readonly Field[] = ['seed', 'size', 'features'];
/** Tests for the processor are small, have no loops, and are compared one after the other with TSO. */
const notOfTheProcessor: readonly Field[] = [
  'readers',
  'cc',
  'size',
  'features',
  'only',
  'model',
  'unroll',
  'maxExecutions',
  'report',
  'jobs',
  'on',
  'resume',
  'twoWorkers',
  'recheck',
];

/** Readers are compared by the final states and findings of their programs, here. */
const notOfReaders: readonly Field[] = ['only', 'on', 'resume', 'twoWorkers'];

/** Throws an InputError for the first option that is stated in vain. */
export function rejectIdle(given: CrosscheckArguments, stated: Stated, paths: readonly string[]): void {
  const { native, readers, random, minutes } = given;
  const [vain, why]: readonly [readonly Field[], string] =
    native !== undefined
      ? [notOfTheProcessor, '--native compares random litmus tests on the processor with TSO']
      : readers === true && notOfReaders.some((field) => stated.has(field))
        ? [notOfReaders, '--readers compares what two readers make of a C program']
        : readers !== true && stated.has('cc')
          ? [['cc'], 'a compiler reads C with --readers alone']
          : random === undefined && minutes === undefined && paths.length > 0
            ? [ofRandomPrograms, 'nothing is random without --random or --minutes']
            : [[], ''];
  const found = vain.find((field) => stated.has(field));
  if (found !== undefined) throw withoutEffect(`--${kebab(found)}`, why);
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
