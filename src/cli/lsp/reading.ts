// Reads a file for the language server: its mistakes while it is being typed, and what can be told about its accesses and names.

import { readFileSync } from 'node:fs';
import { type Diagnostic, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { readOptionsOf } from '../options.js';
import { wordOptions } from '../wordOptions.js';
import { nothingRead as nothing, type Reading, type Task } from './messages.js';

export async function readingOf(task: Task): Promise<Reading> {
  try {
    return task.file.endsWith('.cat') ? await model(task) : await program(task);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...nothing, mistakes: mistakesOf(error.diagnostic) };
  }
}

const mistakesOf = ({ more = [], ...first }: Diagnostic): Diagnostic[] => [
  first,
  ...more.flatMap(mistakesOf),
];

async function model({ file, text }: Task): Promise<Reading> {
  const { besideIncluder } = await import('../../cat/models.js');
  const { parseCat } = await import('../../cat/resolve.js');
  const { catDefinitions } = await import('../../report/editor/catNames.js');
  const source = text ?? readFileSync(file, 'utf8');
  parseCat(source, file, besideIncluder);
  return { ...nothing, definitions: catDefinitions(source, file, besideIncluder) };
}

async function program({ file, text, words }: Task): Promise<Reading> {
  const { readProgram } = await import('../../frontend/index.js');
  const { shownAccesses } = await import('../../report/editor/accesses.js');
  const { options } = await wordOptions('check', words);
  const read = await readProgram(file, { ...readOptionsOf(options), ...present({ text }) });
  const isAssembly = file.endsWith('.litmus') && /^\s*X86/m.test(read.source?.text ?? '');
  return { ...nothing, accesses: shownAccesses(read, isAssembly) };
}
