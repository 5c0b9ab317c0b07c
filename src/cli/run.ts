// The command line: parses arguments, runs a command, returns the exit status. A command is loaded when it is the one that is
// run; help, and words that name no command, want all of them.

import { Command } from 'commander';
import type { CampaignAction, CampaignArguments } from './campaign/command.js';
import type { WorkerArguments } from './campaign/worker.js';
import { exitStatus, speaking } from './commander.js';
import type { Shell } from './completion.js';
import type { CrosscheckArguments } from './crosscheck/options.js';
import type { RunOptions } from './fileCommand.js';
import { commandOf, type FileCommandName } from './fileCommands.js';
import type { GenerateOptions } from './generate.js';
import { asksForAll } from './help.js';
import type { Io } from './io.js';
import type { AskOptions } from './options.js';
import { findConfig } from './project/find.js';
import type { InitOptions } from './project/init.js';
import type { TestOptions } from './project/test.js';
import type { RecordArguments } from './record.js';
import type { ReplayOptions } from './replay.js';
import type { ServeOptions } from './serve.js';
import { type Status, status } from './status.js';
import { version } from './version.js';

/** Declares a command whose action tells how it ended. */
type Declare = (program: Command, io: Io, end: (result: Status) => void) => Promise<void>;

const asking =
  (name: FileCommandName): Declare =>
  async (program, io, end) => {
    const command = await commandOf(name);
    const { addAskOptions } = await import('./options.js');
    addAskOptions(command.define(program))
      .argument('[paths...]', 'program files, or folders of them; without any, those of diptych.json')
      .action(async (named: string[], _options: AskOptions, command: Command) => {
        const config =
          command.getOptionValue('config') === false ? undefined : findConfig(io.folder ?? process.cwd());
        if (config === undefined && named.length === 0)
          command.error("error: missing required argument 'paths'");
        const work = (paths: readonly string[]): Promise<Status> => ask(name, paths, command, io);
        if (config === undefined) return end(await work(named));
        const { applyConfig } = await import('./project/apply.js');
        const { tellingMistakes } = await import('./tellingMistakes.js');
        end(await tellingMistakes(io, async () => work(applyConfig(command, named, config))));
      });
  };

async function ask(
  name: FileCommandName,
  paths: readonly string[],
  command: Command,
  io: Io,
): Promise<Status> {
  const options = command.opts<AskOptions>();
  if (options.dumpModule !== undefined) {
    const { dumpModules } = await import('./dumpModule.js');
    return dumpModules(paths, options, options.dumpModule, io);
  }
  const { eachFile } = await import('./eachFile.js');
  const once = (): Promise<Status> => eachFile(name, paths, options, io, statedIn(command));
  if (options.watch !== true) return once();
  const { watching } = await import('./watch.js');
  return watching(paths, options, io, once);
}

/** Options of the command line; that the unroll bound is stated counts wherever it is. */
const statedIn = (command: Command): ReadonlySet<string> =>
  new Set(
    command.options
      .map((option) => option.attributeName())
      .filter((name) => {
        const from = command.getOptionValueSource(name);
        return from === 'cli' || (from === 'config' && name === 'unroll');
      }),
  );

/** A command with options of its own. */
const reading =
  (name: FileCommandName): Declare =>
  async (program, io, end) => {
    const command = await commandOf(name);
    const { eachFile } = await import('./eachFile.js');
    command
      .define(program)
      .action(async (paths: string[], options: RunOptions) => end(await eachFile(name, paths, options, io)));
  };

const compiling =
  (name: 'cc' | 'c++'): Declare =>
  async (program, io, end) => {
    const { defineCompiler, compiler } = await import('./record.js');
    defineCompiler(program, name).action((args: string[]) => end(compiler(name, args, io)));
  };

/** In the order of help. */
const commands: ReadonlyMap<string, Declare> = new Map<string, Declare>([
  ['outcomes', asking('outcomes')],
  ['check', asking('check')],
  ['robust', asking('robust')],
  ['races', asking('races')],
  ['explain', asking('explain')],
  ['fences', asking('fences')],
  ['relax', reading('relax')],
  [
    'generate',
    async (program, io, end) => {
      const { defineGenerate, generate } = await import('./generate.js');
      defineGenerate(program).action(async (tests: string[], options: GenerateOptions) =>
        end(await generate(tests, options, io)),
      );
    },
  ],
  [
    'crosscheck',
    async (program, io, end) => {
      const { defineCrosscheck } = await import('./crosscheck/options.js');
      const { crosscheck } = await import('./crosscheck/command.js');
      defineCrosscheck(program).action(
        async (paths: string[], options: CrosscheckArguments, command: Command) =>
          end(await crosscheck(paths, options, io, statedIn(command))),
      );
    },
  ],
  [
    'replay',
    async (program, io, end) => {
      const { defineReplay, replay } = await import('./replay.js');
      defineReplay(program).action(async (files: string[], options: ReplayOptions) =>
        end(await replay(files, options, io, (again) => run(again, io))),
      );
    },
  ],
  ['monitor', reading('monitor')],
  [
    'record',
    async (program, io, end) => {
      const { defineRecord, record } = await import('./record.js');
      defineRecord(program).action(async (command: string[], options: RecordArguments) =>
        end(await record(command, options, io)),
      );
    },
  ],
  ['cc', compiling('cc')],
  ['c++', compiling('c++')],
  [
    'serve',
    async (program, io, end) => {
      const { defineServe, serve } = await import('./serve.js');
      defineServe(program).action(async (options: ServeOptions) => end(await serve(options, io)));
    },
  ],
  [
    'init',
    async (program, io, end) => {
      const { defineInit, init } = await import('./project/init.js');
      defineInit(program).action(async (folder: string, options: InitOptions) =>
        end(await init(folder, options, io)),
      );
    },
  ],
  [
    'test',
    async (program, io, end) => {
      const { defineTest, test } = await import('./project/test.js');
      defineTest(program).action(async (files: string[], options: TestOptions) =>
        end(await test(files, options, io)),
      );
    },
  ],
  [
    'lsp',
    async (program, _io, end) => {
      const { defineLsp, lsp } = await import('./lsp/command.js');
      defineLsp(program).action(async () => end(await lsp()));
    },
  ],
  [
    'worker',
    async (program, io, end) => {
      const { defineWorker, worker } = await import('./campaign/worker.js');
      defineWorker(program).action(async (options: WorkerArguments) => end(await worker(options, io)));
    },
  ],
  [
    'campaign',
    async (program, io, end) => {
      const { campaign, defineCampaign } = await import('./campaign/command.js');
      defineCampaign(program).action(
        async (action: CampaignAction, id: string | undefined, options: CampaignArguments) =>
          end(await campaign(action, id, options, io)),
      );
    },
  ],
  [
    'completion',
    async (program, io, end) => {
      const { defineCompletion, completion } = await import('./completion.js');
      defineCompletion(program).action(async (shell: Shell) => {
        const all = new Command('diptych').enablePositionalOptions();
        for (const declare of commands.values()) await declare(all, io, () => {});
        end(completion(all, shell, io));
      });
    },
  ],
  [
    'tables',
    async (program, io, end) => {
      const { defineTables, tables } = await import('./laboratory.js');
      defineTables(program).action(async (_names: string[], _options: object, command: Command) =>
        end(await tables(command.args, io)),
      );
    },
  ],
]);

export async function run(args: readonly string[], io: Io): Promise<Status> {
  const asked = withoutHelpWord(args);
  const argv =
    asked[0] === 'explain' && asked.includes('--finding')
      ? (await import('./explain.js')).withBareFinding(asked)
      : asked;
  let result: Status = status.holds;
  const program = speaking(new Command('diptych'), io, asksForAll(args))
    .description(
      'What can a concurrent program do on a machine with store buffers (TSO, PSO) that it cannot do under sequential consistency (SC)?',
    )
    .version(version(), '-V, --version', 'print the version')
    .enablePositionalOptions()
    .addHelpText('after', exitStatuses);
  const named = commands.get(argv[0] ?? '');
  for (const declare of named === undefined ? commands.values() : [named])
    await declare(program, io, (status) => {
      result = status;
    });
  return exitStatus(async () => {
    await program.parseAsync(argv, { from: 'user' });
    return result;
  });
}

/**
 * `help NAME` becomes NAME where commander's own help cannot answer: the laboratory prints the help of `tables`, and an unknown
 * command is reported as if it were run.
 */
function withoutHelpWord(args: readonly string[]): readonly string[] {
  const [first, name, ...rest] = args;
  if (first !== 'help' || name === undefined) return args;
  if (name === 'tables') return [name, '--help'];
  if (name === '--all') return ['--help', name];
  return commands.has(name) ? args : [name, ...rest];
}

const exitStatuses = `
Exit status:
  0  the property holds (outcomes: all states were listed)
  1  the property is violated
  2  bad usage or bad input
  3  the engines disagree: a bug in diptych
  4  no answer: a limit was reached, it was interrupted, the output cannot be written, or the answer holds only up to a
     bound and --strict was given
Over several files and models the gravest counts, in the order 3, 2, 1, 4, 0.`;
