// Whole files, read into memory that the next one is read into again: to touch a page of memory for the first time takes longer than
// to fill it.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is never touched of it costs nothing. */
const capacity = 16 * 1024 * 1024;
let memory: Buffer | undefined;

/** It holds until the next file is read. */
export function readFile(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
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
