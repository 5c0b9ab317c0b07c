#!/usr/bin/env node
// The `diptych` command: connects `run` to the process.

import { run } from './run.js';
import { status } from './status.js';

/** What a shell reports for a program that wrote to a closed pipe. */
const brokenPipe = 128 + 13;

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? brokenPipe : status.noAnswer);
  });

try {
  process.exitCode = await run(process.argv.slice(2), process);
} catch (error) {
  process.stderr.write(`diptych: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exitCode = status.disagreement;
}
