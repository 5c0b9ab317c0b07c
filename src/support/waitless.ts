// Reads files without waiting. A pipe, a device and some files of the system (/proc/kmsg) have nothing to read until
// a writer comes, and no time limit could end the wait. The check looks at the opened file itself, not at one that
// had the name a moment before.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** Thrown: there is nothing to read yet, or it is no regular file. */
export class NotAFile extends Error {}

/** On systems without the flag a pipe is recognised when it is open. */
const waitless = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export const openWithoutWaiting = (path: string): number => openSync(path, waitless);

/** Of a file of unknown size so much is read at a time. */
const pieceSize = 1 << 16;

/** All of a regular file, but no more than one byte beyond `most`. Throws NotAFile, or what the system says. */
export function readWithoutWaiting(path: string, most: number, look?: (stat: Stats) => void): Buffer {
  const file = openWithoutWaiting(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new NotAFile();
    look?.(stat);
    const pieces: Buffer[] = [];
    for (let length = 0; length <= most; ) {
      const piece = Buffer.allocUnsafe(Math.min(Math.max(stat.size - length, pieceSize), most + 1 - length));
      const got = readSync(file, piece, 0, piece.length, null);
      if (got === 0) break;
      pieces.push(piece.subarray(0, got));
      length += got;
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') throw new NotAFile();
    throw error;
  } finally {
    closeSync(file);
  }
}
