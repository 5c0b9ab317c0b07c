// Measures one part of a row: here, or in a child process that is stopped when it does not come to an end.

import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { InputError } from '#diptych/support/diagnostic.js';
import type { Cells, Experiment, Limit, Scale, Tools } from '../table.js';
import { slack } from './measure.js';

/** Names a part so that another process finds it. */
export interface PartAddress {
  readonly experiment: string;
  readonly scale: Scale;
  readonly section: string;
  readonly row: string;
  readonly part: string;
  readonly limit: Limit;
  readonly tools?: Tools;
}

export type PartResult =
  | { readonly kind: 'measured'; readonly cells: Cells }
  /** It was stopped; `seconds` is its limit. */
  | { readonly kind: 'over'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly message: string };

export type MeasurePart = (address: PartAddress, stop: AbortSignal) => Promise<PartResult>;

/** In this process: for tests, and for what runs inside the child. */
export const measureHere =
  (experiments: readonly Experiment[]): MeasurePart =>
  async ({ experiment, scale, section, row, part, limit, tools }) => {
    const found = experiments
      .find(({ name }) => name === experiment)
      ?.plan(scale, tools)
      .find(({ name }) => name === section)
      ?.rows.find(({ id }) => id === row)
      ?.parts.find(({ name }) => name === part);
    if (found === undefined)
      return { kind: 'failed', message: `${experiment} has no ${section}, ${row}, ${part}` };
    try {
      return { kind: 'measured', cells: await found.measure(limit) };
    } catch (error) {
      return { kind: 'failed', message: messageOf(error) };
    }
  };

function messageOf(error: unknown): string {
  if (error instanceof InputError) {
    const { file, line, message } = error.diagnostic;
    return [file, line, message].filter((word) => word !== undefined).join(':');
  }
  return error instanceof Error ? error.message : String(error);
}

/** Engines end by themselves; a part that goes on for longer than this is stopped, start and machine at work included. */
const patience = ({ timeLimitMs }: Limit): number => timeLimitMs * (slack + 0.5) + 5000;

/** The same in CPU time, where the system tells it. */
const cpuPatience = ({ timeLimitMs }: Limit): number => timeLimitMs * 1.25 + 3000;

const watchMs = 500;
/** Of Linux, in which /proc counts CPU time. */
const ticksPerSecond = 100;

/** CPU milliseconds of another process; 0 where it is not known. */
function cpuOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process, in parentheses, may contain anything; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
  } catch {
    return 0;
  }
}

/** In a process of its own that runs `module`, which sends a PartResult for the PartAddress it gets. */
export const measureInChild =
  (module: URL): MeasurePart =>
  (address, stop) =>
    new Promise((resolve) => {
      const child = fork(module, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      let complaint = '';
      let result: PartResult | undefined;
      let over = false;
      const end = (): void => void child.kill('SIGKILL');
      const start = performance.now();
      const timer = setInterval(() => {
        const wall = performance.now() - start;
        if (wall < patience(address.limit) && cpuOf(child.pid) < cpuPatience(address.limit)) return;
        over = true;
        end();
      }, watchMs);
      stop.addEventListener('abort', end, { once: true });
      child.stderr?.on('data', (text: Buffer) => {
        complaint = `${complaint}${text}`.slice(-2000);
      });
      child.on('message', (message: PartResult) => {
        result = message;
      });
      child.on('error', (error) => {
        complaint = error.message;
      });
      child.on('close', (code, signal) => {
        clearInterval(timer);
        stop.removeEventListener('abort', end);
        const seconds = address.limit.timeLimitMs / 1000;
        const ended = `its process ended with ${signal ?? `status ${code}`} ${complaint}`.trim();
        resolve(result ?? (over ? { kind: 'over', seconds } : { kind: 'failed', message: ended }));
      });
      child.send(address);
    });
