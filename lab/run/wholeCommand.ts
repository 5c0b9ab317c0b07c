// A whole command as a user starts it, with its full cost. CPU time includes child processes where the system reports
// it; otherwise it is wall-clock time.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Cell, type Limit, timeCell } from '../table.js';
import { least, slack } from './measure.js';

export interface Ended {
  readonly seconds: number;
  readonly wall: number;
  /** It came to an end by itself. */
  readonly finished: boolean;
  readonly status: number | null;
  /** Its output, errors included. */
  readonly text: string;
}

/** In the ticks of Linux, in which /proc counts CPU time. */
const ticksPerSecond = 100;

/** CPU seconds of processes that this one has waited for, and of those that they have waited for. */
function cpuOfChildren(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the process, in parentheses, may contain anything; fields 16 and 17 are those of children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** The command leads a group of processes. Node's types know this for `spawn` alone. */
const leader = { detached: true };

export function runCommand(command: readonly string[], { timeLimitMs }: Limit): Ended {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const before = cpuOfChildren();
  const start = performance.now();
  const [program, ...args] = command;
  const { pid, status, stdout, stderr, error, signal } = spawnSync(program, args, {
    env,
    ...leader,
    encoding: 'utf8',
    timeout: slack * timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: 64 << 20,
  });
  const wall = (performance.now() - start) / 1000;
  const after = cpuOfChildren();
  if (signal !== null) endGroup(pid);
  if (error !== undefined && 'code' in error && error.code !== 'ETIMEDOUT') throw error;
  return {
    seconds: before === undefined || after === undefined ? wall : after - before,
    wall,
    finished: signal === null,
    status,
    text: `${stdout}${stderr}`,
  };
}

/** A command that was stopped leaves the processes that it has started: nidhuggc is a script that waits for nidhugg. */
function endGroup(first: number): void {
  try {
    process.kill(-first, 'SIGKILL');
  } catch {
    // None is left.
  }
}

/** Its time as a cell: the limit if it was stopped, or should have been. */
export function commandTime({ seconds, finished }: Ended, { timeLimitMs }: Limit): Cell {
  const limit = timeLimitMs / 1000;
  const inTime = finished && seconds <= limit;
  return timeCell(inTime ? seconds : limit, inTime);
}

/** Milliseconds; none where it did not answer (it knows no such command, or was stopped). */
export interface Turns {
  readonly wall: number;
  readonly cpu: number;
}

/** Exit statuses of diptych that are answers. */
const answered = ({ finished, status }: Ended): boolean => finished && (status === 0 || status === 1);

/** The least time of several runs in turns. */
export function inTurns(
  commands: readonly (readonly string[])[],
  rounds: number,
  limit: Limit,
): (Turns | undefined)[] {
  const runs = commands.map((): Turns[] => []);
  for (let round = 0; round < rounds; round++)
    commands.forEach((command, i) => {
      // One that gave no answer is not asked again.
      if (runs[i].length < round) return;
      const ended = runCommand(command, limit);
      if (answered(ended)) runs[i].push({ wall: 1000 * ended.wall, cpu: 1000 * ended.seconds });
    });
  return runs.map((list) =>
    list.length < rounds
      ? undefined
      : { wall: least(list.map(({ wall }) => wall)), cpu: least(list.map(({ cpu }) => cpu)) },
  );
}
