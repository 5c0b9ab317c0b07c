#!/usr/bin/env node
// The `diptych` command: connects `run` to the process.

import { existsSync, writeSync } from 'node:fs';
import { openOutput } from './directOutput.js';
import { run } from './run.js';
import { readStandardInput } from './standardInput.js';
import { status } from './status.js';

/** The base of the status that a shell reports for a program that a signal ended. */
const signalled = 128;
const brokenPipe = signalled + 13;

const standardOutput = 1;
const standardError = 2;

function onOutputError(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  tell(`diptych: the output cannot be written: ${error.message}\n`);
  process.exit(status.noAnswer);
}

/** Streams of Node's that may still have something to write. */
const streams = new Set<NodeJS.WriteStream>();

const output = (fd: number, name: 'stdout' | 'stderr') => {
  const stream = (): NodeJS.WriteStream => {
    const made = process[name].on('error', onOutputError);
    streams.add(made);
    return made;
  };
  return openOutput(fd, stream, onOutputError);
};

process.on('uncaughtException', (error: Error) => {
  tell(`diptych: ${error.stack ?? error.message}\nThis is a bug in diptych: please report it\n`);
  process.exit(status.disagreement);
});

/** Nothing is lost that could still be said. */
function tell(text: string): void {
  try {
    writeSync(standardError, text);
  } catch {
    // No reader is left.
  }
}

/** The first signal asks for what was found so far; the next one ends the process. */
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

function onInterrupt(raise: () => void): () => void {
  let raised = false;
  const listeners = Object.entries(signals).map(([name, number]) => {
    const listener = (): void => {
      if (raised) process.exit(signalled + number);
      raised = true;
      raise();
    };
    process.on(name, listener);
    return [name, listener] as const;
  });
  return () => {
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/** The time of starting counts once. */
let sinceStart = (): number => {
  sinceStart = () => 0;
  return process.uptime() * 1000;
};

// Run from its sources, there is no compiled worker: then everything happens on this thread.
const worker = new URL('./worker.js', import.meta.url);

void run(process.argv.slice(2), {
  stdout: output(standardOutput, 'stdout'),
  stderr: output(standardError, 'stderr'),
  env: process.env,
  readInput: readStandardInput,
  streamsInput: true,
  sinceStart: () => sinceStart(),
  ...(existsSync(worker) ? { worker, onInterrupt } : {}),
}).then(async (result) => {
  process.exitCode = result;
  await Promise.all(Array.from(streams, (stream) => new Promise((written) => stream.write('', written))));
  // To take the process down piece by piece takes longer than to end it, and a connection to a queue may stay open.
  process.exit();
});
