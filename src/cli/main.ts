#!/usr/bin/env node
// The `diptych` command: connects `run` to the process.

import { existsSync } from 'node:fs';
import { run } from './run.js';
import { status } from './status.js';

/** What a shell reports for a program that wrote to a closed pipe. */
const brokenPipe = 128 + 13;

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? brokenPipe : status.noAnswer);
  });

process.on('uncaughtException', (error: Error) => {
  process.stderr.write(
    `diptych: ${error.stack ?? error.message}\nThis is a bug in diptych: please report it\n`,
  );
  process.exit(status.disagreement);
});

/** The first Ctrl-C asks for what was found so far; the next one ends the process. */
function onInterrupt(raise: () => void): () => void {
  process.once('SIGINT', raise);
  return () => process.off('SIGINT', raise);
}

// Run from its sources, there is no compiled worker: then everything happens on this thread.
const worker = new URL('./worker.js', import.meta.url);

void run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  ...(existsSync(worker) ? { worker, onInterrupt } : {}),
}).then((result) => {
  process.exitCode = result;
});
