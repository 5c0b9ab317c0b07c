// The options of a command from words, as the command line has them.

import { Command } from 'commander';
import { InputError } from '../support/diagnostic.js';
import { exitStatus, speaking } from './commander.js';
import { commandOf, type FileCommandName } from './fileCommands.js';
import { type AskOptions, addAskOptions } from './options.js';

const nowhere = { write: () => true };

/** `stated`: the options that the words name. Throws an InputError if the words are no options of the command. */
export async function wordOptions(
  name: FileCommandName,
  words: readonly string[],
): Promise<{ readonly options: AskOptions; readonly stated: ReadonlySet<string> }> {
  let told = '';
  const stderr = { write: (text: string) => (told += text) };
  const parent = speaking(new Command('diptych'), { stdout: nowhere, stderr, env: {} });
  const command = addAskOptions((await commandOf(name)).define(parent));
  let unknown: readonly string[] = [];
  const status = await exitStatus(async () => {
    unknown = command.parseOptions([...words]).unknown;
    return 0;
  });
  if (status !== 0 || unknown.length > 0)
    throw new InputError({
      code: 'bad-setting',
      message: `the settings are no options of ${name}: ${told === '' ? unknown.join(' ') : told.trim()}`,
      hint: 'the settings are models, unroll, timeout, include and define (docs/editors.md)',
    });
  const stated = command.options.map((option) => option.attributeName());
  return {
    options: command.opts<AskOptions>(),
    stated: new Set(stated.filter((one) => command.getOptionValueSource(one) === 'cli')),
  };
}
