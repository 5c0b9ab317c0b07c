// C programs read on the middle, for tests.

import type { ModelName } from '../../../../src/execution/execution.js';
import { type Exploration, explore } from '../../../../src/explicit/explore.js';
import { type ModuleReadOptions, moduleOfC, programOfC } from '../../../../src/frontend/c/middle.js';
import { libraryText, prototypesText } from '../../../../src/frontend/libraryFile.js';
import type { Module } from '../../../../src/module/module.js';
import { printModule } from '../../../../src/module/print.js';
import { verify } from '../../../../src/module/verify.js';
import type { Program } from '../../../../src/program/program.js';
import { statesIn } from '../run.js';

const library = { definitions: libraryText(), prototypes: prototypesText() };
const unread = (options: Partial<ModuleReadOptions>): ModuleReadOptions => ({
  readFile: () => undefined,
  library,
  ...options,
});

export const moduleOf = (text: string, options: Partial<ModuleReadOptions> = {}): Module =>
  moduleOfC(text, 'a.c', unread(options)).module;

/** The module as text, without places; it must be well formed. */
export function emitted(text: string): string {
  const module = moduleOf(text);
  const mistakes = verify(module);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return printModule(module).replaceAll(/ !\S+/g, '');
}

export const programOf = (text: string, options: Partial<ModuleReadOptions> = {}): Program =>
  programOfC(text, 'a.c', unread(options));

export const run = (
  text: string,
  model: ModelName = 'sc',
  options: Partial<ModuleReadOptions> = {},
): Exploration =>
  explore(programOf(text, options), { model, unroll: options.unroll ?? 8, timeLimitMs: 20_000 });

/** Final states as `x=1 y=2`, sorted. */
export function statesOf(text: string, model: ModelName, options: Partial<ModuleReadOptions> = {}): string[] {
  const program = programOf(text, options);
  const unroll = options.unroll ?? 8;
  return statesIn(program, explore(program, { model, unroll, timeLimitMs: 20_000 }));
}
