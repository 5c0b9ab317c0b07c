// `diptych completion SHELL`: a script that completes commands, options and their values, made from the commands themselves.

import { Argument, type Command, type Option } from 'commander';
import { modelNames } from '../execution/execution.js';
import type { Io } from './io.js';
import { type Status, status } from './status.js';

const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const defineCompletion = (parent: Command): Command =>
  parent
    .command('completion')
    .summary('print a script that completes commands and options in a shell')
    .description(
      'Prints a script for bash, zsh or fish that completes commands, options and their values; the rest is completed as files.',
    )
    .addArgument(new Argument('<shell>', 'for which shell').choices(shells))
    .addHelpText('after', examples);

const examples = `
Examples:
  source <(diptych completion bash)                                        now; in ~/.bashrc: always
  diptych completion zsh > ~/.zsh/completions/_diptych                     a folder of $fpath
  diptych completion fish > ~/.config/fish/completions/diptych.fish`;

/** `program` has all commands. */
export function completion(program: Command, shell: Shell, io: Io): Status {
  const commands = program.commands.map(describe);
  io.stdout.write({ bash, zsh, fish }[shell](commands));
  return status.holds;
}

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly DescribedOption[];
  /** The choices for its first argument; empty: files. */
  readonly choices: readonly string[];
}

interface DescribedOption {
  /** With their dashes. */
  readonly names: readonly string[];
  readonly summary: string;
  readonly takes: 'nothing' | 'folder' | 'value';
  readonly choices: readonly string[];
}

function describe(command: Command): Described {
  const [first] = command.registeredArguments;
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    options: command.createHelp().visibleOptions(command).map(describeOption),
    choices: first?.argChoices ?? [],
  };
}

function describeOption(option: Option): DescribedOption {
  const { flags, short, long, description, argChoices, required, optional } = option;
  return {
    names: [short, long].filter((name) => name !== undefined),
    summary: description,
    takes: !required && !optional ? 'nothing' : /<folder>/.test(flags) ? 'folder' : 'value',
    choices: argChoices ?? (option.attributeName() === 'model' ? modelNames : []),
  };
}

/** `text` for a shell, between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly Described[]): string {
  const names = commands.map(({ name }) => name);
  const valued = ({ options }: Described): string[] =>
    options.flatMap(({ names: flags, takes, choices }) => {
      if (takes === 'nothing') return [];
      const reply =
        choices.length > 0
          ? `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$word"))`
          : `COMPREPLY=($(compgen ${takes === 'folder' ? '-d' : '-f'} -- "$word"))`;
      return [`      ${flags.join('|')}) ${reply}; return ;;`];
    });
  const ofCommand = (command: Described): string => {
    const { name, options, choices } = command;
    const flags = options.flatMap((option) => option.names).join(' ');
    const values = valued(command);
    return [
      `  ${name})`,
      ...(values.length === 0 ? [] : ['    case "$before" in', ...values, '    esac']),
      `    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W ${quoted(flags)} -- "$word"))`,
      `    else COMPREPLY=($(compgen ${choices.length > 0 ? `-W ${quoted(choices.join(' '))}` : '-f'} -- "$word")); fi ;;`,
    ].join('\n');
  };
  return `# bash completion for diptych
_diptych() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W ${quoted([...names, 'help', '--help', '--version'].join(' '))} -- "$word")); return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(ofCommand).join('\n')}
  help) COMPREPLY=($(compgen -W ${quoted(names.join(' '))} -- "$word")) ;;
  esac
}
complete -o filenames -F _diptych diptych
`;
}

/** Text of a specification of _arguments. */
const inZsh = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);

function zsh(commands: readonly Described[]): string {
  const action = ({ takes, choices }: DescribedOption): string => {
    if (takes === 'nothing') return '';
    const values =
      choices.length > 0 ? `(${choices.join(' ')})` : takes === 'folder' ? '_files -/' : '_files';
    return `:value:${values}`;
  };
  const specification = (option: DescribedOption): string[] =>
    option.names.map((name) => quoted(`*${name}[${inZsh(option.summary)}]${action(option)}`));
  const ofCommand = ({ name, options, choices }: Described): string =>
    `    ${name}) _arguments -s ${[
      ...options.flatMap(specification),
      quoted(`*:argument:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}`),
    ].join(' ')} ;;`;
  const listed = commands.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
  return `#compdef diptych
_diptych() {
  local -a commands=(${listed} ${quoted('help:help for a command')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
${commands.map(ofCommand).join('\n')}
    help) _describe command commands ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _diptych "$@"; else compdef _diptych diptych; fi
`;
}

function fish(commands: readonly Described[]): string {
  const first = `-n __fish_use_subcommand -f`;
  const ofOption = (command: string, { names, summary, takes, choices }: DescribedOption): string =>
    [
      `complete -c diptych -n ${quoted(`__fish_seen_subcommand_from ${command}`)}`,
      ...names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)),
      ...(takes === 'nothing'
        ? []
        : choices.length > 0
          ? [`-xa ${quoted(choices.join(' '))}`]
          : takes === 'folder'
            ? [`-xa '(__fish_complete_directories)'`]
            : ['-r']),
      `-d ${quoted(summary)}`,
    ].join(' ');
  return [
    '# fish completion for diptych',
    ...commands.map(({ name, summary }) => `complete -c diptych ${first} -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap(({ name, options, choices }) => [
      ...options.map((option) => ofOption(name, option)),
      ...(choices.length > 0
        ? [
            `complete -c diptych -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -fa ${quoted(choices.join(' '))}`,
          ]
        : []),
    ]),
    `complete -c diptych ${first} -a help -d 'help for a command'`,
    '',
  ].join('\n');
}
