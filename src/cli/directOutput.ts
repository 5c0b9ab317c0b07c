// Standard output and error of the process. Creating one of Node's general streams takes as long as a small question.
// A file or a pipe only needs to be written to, which Node's streams also do at once here.

import { fstatSync, statSync, writeSync } from 'node:fs';

interface Output {
  write(data: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** `stream` makes Node's own stream. `onError` receives write errors. */
export function openOutput(fd: number, stream: () => Output, onError: (error: Error) => void): Output {
  return isPlain(fd) ? new DirectOutput(fd, stream, onError) : stream();
}

/** A file, a pipe, a socket, or nothing at all. */
function isPlain(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    if (stat.isCharacterDevice()) return stat.rdev === statSync('/dev/null').rdev;
    return stat.isFile() || stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}

class DirectOutput implements Output {
  readonly #fd: number;
  readonly #make: () => Output;
  readonly #onError: (error: Error) => void;
  /** Node's own stream, for a reader that does not take everything at once. */
  #stream: Output | undefined;

  constructor(fd: number, stream: () => Output, onError: (error: Error) => void) {
    this.#fd = fd;
    this.#make = stream;
    this.#onError = onError;
  }

  write(data: string | Uint8Array): void {
    if (this.#stream !== undefined) {
      this.#stream.write(data);
      return;
    }
    let bytes: Uint8Array = typeof data === 'string' ? Buffer.from(data) : data;
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(writeSync(this.#fd, bytes));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (!('code' in error) || error.code !== 'EAGAIN') {
          this.#onError(error);
          return;
        }
        this.#stream = this.#make();
        this.#stream.write(bytes);
        return;
      }
    }
  }
}
