// A piece of cross-checking as a question: random programs by their seeds, or one program.

import { modelNames } from '../execution/execution.js';
import { features } from '../generate/index.js';
import type { RandomSource } from '../generate/randomSource.js';
import type { Program } from '../program/program.js';
import { type CrosscheckOptions, parts } from '../verdict/crosscheck/index.js';
import { fieldsOf, isProgram } from './question.js';

interface RandomPrograms {
  readonly kind: 'random';
  readonly seed: number;
  readonly count: number;
  readonly source: RandomSource;
}

export interface CrosscheckQuestion {
  readonly kind: 'crosscheck';
  readonly work: RandomPrograms | { readonly kind: 'program'; readonly name: string };
  readonly program?: Program;
  readonly options: CrosscheckOptions;
  readonly shrinkMs: number;
}

/** More programs than this are several questions. */
const mostPrograms = 10_000;

export function isCrosscheckQuestion(value: unknown): value is CrosscheckQuestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, work, program, options, shrinkMs } = fieldsOf(value);
  return (
    kind === 'crosscheck' &&
    isObject(options) &&
    isListOf(fieldsOf(options).models, modelNames) &&
    isListOf(fieldsOf(options).parts, parts) &&
    Number.isSafeInteger(fieldsOf(options).unroll) &&
    typeof shrinkMs === 'number' &&
    isObject(work) &&
    (isRandom(fieldsOf(work)) ||
      (fieldsOf(work).kind === 'program' && typeof fieldsOf(work).name === 'string' && isProgram(program)))
  );
}

const isRandom = ({ kind, seed, count, source }: Readonly<Record<string, unknown>>): boolean =>
  kind === 'random' &&
  Number.isSafeInteger(seed) &&
  typeof count === 'number' &&
  Number.isSafeInteger(count) &&
  count <= mostPrograms &&
  isObject(source) &&
  Number.isSafeInteger(fieldsOf(source).size) &&
  (fieldsOf(source).features === undefined || isListOf(fieldsOf(source).features, features));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isListOf = (value: unknown, known: readonly string[]): boolean =>
  Array.isArray(value) && value.every((name) => known.includes(name));
