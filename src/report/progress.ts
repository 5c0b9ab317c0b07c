// A progress bar over many files, on standard error and only when that is a terminal.

import cliProgress from 'cli-progress';

export interface Progress {
  /** `done` files are done, the next is `file`. */
  show(done: number, file: string): void;
  /** Takes the bar away, so that something can be printed. */
  clear(): void;
}

const silent: Progress = { show: () => {}, clear: () => {} };

/** Work that is over before this never shows a bar. */
const delayMs = 500;

export function startProgress(total: number, output: { readonly isTTY?: boolean }): Progress {
  if (output.isTTY !== true || total < 2) return silent;
  const start = performance.now();
  let bar: cliProgress.SingleBar | undefined;
  return {
    show(done, file) {
      if (performance.now() - start < delayMs) return;
      bar = new cliProgress.SingleBar({
        format: '{bar} {value}/{total}  {eta_formatted}  {file}',
        hideCursor: true,
        clearOnComplete: true,
      });
      bar.start(total, done, { file });
    },
    clear() {
      bar?.stop();
      bar = undefined;
    },
  };
}
