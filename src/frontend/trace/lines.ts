// The lines of a file of any length, or of standard input, read piece by piece.

import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import { InputError } from '../../support/diagnostic.js';
import { openWithoutWaiting } from '../../support/waitless.js';

const pieceSize = 1 << 20;
/** Characters; an event is short. */
const longestLine = 1 << 20;
const pauseMs = 5;

/**
 * Calls `visit` on each line with its number, from 1. `stop` is asked where reading has to wait; the answer is whether the end was
 * reached.
 */
export function forEachLine(
  path: string,
  visit: (line: string, number: number) => void,
  stop: () => boolean = () => false,
): boolean {
  const file = path === '-' ? openInput() : openFile(path);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const bytes = Buffer.allocUnsafe(pieceSize);
    let rest = '';
    let number = 0;
    let stopped = false;
    const asked = (): boolean => {
      stopped = stop();
      return stopped;
    };
    for (let got = read(file, bytes, asked); ; got = read(file, bytes, asked)) {
      const text = rest + decoded(decoder, bytes.subarray(0, got), got === 0 && !stopped, path, number + 1);
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        visit(text.slice(start, end), ++number);
        start = end + 1;
      }
      rest = text.slice(start);
      if (rest.length > longestLine)
        throw new InputError({
          code: 'trace-syntax',
          message: `the line has more than ${longestLine} characters`,
          file: path,
          line: number + 1,
          column: 1,
        });
      if (got === 0) break;
    }
    if (rest !== '' && !stopped) visit(rest, number + 1);
    return !stopped;
  } finally {
    closeSync(file);
  }
}

function decoded(decoder: TextDecoder, bytes: Buffer, last: boolean, file: string, line: number): string {
  try {
    return decoder.decode(bytes, { stream: !last });
  } catch {
    throw new InputError({ code: 'not-utf-8', message: `${file} is not UTF-8 text`, file, line, column: 1 });
  }
}

function openFile(path: string): number {
  try {
    const about = statSync(path);
    if (about.isDirectory())
      throw new InputError({ code: 'is-directory', message: `${path} is a directory, not a file` });
    // Reading from a pipe or a device may never end, and nothing could end it.
    if (!about.isFile())
      throw new InputError({
        code: 'not-a-file',
        message: `${path} is not a regular file`,
        hint: 'standard input is read as -',
      });
    return openWithoutWaiting(path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = codeOf(error);
    throw new InputError(
      code === 'ENOENT'
        ? { code: 'file-not-found', message: `${path} does not exist` }
        : { code: 'unreadable-file', message: `${path} cannot be read (${code})` },
    );
  }
}

/** Opens standard input so that reading from an empty pipe returns at once, where the system supports it. */
function openInput(): number {
  if (fstatSync(0).isFIFO())
    try {
      return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK);
    } catch {
      // Reading waits then.
    }
  return openSync('/dev/stdin', 'r');
}

/** How many bytes there were; 0 at the end, or when it is stopped. */
function read(file: number, bytes: Buffer, stop: () => boolean): number {
  for (;;)
    try {
      return readSync(file, bytes, 0, bytes.length, null);
    } catch (error) {
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      if (stop()) return 0;
      Atomics.wait(sleeping, 0, 0, pauseMs);
    }
}

const sleeping = new Int32Array(new SharedArrayBuffer(4));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
