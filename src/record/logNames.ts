// The names of logs. A recording replaces logs of the same program and seed, and leaves all others alone: that of another program, and
// the one it replays.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The files of a log. */
export const filesOf = (trace: string): string[] => [trace, `${trace}.maps`];

/** Where the system would find a program. */
export const candidatesOf = (program: string): readonly string[] =>
  program.includes('/')
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));

/** The log that a schedule repeats. */
export const replayedBy = (schedule: string): string | undefined =>
  schedule.startsWith('replay:') ? schedule.slice('replay:'.length) : undefined;

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

export class LogNames {
  readonly #folder: string;
  /** Absolute. */
  readonly #program: string | undefined;
  readonly #replayed: string | undefined;

  constructor(folder: string, program: string, schedule: string) {
    this.#folder = folder;
    this.#program = candidatesOf(program)
      .map(realPath)
      .find((path) => path !== undefined);
    const replayed = replayedBy(schedule);
    this.#replayed = replayed === undefined ? undefined : realPath(replayed);
  }

  /** `run-7.trace`, or if that is not to be written over `run-7-2.trace`, and so on. */
  of(seed: number): string {
    for (let count = 1; ; count++) {
      const trace = join(this.#folder, `run-${seed}${count === 1 ? '' : `-${count}`}.trace`);
      if (!existsSync(trace) || this.#isOwn(trace)) return trace;
    }
  }

  /** Whether the log is one of an earlier recording of the same program: the map of its memory names it. */
  #isOwn(trace: string): boolean {
    if (realPath(trace) === this.#replayed || this.#program === undefined) return false;
    try {
      const end = ` ${this.#program}`;
      return readFileSync(`${trace}.maps`, 'utf8')
        .split('\n')
        .some((line) => line.endsWith(end));
    } catch {
      return false;
    }
  }
}
