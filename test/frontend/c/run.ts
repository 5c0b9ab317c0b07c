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

export function statesIn(program: Program, { outcomes }: Exploration): string[] {
  const names = program.observed.map((o) =>
    o.kind === 'cell' ? (o.index === 0 ? o.location : `${o.location}[${o.index}]`) : o.register,
  );
  return outcomes.map((values) => values.map((v, i) => `${names[i]}=${v}`).join(' ')).sort();
}

/** The findings of all executions, as `kind line: message`, sorted. */
export function findings(text: string, model: ModelName = 'sc', options: COptions = {}): string[] {
  return run(text, model, options)
    .findings.map(({ finding }) => `${finding.kind} ${finding.at?.line ?? '-'}: ${finding.message}`)
    .sort();
}

export function diagnosticOf(text: string, options: COptions = {}): Diagnostic {
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('no diagnostic');
}
