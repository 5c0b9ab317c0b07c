// A progress bar over many files or programs, on standard error and only when that is a terminal.

import { Writable } from 'node:stream';
import cliProgress from 'cli-progress';

export interface Progress {
  /** `done` files are done, the next is `file`. */
  show(done: number, file: string): void;
  /** Clears the bar's line, so that something can be printed; the bar comes back by itself. */
  clear(): void;
  stop(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const silent: Progress = { show: () => {}, clear: () => {}, stop: () => {} };

const clearLine = '\r\u001b[K';

/** Work that is over before this never shows a bar. */
const patienceMs = 500;

export function startProgress(
  total: number,
  terminal: Terminal,
  delayMs = patienceMs,
  unit = 'files',
): Progress {
  if (terminal.isTTY !== true || total < 2) return silent;
  const start = performance.now();
  const bar = new cliProgress.SingleBar({
    stream: new BarStream(terminal),
    format: `{bar} {value}/{total} ${unit}  {eta_formatted} left  {file}`,
    barsize: 20,
    // Neighbours are often alike, and unlike those that come later.
    etaBuffer: 40,
    clearOnComplete: true,
    forceRedraw: true,
    // Ctrl-C is the command's business.
    gracefulExit: false,
  });
  let started = false;
  return {
    show(done, file) {
      if (started) bar.update(done, { file });
      else if (performance.now() - start >= delayMs) {
        bar.start(total, done, { file });
        started = true;
      }
    },
    clear() {
      if (started) terminal.write(clearLine);
    },
    stop() {
      if (started) bar.stop();
    },
  };
}

/**
 * The bar saves the cursor when it starts and goes back there when it stops. Answers are printed in between, so that place
 * is lines above by then: this stream keeps both requests from the terminal.
 */
class BarStream extends Writable {
  readonly isTTY = true;
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
  }

  get columns(): number | undefined {
    return this.#terminal.columns;
  }

  override _write(chunk: unknown, _encoding: BufferEncoding, done: () => void): void {
    const text = String(chunk).replaceAll('\u001b7', '').replaceAll('\u001b8', '');
    if (text !== '') this.#terminal.write(text);
    done();
  }
}
