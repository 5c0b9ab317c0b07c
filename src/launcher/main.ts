#!/usr/bin/env node
// The `diptych` command as it is published: answers --version itself and loads the program for everything else.

import { join } from 'node:path';
import { loadProgram } from './program.js';

/** Known when it is built. */
declare const packageVersion: string;

const [first, ...others] = process.argv.slice(2);
if (others.length === 0 && (first === '--version' || first === '-V'))
  process.stdout.write(`${packageVersion}\n`);
else {
  const program = loadProgram(__dirname, process.env);
  program.enter('cli/main');
  process.on('exit', () => {
    program.keepCode();
    if (process.env.DIPTYCH_PRACTICE !== 'off' && program.claimPractice()) startPractice();
  });
}

/** Nobody waits for it, and nothing is lost without it. */
function startPractice(): void {
  try {
    const { spawn }: typeof import('node:child_process') = require('node:child_process');
    const options = { detached: true, stdio: 'ignore' } as const;
    spawn(process.execPath, [...process.execArgv, join(__dirname, 'practice.cjs')], options).unref();
  } catch {
    // Then every run compiles what it needs.
  }
}
