// Runs the command line inside the test and keeps what it prints.

import { run } from '../../src/cli/run.js';

export interface Captured {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function capture(...argv: string[]): Promise<Captured> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const status = await run(argv, {
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
    env: {},
  });
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}
