// The examples in documents: every `$ npx diptych ...` of a console block, with the output that is shown for it.

import { readFileSync } from 'node:fs';
import { capture } from '../cli/capture.js';

export const documents = [
  'README.md',
  'docs/tutorial.md',
  'docs/races.md',
  'docs/seeing.md',
  'docs/witness.md',
];

export interface Example {
  readonly document: string;
  readonly command: string;
  readonly shown: string;
}

const blockPattern = /```console\n\$ (.*)\n([\s\S]*?)```/g;

export function examplesOf(document: string): Example[] {
  return [...readFileSync(document, 'utf8').matchAll(blockPattern)].map(([, command, shown]) => ({
    document,
    command,
    shown,
  }));
}

/** The command's present output. */
export async function outputOf({ command }: Example): Promise<string> {
  const [npx, diptych, ...argv] = command.replace(/ *#.*/, '').split(' ');
  if (npx !== 'npx' || diptych !== 'diptych') throw new Error(`not a command of diptych: ${command}`);
  const { stdout, stderr } = await capture(...argv);
  return stdout + stderr;
}

/** Times and sizes of formulas differ from run to run. */
export const withoutTimes = (text: string): string =>
  text.replace(/[\d./]+ (ms|events|clauses|solves)/g, '0 $1').replace(/· [\d.]+ s$/gm, '· 0 s');
