// `diptych init`: writes diptych.json for the programs that are found.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { modelNames } from '../../execution/execution.js';
import { InputError } from '../../support/diagnostic.js';
import { writeWhole } from '../attachedFiles.js';
import type { Io } from '../io.js';
import { forceOption } from '../options.js';
import { type Status, status } from '../status.js';
import { tellingMistakes } from '../tellingMistakes.js';
import { configName } from './find.js';

export interface InitOptions {
  readonly force?: boolean;
}

export const defineInit = (parent: Command): Command =>
  parent
    .command('init')
    .summary('write diptych.json for a project')
    .description(
      'Writes diptych.json: the litmus tests and concurrent C programs that are found, the models, and the limits. Commands read it where the command line does not say otherwise; diptych test --promote adds the answers of today as expectations.',
    )
    .argument('[folder]', 'where to write it', '.')
    .addOption(forceOption());

/** Seconds for one file, in a test suite. */
const timeout = 60;

export const init = (folder: string, { force }: InitOptions, io: Io): Promise<Status> =>
  tellingMistakes(io, async () => {
    const path = join(folder, configName);
    if (existsSync(path) && force !== true)
      throw new InputError({
        code: 'output-exists',
        message: `${path} is there already`,
        file: path,
        hint: '--force writes over it',
      });
    const files = [...programsIn(resolve(folder), '')];
    const config = { files, models: modelNames, timeout, expect: {} };
    writeWhole(path, `${JSON.stringify(config, null, 2)}\n`);
    io.stdout.write(
      `${path}: ${files.length} ${files.length === 1 ? 'program' : 'programs'}\n${
        files.length === 0
          ? '"files" is for you to fill'
          : 'diptych test --promote adds what diptych answers now as expectations'
      }\n`,
    );
    return status.holds;
  });

/** Folders of packages and of what is built hold programs of others. */
const foreign = /^(?:\..*|node_modules|build|dist|out|target|vendor|third_party)$/;

function* programsIn(folder: string, prefix: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !foreign.test(entry.name)) yield* programsIn(path, name);
    else if (entry.isFile() && isProgram(path)) yield name;
  }
}

/** A litmus test, or a C program with threads; other C is most likely a part of something. */
function isProgram(path: string): boolean {
  if (path.endsWith('.litmus')) return true;
  if (!path.endsWith('.c')) return false;
  const text = readFileSync(path, 'utf8');
  return /\bmain\s*\(/.test(text) && /\b(?:pthread_create|thrd_create)\s*\(/.test(text);
}
