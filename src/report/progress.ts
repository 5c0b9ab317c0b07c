// A progress bar over many files or programs, on standard error and only when that is a terminal.

import type { SingleBar } from 'cli-progress';

export interface Progress {
  /** `done` files are done, the next is `file`. */
  show(done: number, file: string): void;
  /** Clears the bar's line, so that something can be printed; the bar comes back by itself. */
  clear(): void;
  stop(): void;
}

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const silent: Progress = { show: () => {}, clear: () => {}, stop: () => {} };

const clearLine = '\r\u001b[K';

/** Work that is over before this never shows a bar. */
const patienceMs = 500;

let createBar: ((terminal: Terminal, unit: string) => SingleBar) | undefined;

/** Loads what draws the bar, which most runs have no use for. */
export async function prepareBar(): Promise<void> {
  createBar ??= (await import('./bar.js')).createBar;
}

export function startProgress(
  total: number,
  terminal: Terminal,
  delayMs = patienceMs,
  unit = 'files',
): Progress {
  if (terminal.isTTY !== true || total < 2) return silent;
  const start = performance.now();
  void prepareBar();
  let bar: SingleBar | undefined;
  return {
    show(done, file) {
      if (bar !== undefined) bar.update(done, { file });
      else if (performance.now() - start >= delayMs) {
        bar = createBar?.(terminal, unit);
        bar?.start(total, done, { file });
      }
    },
    clear() {
      if (bar !== undefined) terminal.write(clearLine);
    },
    stop() {
      bar?.stop();
    },
  };
}
