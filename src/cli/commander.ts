// How diptych uses commander: it writes where it is told to, and ends by a status, not by ending the process.

import { type Command, CommanderError, Help } from 'commander';
import type { Io } from './io.js';
import { type Status, status } from './status.js';

/** Groups of options have this order in every command; those that one command alone has come before them. */
const groupOrder = ['Options:', 'C programs:', 'Explicit engine:', 'Symbolic engine:', 'Other machines:'];

const groupItems: Help['groupItems'] = (...items) => {
  const groups = [...Help.prototype.groupItems(...items)];
  return new Map(groups.sort(([a], [b]) => groupOrder.indexOf(a) - groupOrder.indexOf(b)));
};

/** A command, and those below it, that write to `io`. */
export const speaking = (command: Command, io: Io): Command =>
  command
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ groupItems })
    .showHelpAfterError('(--help explains the options)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });

/** What `work` returns, or what commander's way of ending it means. */
export async function exitStatus(work: () => Promise<Status>): Promise<Status> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? status.holds : status.badInput;
    throw error;
  }
}
