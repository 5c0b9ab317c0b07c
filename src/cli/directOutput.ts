// Standard output and error of the process. Node's streams are made for everything, and making one takes as long as a small question; what
// is no terminal needs nothing but to be written to, which Node's streams too do at once here.

import { fstatSync, statSync, writeSync } from 'node:fs';

interface Output {
  write(data: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** `stream` makes Node's own; `onError` hears of what cannot be written. */
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
  /** Node's own, for who does not take all at once. */
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
