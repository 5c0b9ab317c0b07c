// diptych.json: the programs of a project, the models and limits for them, and the expected answers. A mistake in it is told with
// the name of the field; a field that diptych does not know is a mistake.

import { dirname, join } from 'node:path';
import { type ModelName, modelNames } from '../../execution/execution.js';
import { readTextFile } from '../../frontend/textFile.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';

const verdicts = ['holds', 'violated'] as const;
const raceAnswers = ['none', 'found'] as const;

/** One answer for every model, or an answer for each. */
type ForModels<T> = T | Partial<Record<ModelName, T>>;

/** The expected answers for one program; questions that are not named are not asked. */
export interface Expectation {
  readonly check?: ForModels<(typeof verdicts)[number]>;
  /** Under TSO and PSO. */
  readonly robust?: ForModels<boolean>;
  readonly races?: (typeof raceAnswers)[number];
  /** The number of final states. */
  readonly states?: ForModels<number>;
}

export interface Config {
  readonly path: string;
  /** Paths in the file are relative to it. */
  readonly folder: string;
  /** Files and folders, as they are written. */
  readonly files: readonly string[];
  readonly models?: readonly ModelName[];
  readonly unroll?: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly include: readonly string[];
  readonly define: readonly string[];
  /** By the path as it is written. */
  readonly expect: ReadonlyMap<string, Expectation>;
}

/** Throws an InputError if the file is no configuration. */
export function readConfig(path: string): Config {
  const text = readTextFile(path);
  const fields = new Fields(path, parsed(path, text), '');
  const config: Config = {
    path,
    folder: dirname(path),
    files: fields.strings('files') ?? [],
    include: fields.strings('include') ?? [],
    define: fields.strings('define') ?? [],
    expect: new Map(fields.part('expect')?.entries((name, value) => [name, expectation(value)]) ?? []),
    ...present({
      models: fields.models('models'),
      unroll: fields.number('unroll', 0, true),
      timeout: fields.number('timeout', Number.MIN_VALUE, false),
      memory: fields.number('memory', 1, true),
    }),
  };
  fields.only(['$schema', 'files', 'models', 'unroll', 'timeout', 'memory', 'include', 'define', 'expect']);
  return config;
}

/** The folders as the command line would have them. */
export const includeFolders = ({ folder, include }: Config): string[] =>
  include.map((path) => join(folder, path));

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError({
      code: 'bad-config',
      message: `${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      file: path,
    });
  }
}

function expectation(fields: Fields): Expectation {
  const found: Expectation = present({
    check: fields.forModels('check', (value) => verdicts.find((one) => one === value), verdicts.join(' or ')),
    robust: fields.forModels(
      'robust',
      (value) => (typeof value === 'boolean' ? value : undefined),
      'true or false',
    ),
    races: fields.one('races', raceAnswers),
    states: fields.forModels(
      'states',
      (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined),
      'a number of states',
    ),
  });
  fields.only(['check', 'robust', 'races', 'states']);
  return found;
}

/** The fields of an object of the file; `name`: the path to it. */
class Fields {
  readonly #path: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #name: string;

  constructor(path: string, value: unknown, name: string) {
    this.#path = path;
    this.#name = name;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.#refuse(name === '' ? 'the whole' : name, 'an object');
    this.#values = { ...value };
  }

  strings(field: string): string[] | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
      return this.#refuse(field, 'a list of texts');
    return value;
  }

  models(field: string): readonly ModelName[] | undefined {
    const named = this.strings(field);
    if (named === undefined) return undefined;
    const known = modelNames.filter((model) => named.includes(model));
    return known.length === named.length && known.length > 0
      ? known
      : this.#refuse(field, `a list of ${modelNames.join(', ')}`);
  }

  number(field: string, least: number, whole: boolean): number | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    const fits =
      typeof value === 'number' &&
      Number.isFinite(value) &&
      value >= least &&
      (!whole || Number.isInteger(value));
    return fits ? value : this.#refuse(field, whole ? `a whole number from ${least} on` : 'a number above 0');
  }

  one<T extends string>(field: string, choices: readonly T[]): T | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    return choices.find((choice) => choice === value) ?? this.#refuse(field, choices.join(' or '));
  }

  forModels<T>(
    field: string,
    read: (value: unknown) => T | undefined,
    expected: string,
  ): ForModels<T> | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || value === null) return read(value) ?? this.#refuse(field, expected);
    const part = new Fields(this.#path, value, this.#named(field));
    part.only(modelNames);
    const found: Partial<Record<ModelName, T>> = {};
    for (const model of modelNames) {
      if (part.#values[model] === undefined) continue;
      found[model] = read(part.#values[model]) ?? part.#refuse(model, expected);
    }
    return found;
  }

  part(field: string): Fields | undefined {
    const value = this.#values[field];
    return value === undefined ? undefined : new Fields(this.#path, value, this.#named(field));
  }

  entries<T>(each: (name: string, fields: Fields) => T): T[] {
    return Object.entries(this.#values).map(([name, value]) =>
      each(name, new Fields(this.#path, value, this.#named(name))),
    );
  }

  only(known: readonly string[]): void {
    const unknown = Object.keys(this.#values).find((name) => !known.includes(name));
    if (unknown === undefined) return;
    throw this.#mistake(`${this.#named(unknown)} is no field of diptych.json; there are ${known.join(', ')}`);
  }

  #named(field: string): string {
    return this.#name === '' ? field : `${this.#name} / ${field}`;
  }

  #refuse(field: string, expected: string): never {
    throw this.#mistake(`${this.#named(field)} must be ${expected}`);
  }

  #mistake(message: string): InputError {
    return new InputError({
      code: 'bad-config',
      message,
      file: this.#path,
      hint: 'docs/ci.md has the fields',
    });
  }
}
