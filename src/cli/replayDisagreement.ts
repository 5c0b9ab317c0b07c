// Asks again what the report of a disagreement was about: the same command on the same program.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decoder } from '../support/decoder.js';
import { InputError } from '../support/diagnostic.js';
import { decodeProgram } from '../verdict/witnessFile.js';
import type { Status } from './status.js';

/** The options that a report may contain: none of them writes files. */
const allowed =
  /^(?:--(?:model|engine|unroll|timeout|dpor|max-executions|encoding|strategy|seed|monitor|preemptions)=[\w.,:-]+|--no-spin-assume|--no-symmetry|--strict)$/;

export async function replayDisagreement(
  json: unknown,
  file: string,
  run: (argv: readonly string[]) => Promise<Status>,
): Promise<Status> {
  const d = new Decoder(json, file);
  const { litmus } = decodeProgram(d.at('program'));
  const command = d
    .at('command')
    .at(0)
    .oneOf(['outcomes', 'check', 'robust'] as const);
  const options = d
    .at('command')
    .list((argument) => argument.string())
    .slice(1);
  const odd = options.find((option) => !allowed.test(option));
  if (odd !== undefined)
    throw new InputError({ code: 'bad-json', message: `a report does not use the option ${odd}`, file });
  const folder = await mkdtemp(join(tmpdir(), 'diptych-'));
  try {
    const path = join(folder, 'program.litmus');
    await writeFile(path, litmus);
    return await run([command, ...options, `--report=${folder}`, path]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
