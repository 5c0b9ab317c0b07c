// How a progress bar is drawn.

import { Writable } from 'node:stream';
import cliProgress from 'cli-progress';
import type { Terminal } from './progress.js';

export const createBar = (terminal: Terminal, unit: string): cliProgress.SingleBar =>
  new cliProgress.SingleBar({
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
