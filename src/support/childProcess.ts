// Child processes that are started and awaited: to their end, to a time limit, or until the caller gives up. No
// process is left behind.

import { type SpawnOptions, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Descendants } from './descendants.js';

/** C that is compiled with users' programs; from src/support as well as from dist/support. */
export const runtimeFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'runtime');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was told to end, or killed: by the limit, or because it was not wanted any more. */
  readonly timedOut: boolean;
}

interface ChildOptions {
  readonly limitMs: number;
  readonly stop?: (() => boolean) | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** It may read standard input. */
  readonly input?: true;
  /** Discard its standard output. */
  readonly silent?: true;
  /** It says what it has when it is told to end (SIGTERM), and is killed only if it does not. */
  readonly gentle?: true;
  /** Characters that are kept of each output. */
  readonly mostText?: number;
}

/** How long the output of a program that has ended is read. */
const drainMs = 500;
/** How long a program may take to end when it is told to, also on a machine that is busy. */
const patienceMs = 3000;

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

export function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<Ended> {
  const { limitMs, stop = () => false, env, mostText = 64 * 1024 * 1024 } = options;
  const descendants = new Descendants();
  return new Promise((resolve, reject) => {
    const settings: SpawnOptions = {
      stdio: [options.input ? 'inherit' : 'ignore', options.silent ? 'ignore' : 'pipe', 'pipe'],
      // A process group of its own: processes that it starts are killed with it.
      detached: true,
      env: { ...(env ?? process.env), ...descendants.environment },
    };
    const child = spawn(command, args, settings);
    descendants.follow(child.pid);
    const texts = { stdout: '', stderr: '' };
    let timedOut = false;
    const kill = (): void => {
      timedOut = true;
      killGroup(child.pid);
      child.kill('SIGKILL');
      // Those in groups of their own.
      descendants.kill();
    };
    let patience: NodeJS.Timeout | undefined;
    const end = (): void => {
      if (options.gentle !== true) kill();
      else if (patience === undefined) {
        timedOut = true;
        child.kill('SIGTERM');
        patience = setTimeout(kill, patienceMs);
      }
    };
    const timer = setTimeout(end, Math.min(limitMs, 2 ** 31 - 1));
    const watch = setInterval(() => {
      descendants.look();
      if (stop()) end();
    }, 50);
    const parentEnds = (): void => kill();
    process.once('exit', parentEnds);
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.on('data', (data: Buffer) => {
        if (texts[name].length < mostText) texts[name] += data.toString();
      });
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      clearInterval(watch);
      process.removeListener('exit', parentEnds);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    let drained: NodeJS.Timeout | undefined;
    const finish = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(drained);
      settle();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ code, signal, ...texts, timedOut });
    };
    child.on('exit', (code, signal) => {
      killGroup(child.pid);
      descendants.kill();
      // A process that was overlooked may hold the pipes open: what is in them is read, and no more is waited for.
      drained = setTimeout(() => finish(code, signal), drainMs);
    });
    child.on('close', finish);
  });
}
