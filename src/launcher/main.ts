#!/usr/bin/env node
// The `diptych` command as it is published: answers --version itself and loads the program for everything else.

import { writeSync } from 'node:fs';
import { loadProgram } from './program.js';

/** Known when it is built. */
declare const packageVersion: string;

const standardOutput = 1;
/** The status that a shell reports for a program that SIGPIPE ended. */
const brokenPipe = 128 + 13;

/** To make Node's stream takes longer than all the rest. */
function say(text: string): void {
  try {
    writeSync(standardOutput, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EPIPE') process.exitCode = brokenPipe;
    else process.stdout.write(text);
  }
}

const [first, ...others] = process.argv.slice(2);
if (others.length === 0 && (first === '--version' || first === '-V')) say(`${packageVersion}\n`);
else {
  const program = loadProgram(__dirname, process.env);
  program.enter('cli/main');
  process.on('exit', () => {
    program.keepCode();
    program.startPractice();
  });
}
