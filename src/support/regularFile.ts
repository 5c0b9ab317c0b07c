// Files that a file names: included ones and the like. Only regular files are opened: reading from a pipe or a device may never
// end, and nothing could end it.

import { statSync } from 'node:fs';
import { InputError } from './diagnostic.js';
import { NotAFile, readWithoutWaiting } from './waitless.js';

/** Bytes. */
const largest = 1 << 20;

const utf8 = (bytes: Buffer): string => bytes.toString('utf8');

/** Undefined if there is no such file. */
export function readRegularFile(path: string, decoded: (bytes: Buffer) => string = utf8): string | undefined {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return undefined;
    if (!stat.isFile())
      throw new InputError({ code: 'not-a-file', message: `${path} is not a regular file`, file: path });
    if (stat.size > largest)
      throw new InputError({
        code: 'file-too-large',
        message: `${path} has ${stat.size} bytes; at most ${largest} are read`,
        file: path,
      });
    // without the mark that some editors begin a file with
    return decoded(readWithoutWaiting(path, largest)).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (error instanceof NotAFile)
      throw new InputError({ code: 'not-a-file', message: `${path} is not a regular file`, file: path });
    return undefined;
  }
}
