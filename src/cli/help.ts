// Help in two sizes. `--help` shows the commands and options that most questions need; `--help --all` shows every one.

import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import { campaignGroup, cGroup, explicitGroup, symbolicGroup } from './optionGroups.js';

/** Groups of options have this order in every command; groups that only one command has come before them. */
const groupOrder = ['Options:', cGroup, explicitGroup, symbolicGroup, campaignGroup];

const expertGroups: ReadonlySet<string | undefined> = new Set([explicitGroup, symbolicGroup, campaignGroup]);

/** Options outside of `expertGroups` that few questions need. */
const expertOptions: ReadonlySet<string | undefined> = new Set([
  '--all-traces',
  '--argument',
  '--confirm',
  '--dump-module',
  '--force',
  '--memory',
  '--no-config',
  '--observe',
  '--plain-races',
  '--report',
  '--summary',
  '--unroll-loop',
]);

/** The commands of the short help, in the order of the long one. */
const commonCommands: ReadonlySet<string> = new Set([
  'outcomes',
  'check',
  'robust',
  'races',
  'explain',
  'fences',
  'record',
  'serve',
  'help',
]);

const isExpert = (option: Option): boolean =>
  expertGroups.has(option.helpGroupHeading) || expertOptions.has(option.long);

const groupItems: Help['groupItems'] = (...items) => {
  const groups = [...Help.prototype.groupItems(...items)];
  return new Map(groups.sort(([a], [b]) => groupOrder.indexOf(a) - groupOrder.indexOf(b)));
};

/** Whether the words ask for help on everything. */
export const asksForAll = (words: readonly string[]): boolean =>
  words.includes('--all') && (words[0] === 'help' || words.includes('--help') || words.includes('-h'));

export function helpConfiguration(all: boolean): HelpConfiguration {
  if (all) return { groupItems };
  return {
    groupItems,
    visibleOptions(command) {
      return Help.prototype.visibleOptions.call(this, command).filter((option) => !isExpert(option));
    },
    visibleCommands(command) {
      const commands = Help.prototype.visibleCommands.call(this, command);
      return command.parent === null ? commands.filter((each) => commonCommands.has(each.name())) : commands;
    },
  };
}

/** The last line of the short help: how to see the rest. Empty where there is no rest. */
export function hintAtRest(command: Command, all: boolean): string {
  if (all) return '';
  const commands = command.parent === null ? command.commands.map((each) => each.name()) : [];
  const rare = commands.filter((name) => !commonCommands.has(name));
  if (rare.length > 0) return `\nMore commands: ${rare.join(', ')} (diptych --help --all)`;
  const hidden = command.options.filter(isExpert).length;
  return hidden === 0
    ? ''
    : `\n${hidden} more ${hidden === 1 ? 'option' : 'options'}: ${fullName(command)} --help --all`;
}

const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
