// How diptych uses commander: it writes where it is told to, and ends by a status, not by ending the process.

import { type Command, CommanderError } from 'commander';
import { helpConfiguration, hintAtRest } from './help.js';
import type { Io } from './io.js';
import { type Status, status } from './status.js';

/** Makes the command and its subcommands write to `io`. `all`: help lists rare commands and options too. */
export const speaking = (command: Command, io: Io, all = false): Command =>
  command
    .helpOption('-h, --help', 'print this help')
    .configureHelp(helpConfiguration(all))
    .addHelpText('afterAll', ({ command: asked }) => hintAtRest(asked, all))
    .showHelpAfterError('run the command with --help to see its options')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });

/** The status that `work` returns, or the one that commander's exception stands for. */
export async function exitStatus(work: () => Promise<Status>): Promise<Status> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? status.holds : status.badInput;
    throw error;
  }
}
