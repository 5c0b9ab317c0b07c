// C programs run on the explicit engine, for tests.

import type { ModelName } from '../../../src/execution/execution.js';
import { type Exploration, explore } from '../../../src/explicit/explore.js';
import type { COptions } from '../../../src/frontend/c/index.js';
import { parseC } from '../../../src/frontend/c/index.js';
import type { Program } from '../../../src/program/program.js';
import { type Diagnostic, InputError } from '../../../src/support/diagnostic.js';

export const parse = (text: string, options: COptions = {}): Program =>
  parseC(text, 'a.c', { readFile: () => undefined, ...options });

export const run = (text: string, model: ModelName = 'sc', options: COptions = {}): Exploration =>
  explore(parse(text, options), { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 });

/** Final states as `x=1 y=2`, sorted. */
export function states(text: string, model: ModelName = 'sc', options: COptions = {}): string[] {
  const program = parse(text, options);
  return statesIn(program, explore(program, { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 }));
}

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
export const findings = (text: string, model: ModelName = 'sc', options: COptions = {}): string[] =>
  findingsIn(run(text, model, options));

export function diagnosticOf(text: string, options: COptions = {}): Diagnostic {
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('no diagnostic');
}
