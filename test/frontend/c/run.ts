// C programs run on the explicit engine, for tests.

import type { ModelName } from '../../../src/execution/execution.js';
import { type Exploration, explore } from '../../../src/explicit/explore.js';
import { parseC } from '../../../src/frontend/c/index.js';
import type { Program } from '../../../src/program/program.js';
import { type Diagnostic, InputError } from '../../../src/support/diagnostic.js';

type Options = NonNullable<Parameters<typeof parseC>[2]>;

/** The latest answers: tests look at one program under several models, at its findings and at its final states. */
class Kept<Value extends object> {
  readonly #values = new Map<string, Value>();

  of(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) if (this.#values.size > 40) this.#values.delete(oldest);
    return value;
  }
}

const programs = new Kept<Program>();
const explorations = new Kept<Exploration>();

/** Undefined where functions or files are among the options: they may answer differently the next time. */
const keyOf = (text: string, options: Options): string | undefined =>
  options.link !== undefined || Object.values(options).some((option) => typeof option === 'function')
    ? undefined
    : JSON.stringify([text, options]);

export function parse(text: string, options: Options = {}): Program {
  const read = (): Program => parseC(text, 'a.c', { readFile: () => undefined, ...options });
  const key = keyOf(text, options);
  return key === undefined ? read() : programs.of(key, read);
}

export function run(text: string, model: ModelName = 'sc', options: Options = {}): Exploration {
  const explored = (): Exploration =>
    explore(parse(text, options), { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 });
  const key = keyOf(text, options);
  return key === undefined ? explored() : explorations.of(`${model} ${key}`, explored);
}

/** Final states as `x=1 y=2`, sorted. */
export const states = (text: string, model: ModelName = 'sc', options: Options = {}): string[] =>
  statesIn(parse(text, options), run(text, model, options));

/** The variable's name in a state. */
export const observedName = (o: Program['observed'][number]): string =>
  o.kind === 'cell' ? (o.index === 0 ? o.location : `${o.location}[${o.index}]`) : o.register;

/** The final states of an exploration, in the order of the variables; with `shown`, in those of them alone, each state once. */
export function statesIn(
  program: Program,
  { outcomes }: Pick<Exploration, 'outcomes'>,
  shown?: ReadonlySet<string>,
): string[] {
  const names = program.observed.map(observedName);
  const stateOf = (values: Exploration['outcomes'][number]): string[] =>
    values.flatMap((value, i) => (shown?.has(names[i]) === false ? [] : [`${names[i]}=${value}`]));
  if (shown === undefined) return outcomes.map((values) => stateOf(values).join(' ')).sort();
  return [...new Set(outcomes.map((values) => stateOf(values).sort().join(' ')))].sort();
}

/** The variables that both programs show. */
export function shownByBoth(a: Program, b: Program): ReadonlySet<string> {
  const names = new Set(b.observed.map(observedName));
  return new Set(a.observed.map(observedName).filter((name) => names.has(name)));
}

/** Findings of an exploration as `kind line: message`, sorted. */
export const findingsIn = ({ findings }: Pick<Exploration, 'findings'>): string[] =>
  findings.map(({ finding }) => `${finding.kind} ${finding.at?.line ?? '-'}: ${finding.message}`).sort();

/** The findings of all executions. */
export const findings = (text: string, model: ModelName = 'sc', options: Options = {}): string[] =>
  findingsIn(run(text, model, options));

export function diagnosticOf(text: string, options: Options = {}): Diagnostic {
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('no diagnostic');
}
