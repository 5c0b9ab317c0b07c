// The settings of the language server, from the editor. What the editor leaves out diptych.json may state.

import { type ModelName, modelNames } from '../../execution/execution.js';

export interface Settings {
  readonly models?: readonly ModelName[];
  readonly unroll?: number;
  /** Seconds for what is looked for on save. */
  readonly timeout: number;
  /** Seconds for what the user asks for. */
  readonly commandTimeout: number;
  readonly include: readonly string[];
  readonly define: readonly string[];
  /** Whether saving a file looks for findings. */
  readonly checkOnSave: boolean;
}

export const defaultSettings: Settings = {
  timeout: 5,
  commandTimeout: 60,
  include: [],
  define: [],
  checkOnSave: true,
};

/** Settings of other types than they should have are as if they were not there. */
export function settingsOf(value: unknown): Settings {
  const { models, unroll, timeout, commandTimeout, include, define, checkOnSave } = record(value);
  const named = strings(models).map((name) => name.toLowerCase());
  const known = modelNames.filter((model) => named.includes(model));
  return {
    ...(known.length > 0 ? { models: known } : {}),
    ...(Number.isSafeInteger(unroll) && Number(unroll) >= 0 ? { unroll: Number(unroll) } : {}),
    timeout: seconds(timeout) ?? defaultSettings.timeout,
    commandTimeout: seconds(commandTimeout) ?? defaultSettings.commandTimeout,
    include: strings(include),
    define: strings(define),
    checkOnSave: checkOnSave !== false,
  };
}

/** As on the command line. */
export const wordsOf = (
  { models, unroll, include, define }: Settings,
  timeout: number,
): readonly string[] => [
  ...(models === undefined ? [] : ['--model', models.join(',')]),
  ...(unroll === undefined ? [] : ['--unroll', String(unroll)]),
  ...include.flatMap((folder) => ['--include', folder]),
  ...define.flatMap((macro) => ['--define', macro]),
  '--timeout',
  String(timeout),
];

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const seconds = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
