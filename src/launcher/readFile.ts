// Whole files, read into memory that the next one is read into again: to touch a page of memory for the first time takes longer than
// to fill it.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Pages that are never touched cost nothing. */
const capacity = 16 * 1024 * 1024;
let memory: Buffer | undefined;

/** Writable by the group, or by all users. */
const writableByOthers = 0o022;

/**
 * It holds until the next file is read. Throws for what is no regular file: opening it does not wait. `own`: the opened file must be this
 * user's, and no other may be able to change it.
 */
export function readFile(path: string, own = false): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size, uid, mode } = fstatSync(file);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new Error('no regular file');
    if (own && (uid !== process.getuid?.() || (mode & writableByOthers) !== 0)) throw new Error('of others');
    memory ??= Buffer.allocUnsafeSlow(capacity);
    const content = size <= capacity ? memory.subarray(0, size) : Buffer.allocUnsafeSlow(size);
    let length = 0;
    while (length < size) {
      const more = readSync(file, content, length, size - length, null);
      if (more === 0) break;
      length += more;
    }
    return content.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
