// Applies diptych.json to a command: the programs where none is named, and options that the command line does not state.

import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../support/diagnostic.js';
import { type Config, includeFolders, readConfig } from './config.js';

/** The paths to ask about: those that are named, or those of the file. */
export function applyConfig(command: Command, paths: readonly string[], file: string): readonly string[] {
  const config = readConfig(file);
  for (const [name, value] of optionsOf(config))
    if (command.getOptionValueSource(name) === 'default' || command.getOptionValueSource(name) === undefined)
      command.setOptionValueWithSource(name, value, 'config');
  return paths.length > 0 ? paths : configFiles(config);
}

/** As the user would name them from here. Throws an InputError if there are none. */
export function configFiles({ files, folder, path }: Config): string[] {
  if (files.length === 0)
    throw new InputError({
      code: 'bad-config',
      message: 'no files are named, neither here nor by the command',
      file: path,
      hint: '"files" lists programs and folders of them',
    });
  return files.map((file) => fromHere(join(folder, file)));
}

/** A path as the user would write it in the current folder. */
export const fromHere = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near === '' ? '.' : near.startsWith('..') ? path : near;
};

/** By the names of options; a field that is not stated is no option. */
function optionsOf(config: Config): [string, unknown][] {
  const { models, unroll, timeout, memory, define, include } = config;
  const all: [string, unknown][] = [
    ['model', models],
    ['unroll', unroll],
    ['timeout', timeout],
    ['memory', memory],
    ['define', define.length > 0 ? define : undefined],
    ['include', include.length > 0 ? includeFolders(config) : undefined],
  ];
  return all.filter(([, value]) => value !== undefined);
}

/** The same as words of the command line. */
export const configWords = (config: Config): string[] =>
  optionsOf(config).flatMap(([name, value]) => {
    if (name === 'model' && Array.isArray(value)) return ['--model', value.join(',')];
    return Array.isArray(value)
      ? value.flatMap((one) => [`--${name}`, String(one)])
      : [`--${name}`, String(value)];
  });
