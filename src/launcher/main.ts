#!/usr/bin/env node
// The `diptych` command as it is published: answers --version itself and loads the program for everything else.

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
    program.startPractice();
  });
}
