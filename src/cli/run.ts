// The command line: parses arguments, runs a command, returns the exit status.

import { Command } from 'commander';
import { type FileCommandName, fileCommands } from './answerFile.js';
import { exitStatus, speaking } from './commander.js';
import { crosscheck } from './crosscheck/command.js';
import { type CrosscheckArguments, defineCrosscheck } from './crosscheck/options.js';
import { eachFile } from './eachFile.js';
import type { FileCommand } from './fileCommand.js';
import { defineGenerate, type GenerateOptions, generate } from './generate.js';
import type { Io } from './io.js';
import { defineTables, tables } from './laboratory.js';
import { defineMonitor, type MonitorOptions, monitor } from './monitor.js';
import { type AskOptions, addAskOptions } from './options.js';
import { defineRelax, type RelaxOptions, relaxFiles } from './relax.js';
import { defineReplay, type ReplayOptions, replay } from './replay.js';
import { type Status, status } from './status.js';
import { version } from './version.js';

export async function run(argv: readonly string[], io: Io): Promise<Status> {
  let result: Status = status.holds;
  const program = speaking(new Command('diptych'), io)
    .description(
      'What can a concurrent program do on a machine with store buffers (TSO, PSO) that it cannot do under sequential consistency (SC)?',
    )
    .version(version(), '-V, --version', 'print the version')
    .addHelpText('after', exitStatuses);
  const addFileCommand = (name: FileCommandName, command: FileCommand): void => {
    addAskOptions(command.define(program))
      .argument('<paths...>', 'program files, or folders of them')
      .action(async (paths: string[], options: AskOptions) => {
        result = await eachFile(name, paths, options, io);
      });
  };
  addFileCommand('outcomes', fileCommands.outcomes);
  addFileCommand('check', fileCommands.check);
  addFileCommand('robust', fileCommands.robust);
  defineRelax(program).action(async (paths: string[], options: RelaxOptions) => {
    result = await relaxFiles(paths, options, io);
  });
  defineGenerate(program).action(async (tests: string[], options: GenerateOptions) => {
    result = await generate(tests, options, io);
  });
  defineCrosscheck(program).action(async (paths: string[], options: CrosscheckArguments) => {
    result = await crosscheck(paths, options, io);
  });
  defineReplay(program).action(async (files: string[], options: ReplayOptions) => {
    result = await replay(files, options, io, (again) => run(again, io));
  });
  defineMonitor(program).action((traces: string[], options: MonitorOptions) => {
    result = monitor(traces, options, io);
  });
  defineTables(program).action(async (_names: string[], _options: object, command: Command) => {
    result = await tables(command.args, io);
  });
  return exitStatus(async () => {
    await program.parseAsync(argv, { from: 'user' });
    return result;
  });
}

const exitStatuses = `
Exit status:
  0  the property holds (outcomes: all states were listed)
  1  the property is violated
  2  bad usage or bad input
  3  the engines disagree: a bug in diptych
  4  no answer: a limit was reached, or the answer holds only up to a bound and --strict was given
Over several files and models the gravest counts, in the order 3, 2, 1, 4, 0.`;
