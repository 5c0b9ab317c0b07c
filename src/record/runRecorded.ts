// One run of a program that was compiled by `diptych cc`: its log, and how it ended.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { isBinaryLog, logSize } from '../frontend/trace/binaryLog.js';
import { type Ended, runChild } from '../support/childProcess.js';
import { InputError } from '../support/diagnostic.js';
import { candidatesOf, filesOf } from './logNames.js';
import { partOf } from './partFiles.js';

export function requireProgram(program: string): void {
  for (const candidate of candidatesOf(program))
    try {
      accessSync(candidate, constants.X_OK);
      return;
    } catch {
      // The next one.
    }
  throw new InputError({
    code: 'no-program',
    message: `${program} is not there or cannot be executed`,
    ...(program.includes('/') ? {} : { hint: `a program of this folder is written ./${program}` }),
  });
}

/** Addresses are the same in every run, where the system allows it: then a seed gives the same run again. */
const fixedAddresses = (): readonly string[] =>
  spawnSync('setarch', ['-R', 'true'], { stdio: 'ignore' }).status === 0 ? ['setarch', '-R'] : [];
let prefix: readonly string[] | undefined;

export interface RecordedRun {
  readonly command: readonly string[];
  readonly schedule: string;
  readonly seed: number;
  readonly timeLimitMs: number;
  /** The log to write. */
  readonly trace: string;
  /** Bytes after which no more is recorded. */
  readonly logLimit?: number;
  /** The number of scheduling points to expect. */
  readonly length: number;
  readonly stop?: (() => boolean) | undefined;
  /** After so many of them it is cut off, with `cutStatus`. */
  readonly most?: number;
  /** With simulated store buffers. */
  readonly buffers?: StoreBuffers;
}

interface StoreBuffers {
  readonly model: 'tso' | 'pso';
  /** The calls of the recorder whose stores are kept back. */
  readonly delayed: readonly number[];
  /** Those after which a thread rests until they are due. */
  readonly held: readonly number[];
}

/** The exit status of a run that was cut off by its number of scheduling points. */
export const cutStatus = 67;

export async function runRecorded({
  command,
  schedule,
  seed,
  timeLimitMs,
  trace,
  logLimit,
  length,
  stop,
  most,
  buffers,
}: RecordedRun): Promise<Ended> {
  prefix ??= fixedAddresses();
  const [program, ...args] = [...prefix, ...command];
  const part = partOf(trace);
  const ended = await runChild(program, args, {
    limitMs: timeLimitMs,
    stop,
    env: {
      ...process.env,
      DIPTYCH_TRACE: part,
      DIPTYCH_SEED: `${seed}`,
      DIPTYCH_SCHEDULE: schedule,
      DIPTYCH_LENGTH: `${length}`,
      ...(logLimit === undefined ? {} : { DIPTYCH_LIMIT: `${logLimit}` }),
      DIPTYCH_PARENT: `${process.pid}`,
      ...(most === undefined ? {} : { DIPTYCH_MOST: `${most}` }),
      ...(buffers === undefined ? {} : buffersEnvironment(buffers, prefix.length > 0)),
    },
    input: true,
    silent: true,
    mostText: 65_536,
  });
  try {
    if (existsSync(part) && isBinaryLog(part)) {
      // Room was reserved for more.
      truncateSync(part, Math.min(statSync(part).size, logSize(part)));
      renameSync(part, trace);
      if (existsSync(`${part}.maps`)) renameSync(`${part}.maps`, `${trace}.maps`);
    }
  } finally {
    for (const file of filesOf(part)) rmSync(file, { force: true });
  }
  return ended;
}

/** Where addresses are not those of the recorded run, any store may be kept back. */
function buffersEnvironment({ model, delayed, held }: StoreBuffers, same: boolean): NodeJS.ProcessEnv {
  const addresses = (pcs: readonly number[]): string => pcs.map((pc) => pc.toString(16)).join();
  return {
    DIPTYCH_BUFFERS: model,
    ...(same ? { DIPTYCH_DELAYED: addresses(delayed), DIPTYCH_HELD: addresses(held) } : {}),
  };
}
